import type { Static, TSchema } from 'typebox';
import { createExport } from '../../../exports/create-export.ts';
import type { AskedExport, ExportForm } from '../../../exports/export-kinds.ts';
import { exportFile } from '../../../exports/export-file.ts';
import { createExportTurns } from '../../../exports/export-turns.ts';
import { findExport, type FoundExport } from '../../../exports/find-export.ts';
import { COUNTRIES } from '../../../money/countries.ts';
import { mayMember } from '../../../powers.ts';
import { Refusal } from '../../../refusal.ts';
import { ROUTES, type Route } from '../../../routes.ts';
import { EXPORT_POWERS } from '../../../rules/export-powers.ts';
import { isoInZone } from '../../../values/time-in-zone.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import {
  ExportCheckInsBody,
  ExportGuestsBody,
  ExportInvoicesBody,
  ExportNewsletterBody,
  ExportOrdersBody,
  ExportPromoUsesBody,
  ExportReportBody,
} from './server/export-body.ts';
import { MAX_PAUSE_MS, sendFile } from './server/send-file.ts';
import type { PageRoutes } from '../access/page-routes.ts';

/** Files to download: one call asks for it, after a second step; another one fetches it, as browsers fetch files. */
export function registerExports(
  { scope, answer }: PageRoutes,
  deps: Pick<DashboardDeps, 'database' | 'secretKeys' | 'invoicePrinter'>,
): void {
  const turns = createExportTurns();
  scope.addHook('preClose', async () => turns.close());
  const routes = ROUTES.exports;

  const offer = <Path extends string, Body extends TSchema>(
    route: Route<Path>,
    body: Body,
    toAsked: (body: Static<Body>) => AskedExport & ExportForm,
  ): void =>
    answer(route, { body, status: 201 }, ({ member, actor, body: chosen, inChange }) => {
      const { hostId, eventIds, personId } = member;
      // Refuse here, where the page can show it; a download that fails explains nothing.
      turns.requireFree(hostId);
      return inChange((tx) => createExport(tx, { hostId, eventIds, personId, actor, ...toAsked(chosen) }));
    });

  offer(routes.orders, ExportOrdersBody, (body) => ({ what: 'orders', ...body }));
  offer(routes.guests, ExportGuestsBody, (body) => ({ what: 'guests', ...body }));
  offer(routes.report, ExportReportBody, (body) => ({ what: 'report', ...body }));
  offer(routes.checkIns, ExportCheckInsBody, (body) => ({ what: 'check_ins', ...body }));
  offer(routes.newsletter, ExportNewsletterBody, (body) => ({ what: 'newsletter', ...body }));
  offer(routes.promoUses, ExportPromoUsesBody, (body) => ({ what: 'promo_uses', ...body }));
  offer(routes.invoices, ExportInvoicesBody, (body) => ({ what: 'invoices', ...body }));
  offer(routes.invoiceFiles, ExportInvoicesBody, (body) => ({ what: 'invoice_files', ...body }));

  answer(routes.file, {}, async ({ member, params: { exportId }, reply }) => {
    const { hostId, eventIds, personId } = member;
    const asked = await findExport(deps.database, { hostId, personId, exportId });
    if (!asked || !mayMember(member, EXPORT_POWERS[asked.what]))
      throw new Refusal(
        'not_found',
        'This file does not exist, or its ten minutes are over: export it again.',
      );
    const stopped = new AbortController();
    const turn = turns.take(hostId, () => stopped.abort());
    reply.raw.once('close', turn.end);
    // It closed before anybody listened.
    if (reply.raw.destroyed) turn.end();
    const { timezone } = COUNTRIES[member.country];
    const file = await exportFile(deps, asked, { hostId, eventIds, timezone, asOf: asked.createdAt });
    return sendFile(reply, {
      name: nameFile(asked),
      file,
      signal: stopped.signal,
      maxPauseMs: MAX_PAUSE_MS,
      onSent: turn.count,
    });
  });
}

const nameFile = ({ what, createdAt }: FoundExport): string =>
  `${what.replace('_', '-')}-${isoInZone(createdAt, 'UTC').slice(0, 10)}`;

import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { createExport } from '../../../exports/create-export.ts';
import type { AskedExport, ExportForm } from '../../../exports/export-kinds.ts';
import { exportText } from '../../../exports/export-text.ts';
import { createExportTurns } from '../../../exports/export-turns.ts';
import { findExport, type FoundExport } from '../../../exports/find-export.ts';
import { Id } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { COUNTRIES } from '../../../money/countries.ts';
import { mayMember } from '../../../powers.ts';
import { Refusal } from '../../../refusal.ts';
import { ROUTES } from '../../../routes.ts';
import { EXPORT_POWERS } from '../../../values/export-powers.ts';
import { isoInZone } from '../../../values/time-in-zone.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { actorOf, memberOf, sessionOf } from '../access/find-visitor.ts';
import {
  ExportCheckInsBody,
  ExportGuestsBody,
  ExportNewsletterBody,
  ExportOrdersBody,
  ExportPromoUsesBody,
  ExportReportBody,
} from './server/export-body.ts';
import { MAX_PAUSE_MS, sendFile } from './server/send-file.ts';

const ByHost = Type.Object({ hostId: Id() });
const ByExport = Type.Object({ hostId: Id(), exportId: Id() });

/** Files to take along: one call asks for it, after a second step; another one fetches it, as browsers fetch files. */
export function registerExports(scope: HttpServer, { database, secretKeys, change }: DashboardDeps): void {
  const turns = createExportTurns();
  scope.addHook('preClose', async () => turns.close());

  const create = async (request: FastifyRequest, asked: AskedExport & ExportForm) => {
    const { hostId, eventIds } = memberOf(request);
    // Said here, where the page can show it; a file that can't be fetched is a puzzle.
    turns.requireFree(hostId);
    const { personId } = sessionOf(request);
    const input = { hostId, eventIds, personId, actor: actorOf(request), ...asked };
    return change(request, (tx) => createExport(tx, input));
  };

  const { orders, guests, promoUses, report, checkIns, newsletter, file } = ROUTES.exports;
  scope.post(orders.path, { schema: { params: ByHost, body: ExportOrdersBody } }, async (request, reply) =>
    reply.code(201).send(await create(request, { what: 'orders', ...request.body })),
  );
  scope.post(guests.path, { schema: { params: ByHost, body: ExportGuestsBody } }, async (request, reply) =>
    reply.code(201).send(await create(request, { what: 'guests', ...request.body })),
  );
  scope.post(report.path, { schema: { params: ByHost, body: ExportReportBody } }, async (request, reply) =>
    reply.code(201).send(await create(request, { what: 'report', ...request.body })),
  );
  scope.post(
    checkIns.path,
    { schema: { params: ByHost, body: ExportCheckInsBody } },
    async (request, reply) =>
      reply.code(201).send(await create(request, { what: 'check_ins', ...request.body })),
  );
  scope.post(
    newsletter.path,
    { schema: { params: ByHost, body: ExportNewsletterBody } },
    async (request, reply) =>
      reply.code(201).send(await create(request, { what: 'newsletter', ...request.body })),
  );
  scope.post(
    promoUses.path,
    { schema: { params: ByHost, body: ExportPromoUsesBody } },
    async (request, reply) =>
      reply.code(201).send(await create(request, { what: 'promo_uses', ...request.body })),
  );

  // Without HEAD: it would make a file that nobody reads.
  scope.get(file.path, { schema: { params: ByExport }, exposeHeadRoute: false }, async (request, reply) => {
    const member = memberOf(request);
    const { hostId, eventIds } = member;
    const { exportId } = request.params;
    const asked = await findExport(database, { hostId, personId: member.personId, exportId });
    if (!asked || !mayMember(member, EXPORT_POWERS[asked.what]))
      throw new Refusal('not_found', 'There is no such file, or its ten minutes are over: export it again.');
    const stopped = new AbortController();
    const turn = turns.take(hostId, () => stopped.abort());
    reply.raw.once('close', turn.end);
    // Its close was before anybody listened for it.
    if (reply.raw.destroyed) turn.end();
    const { timezone } = COUNTRIES[member.country];
    const text = exportText({ database, secretKeys }, asked, {
      hostId,
      eventIds,
      timezone,
      asOf: asked.createdAt,
    });
    return sendFile(reply, {
      name: nameFile(asked),
      text,
      signal: stopped.signal,
      maxPauseMs: MAX_PAUSE_MS,
      onSent: turn.count,
    });
  });
}

const nameFile = ({ what, createdAt }: FoundExport): string =>
  `${what.replace('_', '-')}-${isoInZone(createdAt, 'UTC').slice(0, 10)}`;

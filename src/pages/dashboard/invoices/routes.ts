import { Type } from 'typebox';
import { clientGone } from '../../../http/client-gone.ts';
import { nameInvoiceFile } from '../../../invoices/archive/archive-invoices.ts';
import { findInvoice } from '../../../invoices/find-invoice.ts';
import { changeInvoiceSettings } from '../../../invoices/settings/change-invoice-settings.ts';
import { Refusal } from '../../../refusal.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import type { PageRoutes } from '../access/page-routes.ts';
import { InvoiceSettingsBody } from './bodies.ts';
import { loadInvoices } from './data.ts';

const Day = Type.String({ format: 'date-or-empty', default: '' });
const Query = Type.Object({
  from: Day,
  to: Day,
  cursor: Type.String({ format: 'uuid-or-empty', default: '' }),
});

/** The invoices of a host, and how it makes them. */
export function registerInvoices(
  { view, change, answer }: PageRoutes,
  { database, invoicePrinter }: Pick<DashboardDeps, 'database' | 'invoicePrinter'>,
): void {
  const routes = ROUTES.invoices;
  view(routes.view, { shows: 'invoices', query: Query }, ({ member, query }) =>
    loadInvoices(database, member, query),
  );

  change(routes.change, { body: InvoiceSettingsBody }, (tx, { hostId, actor, version, ...settings }) =>
    changeInvoiceSettings(tx, { hostId, actor, version, settings }),
  );

  answer(routes.file, {}, async ({ params: { hostId, invoiceId }, reply }) => {
    const found = await findInvoice(database, { hostId, invoiceId });
    if (!found) throw new Refusal('not_found', 'There is no such invoice.');
    const { invoice, hasFacturX } = found;
    const pdf = await invoicePrinter.print(invoice, {
      facturX: hasFacturX,
      queue: 'page',
      signal: clientGone(reply.raw),
    });
    return reply
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff')
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${nameInvoiceFile(invoice)}"`)
      .send(pdf);
  });
}

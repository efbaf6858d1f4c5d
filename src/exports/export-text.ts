import { writeCsvLines, type Cell } from '../csv/write-csv.ts';
import { answerColumns } from './answer-columns.ts';
import { CHECK_IN_COLUMNS, checkInLines } from './check-in-lines.ts';
import type { FoundExport } from './find-export.ts';
import { GUEST_COLUMNS, guestLines } from './guest-lines.ts';
import { INVOICE_COLUMNS, invoiceLines } from '../invoices/archive/invoice-lines.ts';
import { NEWSLETTER_COLUMNS, newsletterLines } from './newsletter-lines.ts';
import { ORDER_COLUMNS, orderLines, type ExportDeps } from './order-lines.ts';
import { readTaxes } from '../reports/read-taxes.ts';
import { PROMO_USE_COLUMNS, promoUseLines } from './promo-use-lines.ts';
import { reportLines } from './report-lines.ts';
import { taxColumns } from './tax-columns.ts';
import type { ExportScope } from './walk-events.ts';
import { walkInvoices } from './walk-invoices.ts';

// Tells spreadsheets that it is UTF-8.
const BYTE_ORDER_MARK = '\uFEFF';

/** All files but the PDFs. */
export type TextExport = Exclude<FoundExport, { what: 'invoice_files' }>;

/** The text of a file, a page of lines at a time: no more of it is ever in memory. */
export async function* exportText(
  deps: ExportDeps,
  asked: TextExport,
  scope: ExportScope,
): AsyncGenerator<string, void, undefined> {
  const { columns, lines } = await linesOf(deps, asked, scope);
  const { separator } = asked;
  yield (asked.withBom ? BYTE_ORDER_MARK : '') + writeCsvLines([columns], { separator });
  for await (const page of lines) yield writeCsvLines(page, { separator });
}

async function linesOf(
  deps: ExportDeps,
  asked: TextExport,
  scope: ExportScope,
): Promise<{ columns: readonly string[]; lines: AsyncIterable<Cell[][]> }> {
  const { hostId } = scope;
  if (asked.what === 'orders') {
    const { eventId } = asked.filters;
    const more = await answerColumns(deps.database, { of: 'orders', hostId, eventId });
    const eventIds = eventId === null ? scope.eventIds && [...scope.eventIds] : [eventId];
    const always = { from: null, to: null, by: null };
    const taxes = taxColumns(await readTaxes(deps.database, { hostId, eventIds, ...always }));
    return {
      columns: [...ORDER_COLUMNS, ...taxes.columns, ...more.columns],
      lines: orderLines(deps, scope, { filters: asked.filters, taxes, more }),
    };
  }
  if (asked.what === 'guests') {
    const { eventId } = asked.filters;
    const more = await answerColumns(deps.database, { of: 'tickets', hostId, eventId });
    return {
      columns: [...GUEST_COLUMNS, ...more.columns],
      lines: guestLines(deps.database, scope, { filters: asked.filters, more }),
    };
  }
  if (asked.what === 'newsletter')
    return { columns: NEWSLETTER_COLUMNS, lines: newsletterLines(deps.database, scope) };
  if (asked.what === 'report') return reportLines(deps.database, scope, asked.filters);
  if (asked.what === 'check_ins')
    return { columns: CHECK_IN_COLUMNS, lines: checkInLines(deps.database, scope, asked.filters) };
  if (asked.what === 'invoices') {
    const invoices = walkInvoices(deps.database, scope, asked.filters);
    return { columns: INVOICE_COLUMNS, lines: invoiceLines(invoices) };
  }
  return { columns: PROMO_USE_COLUMNS, lines: promoUseLines(deps.database, scope, asked.filters) };
}

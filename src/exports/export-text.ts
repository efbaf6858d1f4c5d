import { writeCsvLines, type Cell } from '../csv/write-csv.ts';
import { CHECK_IN_COLUMNS, checkInLines } from './check-in-lines.ts';
import type { FoundExport } from './find-export.ts';
import { GUEST_COLUMNS, guestLines } from './guest-lines.ts';
import { ORDER_COLUMNS, orderLines, type ExportParts } from './order-lines.ts';
import { PROMO_USE_COLUMNS, promoUseLines } from './promo-use-lines.ts';
import { REPORT_COLUMNS, reportLines } from './report-lines.ts';
import type { ExportScope } from './walk-events.ts';

// Tells spreadsheets that it is UTF-8.
const BYTE_ORDER_MARK = '\uFEFF';

/** The text of a file, a page of lines at a time: no more of it is ever in memory. */
export async function* exportText(
  parts: ExportParts,
  asked: FoundExport,
  scope: ExportScope,
): AsyncGenerator<string, void, undefined> {
  const { columns, lines } = linesOf(parts, asked, scope);
  const { separator } = asked;
  yield (asked.withBom ? BYTE_ORDER_MARK : '') + writeCsvLines([columns], { separator });
  for await (const page of lines) yield writeCsvLines(page, { separator });
}

function linesOf(
  parts: ExportParts,
  asked: FoundExport,
  scope: ExportScope,
): { columns: readonly string[]; lines: AsyncIterable<Cell[][]> } {
  if (asked.what === 'orders')
    return { columns: ORDER_COLUMNS, lines: orderLines(parts, scope, asked.filters) };
  if (asked.what === 'guests')
    return { columns: GUEST_COLUMNS, lines: guestLines(parts.database, scope, asked.filters) };
  if (asked.what === 'report')
    return { columns: REPORT_COLUMNS, lines: reportLines(parts.database, scope, asked.filters) };
  if (asked.what === 'check_ins')
    return { columns: CHECK_IN_COLUMNS, lines: checkInLines(parts.database, scope, asked.filters) };
  return { columns: PROMO_USE_COLUMNS, lines: promoUseLines(parts.database, scope, asked.filters) };
}

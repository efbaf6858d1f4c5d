import { writeCsvLines, type Cell } from '../csv/write-csv.ts';
import type { Queryable } from '../db/database.ts';
import type { FoundExport } from './find-export.ts';
import { GUEST_COLUMNS, guestLines } from './guest-lines.ts';
import { ORDER_COLUMNS, orderLines } from './order-lines.ts';
import { PROMO_USE_COLUMNS, promoUseLines } from './promo-use-lines.ts';
import type { ExportScope } from './walk-events.ts';

// Tells spreadsheets that it is UTF-8.
const BYTE_ORDER_MARK = '\uFEFF';

/** The text of a file, a page of lines at a time: no more of it is ever in memory. */
export async function* exportText(
  database: Queryable,
  asked: FoundExport,
  scope: ExportScope,
): AsyncGenerator<string, void, undefined> {
  const { columns, lines } = linesOf(database, asked, scope);
  const { separator } = asked;
  yield (asked.withBom ? BYTE_ORDER_MARK : '') + writeCsvLines([columns], { separator });
  for await (const page of lines) yield writeCsvLines(page, { separator });
}

function linesOf(
  database: Queryable,
  asked: FoundExport,
  scope: ExportScope,
): { columns: readonly string[]; lines: AsyncIterable<Cell[][]> } {
  if (asked.what === 'orders')
    return { columns: ORDER_COLUMNS, lines: orderLines(database, scope, asked.filters) };
  if (asked.what === 'guests')
    return { columns: GUEST_COLUMNS, lines: guestLines(database, scope, asked.filters) };
  return { columns: PROMO_USE_COLUMNS, lines: promoUseLines(database, scope, asked.filters) };
}

import type { Cell } from '../csv/write-csv.ts';
import type { Queryable } from '../db/database.ts';
import { decimalsOf, toMajorUnits } from '../values/major-units.ts';
import { readReport, type ReportRow } from '../reports/read-report.ts';
import { readTaxes } from '../reports/read-taxes.ts';
import type { ReportFilters } from './export-kinds.ts';
import { taxColumns } from './tax-columns.ts';
import type { ExportScope } from './walk-events.ts';

const REPORT_COLUMNS = [
  'by',
  'name',
  'event',
  'orders',
  'tickets',
  'tickets returned',
  'gross',
  'discounts',
  'fees',
  'refunds',
  'net',
  'currency',
];

/** The rows of a report as its page has them, all of them, with their columns. They are sums, some thousand at most: read at once. */
export async function reportLines(
  database: Queryable,
  { hostId, eventIds }: ExportScope,
  { eventId, by, from, to }: ReportFilters,
): Promise<{ columns: readonly string[]; lines: AsyncIterable<Cell[][]> }> {
  const isTheirs = eventId === null || (eventIds?.includes(eventId) ?? true);
  const chosen = eventId === null ? eventIds && [...eventIds] : isTheirs ? [eventId] : [];
  const asked = { hostId, eventIds: chosen, from, to };
  const { rows } = await readReport(database, { ...asked, by });
  const sums = by === 'ticket_type' ? [] : await readTaxes(database, { ...asked, by });
  const taxes = taxColumns(sums);
  const lines = rows.map((row) => [
    ...toLine(row, by.replace('_', ' ')),
    ...taxes.cells(
      sums.filter(({ key, country }) => key === row.key && country === row.country),
      decimalsOf(row.currency),
    ),
  ]);
  return { columns: [...REPORT_COLUMNS, ...taxes.columns], lines: inOnePage(lines) };
}

async function* inOnePage(lines: Cell[][]): AsyncGenerator<Cell[][], void, undefined> {
  yield lines;
}

function toLine(row: ReportRow, by: string): Cell[] {
  const decimals = decimalsOf(row.currency);
  // More may go back in a time than was sold in it.
  const money = (minor: number): string => (minor < 0 ? '-' : '') + toMajorUnits(Math.abs(minor), decimals);
  return [
    by,
    row.name,
    row.eventName,
    row.orders,
    row.tickets,
    row.returnedTickets,
    money(row.grossMinor),
    money(row.discountsMinor),
    money(row.feesMinor),
    money(row.refundsMinor),
    money(row.netMinor),
    row.currency,
  ];
}

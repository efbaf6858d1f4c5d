import { previewCsv, type CellProblem, type CsvPreview } from '../../csv/preview-csv.ts';
import { readCsv, type CsvColumn, type CsvLine } from '../../csv/read-csv.ts';
import type { Queryable } from '../../db/database.ts';
import { readDecimal } from '../../values/decimal.ts';
import { MAX_TICKET_TYPES } from '../../inventory/add-ticket-type.ts';
import { MAX_CODES_AT_ONCE, MAX_DISCOUNT_MINOR, MAX_USES, PROMO_CODE } from '../../rules/promo-code.ts';
import { readWallTime } from '../../values/wall-time.ts';
import type { PromoFields } from './promo-code-fields.ts';

const COLUMNS = [
  { name: 'code', isRequired: true, also: ['promo code'] },
  { name: 'percent', also: ['percent off', '%'] },
  { name: 'amount', also: ['amount off'] },
  { name: 'maximum uses', also: ['max uses', 'maximum', 'max', 'uses'] },
  { name: 'starts', also: ['starts at', 'from', 'start'] },
  { name: 'ends', also: ['ends at', 'until', 'end'] },
  { name: 'ticket types', also: ['ticket type', 'tickets'] },
] as const satisfies readonly CsvColumn<string>[];

export type PromoColumn = (typeof COLUMNS)[number]['name'];
export const PROMO_COLUMNS: readonly PromoColumn[] = COLUMNS.map(({ name }) => name);

export type PromoProblem =
  | 'required'
  | 'not_a_code'
  | 'double'
  | 'exists'
  | 'no_discount'
  | 'two_discounts'
  | 'not_a_percentage'
  | 'not_an_amount'
  | 'not_a_number'
  | 'not_a_time'
  | 'ends_early'
  | 'unknown_ticket_type';

type Problem = CellProblem<PromoColumn, PromoProblem>;
type Known = {
  timezone: string;
  decimals: number;
  /** The ids of ticket types, by name in lower case. */
  ticketTypes: ReadonlyMap<string, string>;
};

const CODE = new RegExp(PROMO_CODE);
const DATE = /^\d{4}-\d\d-\d\d$/;
// Names of ticket types may have commas and semicolons in them.
const BETWEEN_TYPES = '|';

/** Reads a list of promo codes, and says of every line what is wrong with it. */
export async function readPromoList(
  database: Queryable,
  { hostId, eventId, text, decimals }: { hostId: string; eventId: string; text: string; decimals: number },
): Promise<{ codes: PromoFields[]; preview: CsvPreview }> {
  const list = readCsv(text, { columns: COLUMNS, maxLines: MAX_CODES_AT_ONCE });
  const known = await readKnown(database, { hostId, eventId, decimals });
  const problems: Problem[] = [];
  const codes = list.lines.map((line) => readLine(line, known, problems));
  findDoubles(list.lines, problems);
  await findExisting(database, eventId, list.lines, problems);
  problems.sort((one, other) => one.line - other.line);
  return { codes, preview: previewCsv(list, PROMO_COLUMNS, problems) };
}

async function readKnown(
  database: Queryable,
  { hostId, eventId, decimals }: { hostId: string; eventId: string; decimals: number },
): Promise<Known> {
  const { rows } = await database.query<{ timezone: string; types: { id: string; name: string }[] }>(
    `SELECT e.timezone, ARRAY(SELECT jsonb_build_object('id', id, 'name', name) FROM ticket_types WHERE event_id = e.id) AS types
       FROM events AS e WHERE e.id = $1 AND e.host_id = $2`,
    [eventId, hostId],
  );
  const { timezone = 'UTC', types = [] } = rows[0] ?? {};
  return { timezone, decimals, ticketTypes: new Map(types.map(({ id, name }) => [name.toLowerCase(), id])) };
}

/** Notes the problems of a line; the fields of a line with a problem are not used. */
function readLine({ line, cells }: CsvLine<PromoColumn>, known: Known, problems: Problem[]): PromoFields {
  const complain = (column: PromoColumn, problem: PromoProblem, value: string = cells[column]): null => {
    problems.push({ line, column, problem, value });
    return null;
  };
  const { code, percent, amount, starts, ends } = cells;
  if (code === '') complain('code', 'required');
  else if (!CODE.test(code)) complain('code', 'not_a_code');
  if (percent === '' && amount === '') complain('percent', 'no_discount');
  if (percent !== '' && amount !== '') complain('amount', 'two_discounts');

  const number = (column: PromoColumn, problem: PromoProblem, decimals: number, maximum: number) => {
    if (cells[column] === '') return null;
    const read = readDecimal(cells[column].replace(/%$/, ''), decimals);
    return read !== null && read >= 1 && read <= maximum ? read : complain(column, problem);
  };
  const moment = (column: 'starts' | 'ends', timeOfDay: string): Date | null => {
    if (cells[column] === '') return null;
    const text = DATE.test(cells[column]) ? `${cells[column]}T${timeOfDay}` : cells[column].replace(' ', 'T');
    return readWallTime(text.slice(0, 22), known.timezone)?.at ?? complain(column, 'not_a_time');
  };
  const [startsAt, endsAt] = [moment('starts', '00:00'), moment('ends', '23:59')];
  if (startsAt && endsAt && endsAt <= startsAt) complain('ends', 'ends_early', `${starts} – ${ends}`);
  const names = cells['ticket types'].split(BETWEEN_TYPES, MAX_TICKET_TYPES).map((name) => name.trim());
  return {
    code,
    percentBasisPoints: number('percent', 'not_a_percentage', 2, 10_000),
    amountMinor: number('amount', 'not_an_amount', known.decimals, MAX_DISCOUNT_MINOR),
    maximumUses: number('maximum uses', 'not_a_number', 0, MAX_USES),
    startsAt,
    endsAt,
    ticketTypeIds: names
      .filter(Boolean)
      .map(
        (name) =>
          known.ticketTypes.get(name.toLowerCase()) ?? complain('ticket types', 'unknown_ticket_type', name),
      )
      .filter((id) => id !== null)
      .sort(),
  };
}

function findDoubles(lines: readonly CsvLine<PromoColumn>[], problems: Problem[]): void {
  const seen = new Map<string, number>();
  for (const { line, cells } of lines) {
    const key = cells.code.toLowerCase();
    const otherLine = seen.get(key);
    if (key === '') continue;
    if (otherLine === undefined) seen.set(key, line);
    else problems.push({ line, column: 'code', problem: 'double', value: cells.code, otherLine });
  }
}

async function findExisting(
  database: Queryable,
  eventId: string,
  lines: readonly CsvLine<PromoColumn>[],
  problems: Problem[],
): Promise<void> {
  const { rows } = await database.query<{ code: string }>(
    'SELECT lower(code) AS code FROM promo_codes WHERE event_id = $1 AND lower(code) = ANY($2::text[])',
    [eventId, lines.map(({ cells }) => cells.code.toLowerCase())],
  );
  const existing = new Set(rows.map(({ code }) => code));
  for (const { line, cells } of lines) {
    if (existing.has(cells.code.toLowerCase()))
      problems.push({ line, column: 'code', problem: 'exists', value: cells.code });
  }
}

import { previewCsv, type CellProblem, type CsvPreview } from '../../csv/preview-csv.ts';
import { readCsv, type CsvColumn, type CsvLine } from '../../csv/read-csv.ts';
import type { Queryable } from '../../db/database.ts';
import { OWN_LEFT_SQL, POOL_LEFT_SQL } from '../../inventory/ticket-status.ts';
import { comparableAddress, isEmailAddress } from '../../values/email-address.ts';
import { MAX_GUEST_LINES, MAX_TICKETS_OF_GIFT, MAX_TICKETS_OF_LIST } from '../../rules/guest-list.ts';
import { readLanguage, type Language } from '../../values/language.ts';
import { MAX_NOTE_CHARACTERS } from '../../rules/order-source.ts';
import { isParagraphs } from '../../values/paragraphs.ts';
import { isPersonName } from '../../values/person-name.ts';
import type { Gift } from '../write-gifts.ts';

const COLUMNS = [
  { name: 'first name', isRequired: true, also: ['firstname', 'given name'] },
  { name: 'last name', isRequired: true, also: ['lastname', 'surname', 'family name'] },
  { name: 'e-mail', isRequired: true, also: ['email', 'email address', 'e-mail address', 'mail'] },
  { name: 'ticket type', isRequired: true, also: ['ticket', 'type'] },
  { name: 'quantity', also: ['number', 'tickets', 'how many'] },
  { name: 'language', also: ['lang'] },
  { name: 'note', also: ['message'] },
] as const satisfies readonly CsvColumn<string>[];

export type GuestColumn = (typeof COLUMNS)[number]['name'];
export const GUEST_COLUMNS: readonly GuestColumn[] = COLUMNS.map(({ name }) => name);

export type GuestProblem =
  | 'required'
  | 'not_a_name'
  | 'not_an_email'
  | 'unknown_ticket_type'
  | 'two_ticket_types'
  | 'has_seats'
  | 'not_a_quantity'
  | 'not_a_language'
  | 'not_a_note'
  | 'too_few_left'
  | 'too_many_tickets'
  | 'double';

type Problem = CellProblem<GuestColumn, GuestProblem>;
type KnownType = {
  ticketTypeId: string;
  kind: 'GENERAL' | 'SEATED';
  left: number;
  poolId: string | null;
  poolLeft: number | null;
};
/** By name in lower case: several of one name can't be told apart. */
type Known = ReadonlyMap<string, KnownType[]>;

const MAX_NAME_CHARACTERS = 100;
const QUANTITY = /^\d{1,6}$/;
const LANGUAGE_NAMES = new Map<string, Language>([
  ['english', 'en'],
  ['anglais', 'en'],
  ['french', 'fr'],
  ['français', 'fr'],
  ['portuguese', 'pt'],
  ['português', 'pt'],
  ['spanish', 'es'],
  ['español', 'es'],
  ['german', 'de'],
  ['deutsch', 'de'],
  ['italian', 'it'],
  ['italiano', 'it'],
  ['swahili', 'sw'],
  ['kiswahili', 'sw'],
  ['arabic', 'ar'],
  ['العربية', 'ar'],
]);

/** Reads a list of guests, and says of every line what is wrong with it, and what may be. */
export async function readGuestList(
  database: Queryable,
  {
    hostId,
    eventId,
    text,
    guestNote = '',
  }: {
    hostId: string;
    eventId: string;
    text: string;
    /** To every guest whose line has no note of its own. */
    guestNote?: string;
  },
): Promise<{ gifts: Gift[]; preview: CsvPreview; isGood: boolean }> {
  // Half a character is read as one that was lost.
  const list = readCsv(text.toWellFormed(), { columns: COLUMNS, maxLines: MAX_GUEST_LINES });
  const known = await readTypes(database, { hostId, eventId });
  const problems: Problem[] = [];
  const gifts = list.lines.map((line) => {
    const gift = readLine(line, known, problems);
    return { ...gift, guestNote: gift.guestNote || guestNote };
  });
  countStock(list.lines, gifts, known, problems);
  problems.sort((one, other) => one.line - other.line);
  return {
    gifts,
    preview: previewCsv(list, GUEST_COLUMNS, problems, findDoubles(list.lines)),
    isGood: list.problems.length === 0 && problems.length === 0,
  };
}

async function readTypes(
  database: Queryable,
  { hostId, eventId }: { hostId: string; eventId: string },
): Promise<Known> {
  const { rows } = await database.query<KnownType & { name: string }>(
    `SELECT ticket_type.id AS "ticketTypeId", lower(ticket_type.name) AS name, ticket_type.kind,
            ${OWN_LEFT_SQL} AS left, ticket_type.pool_id AS "poolId", ${POOL_LEFT_SQL} AS "poolLeft"
       FROM ticket_types AS ticket_type
      WHERE ticket_type.event_id = (SELECT id FROM events WHERE id = $1 AND host_id = $2)`,
    [eventId, hostId],
  );
  return Map.groupBy(rows, ({ name }) => name.toLowerCase().trim());
}

/** Notes the problems of a line; the gift of a line with a problem is not used. */
function readLine(
  { line, cells }: CsvLine<GuestColumn>,
  known: Known,
  problems: Problem[],
): Gift & { guestNote: string } {
  const complain = (column: GuestColumn, problem: GuestProblem): void =>
    void problems.push({ line, column, problem, value: cells[column] });
  for (const column of ['first name', 'last name'] as const) {
    const name = cells[column];
    if (name === '') complain(column, 'required');
    else if (!isPersonName(name) || Array.from(name).length > MAX_NAME_CHARACTERS)
      complain(column, 'not_a_name');
  }
  if (cells['e-mail'] === '') complain('e-mail', 'required');
  else if (!isEmailAddress(cells['e-mail'])) complain('e-mail', 'not_an_email');

  const types = known.get(cells['ticket type'].toLowerCase()) ?? [];
  const [type] = types;
  if (cells['ticket type'] === '') complain('ticket type', 'required');
  else if (!type) complain('ticket type', 'unknown_ticket_type');
  else if (types.length > 1) complain('ticket type', 'two_ticket_types');
  else if (type.kind === 'SEATED') complain('ticket type', 'has_seats');

  const quantity = cells.quantity === '' ? 1 : QUANTITY.test(cells.quantity) ? Number(cells.quantity) : 0;
  if (quantity < 1 || quantity > MAX_TICKETS_OF_GIFT) complain('quantity', 'not_a_quantity');
  const named = cells.language.toLowerCase();
  const language = named === '' ? 'en' : (LANGUAGE_NAMES.get(named) ?? readLanguage(named));
  if (!language) complain('language', 'not_a_language');
  const { note } = cells;
  if (Array.from(note).length > MAX_NOTE_CHARACTERS || !isParagraphs(note)) complain('note', 'not_a_note');
  return {
    firstName: cells['first name'],
    lastName: cells['last name'],
    email: cells['e-mail'],
    language: language ?? 'en',
    guestNote: note,
    lines: [{ ticketTypeId: type?.ticketTypeId ?? '', quantity }],
  };
}

/** Over the whole list: the lines at which a ticket type, or the list's own limit, is used up. */
function countStock(
  lines: readonly CsvLine<GuestColumn>[],
  gifts: readonly Gift[],
  known: Known,
  problems: Problem[],
): void {
  const types = [...known.values()].flat();
  const left = new Map(types.map((type) => [type.ticketTypeId, type.left]));
  const poolOf = new Map(types.map((type) => [type.ticketTypeId, type.poolId ?? '']));
  const poolLeft = new Map(types.map((type) => [type.poolId ?? '', type.poolLeft ?? Infinity]));
  let tickets = 0;
  for (const [at, { line, cells }] of lines.entries()) {
    const given = gifts[at]?.lines[0];
    if (!given) continue;
    const before = left.get(given.ticketTypeId);
    if (before === undefined || given.quantity > MAX_TICKETS_OF_GIFT) continue;
    const { ticketTypeId, quantity } = given;
    const after = before - quantity;
    left.set(ticketTypeId, after);
    const poolId = poolOf.get(ticketTypeId) ?? '';
    const poolAfter = (poolLeft.get(poolId) ?? Infinity) - quantity;
    poolLeft.set(poolId, poolAfter);
    tickets += quantity;
    if (after < 0 || poolAfter < 0)
      problems.push({
        line,
        column: 'quantity',
        problem: 'too_few_left',
        value: cells['ticket type'],
      });
    if (tickets > MAX_TICKETS_OF_LIST && tickets - quantity <= MAX_TICKETS_OF_LIST)
      problems.push({
        line,
        column: 'quantity',
        problem: 'too_many_tickets',
        value: String(MAX_TICKETS_OF_LIST),
      });
  }
}

/** The same address for the same ticket type, twice: it may be meant so. */
function findDoubles(lines: readonly CsvLine<GuestColumn>[]): Problem[] {
  const seen = new Map<string, number>();
  return lines.flatMap(({ line, cells }): Problem[] => {
    if (cells['e-mail'] === '') return [];
    const key = JSON.stringify([comparableAddress(cells['e-mail']), cells['ticket type'].toLowerCase()]);
    const otherLine = seen.get(key);
    if (otherLine !== undefined)
      return [{ line, column: 'e-mail', problem: 'double', value: cells['e-mail'], otherLine }];
    seen.set(key, line);
    return [];
  });
}

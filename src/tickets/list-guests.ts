import assert from 'node:assert/strict';
import type { Queryable } from '../db/database.ts';
import { readTypedReference } from '../rules/order-reference.ts';
import { readShortCode } from '../rules/short-code.ts';
import {
  GUEST_HOWS,
  GUEST_MARK_SQL,
  guestMarks,
  GUEST_STATES,
  type GuestHow,
  type GuestState,
} from './guest-marks.ts';
import { readPosition, writePosition, type GuestPosition } from './guest-position.ts';
import type { Seat } from './list-order-tickets.ts';

/** Null: whichever. */
export type GuestFilters = {
  /** A reference, a ticket's short code, the beginning of a name or of an e-mail address. */
  search: string | null;
  ticketTypeId: string | null;
  state: GuestState | null;
  how: GuestHow | null;
};

export type ListGuests = {
  hostId: string;
  eventId: string;
  filters: GuestFilters;
  limit: number;
  /** The `nextCursor` of the page before. */
  cursor: string | null;
};

/** A ticket and who comes with it. */
export type Guest = {
  ticketId: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string | null;
  ticketTypeId: string;
  typeName: string;
  seat: Seat | null;
  state: GuestState;
  how: GuestHow;
  /** Of the order. */
  reference: string;
  issuedAt: Date;
  usedAt: Date | null;
  voidedAt: Date | null;
};

export const MAX_GUESTS_PER_PAGE = 1_000;

// In the words of tickets_guest_name and tickets_guest_email.
const NAME = `lower(last_name || ' ' || first_name) COLLATE "C"`;
const EMAIL = `lower(email) COLLATE "C"`;

/**
 * The guests of an event: the newest first, or, where something is searched for, by short code, name and then e-mail address. Another host's
 * event has none. However many there are, no more rows are read than are shown, but for a search within a ticket type that is neither
 * rare nor common (docs/decisions/guests.md).
 */
export async function listGuests(
  tx: Queryable,
  { hostId, eventId, filters, limit, cursor }: ListGuests,
): Promise<{ guests: Guest[]; nextCursor: string | null }> {
  assert(limit >= 1 && limit <= MAX_GUESTS_PER_PAGE, 'a page of so many guests');
  const after = cursor === null ? null : readPosition(cursor);
  const found: GuestRow[] = [];
  // One list after the other: what an earlier one has is passed by in the later ones, and is less than a page where these are read.
  for (const [rank, list] of (await listsOf(tx, { eventId, filters })).entries()) {
    if (after !== null && rank < after.rank) continue;
    const values: unknown[] = [];
    const use = (value: unknown, type: string): string => `$${values.push(value)}::${type}`;
    const at: Place = {
      use,
      event: use(eventId, 'uuid'),
      limit: use(limit + 1 - found.length, 'integer'),
      filters,
      after: rank === after?.rank ? after : null,
    };
    const { rows } = await tx.query<Omit<GuestRow, 'rank'>>(
      `SELECT t.id AS "ticketId", t.first_name AS "firstName", t.last_name AS "lastName", t.email, t.phone,
              t.ticket_type_id AS "ticketTypeId", y.name AS "typeName", s.section, s.row_label, s.seat_label, o.reference, t.how,
              t.issued_at AS "issuedAt", t.used_at AS "usedAt", t.voided_at AS "voidedAt", t.key
         FROM (${list(at)}) AS t
        CROSS JOIN LATERAL (SELECT name FROM ticket_types WHERE id = t.ticket_type_id LIMIT 1) AS y
        CROSS JOIN LATERAL (SELECT reference FROM orders WHERE id = t.order_id LIMIT 1) AS o
         LEFT JOIN LATERAL (SELECT section, row_label, seat_label FROM seats WHERE id = t.seat_id LIMIT 1) AS s ON true
        WHERE EXISTS (SELECT 1 FROM events WHERE id = ${at.event} AND host_id = ${use(hostId, 'uuid')})
        ORDER BY t.key COLLATE "C", t.id DESC`,
      values,
    );
    found.push(...rows.map((row) => ({ ...row, rank })));
    if (found.length > limit) break;
  }
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const hasMore = found.length > limit && last !== undefined;
  return {
    guests: page.map(toGuest),
    nextCursor: hasMore ? writePosition({ rank: last.rank, key: last.key, ticketId: last.ticketId }) : null,
  };
}

type Place = {
  use: (value: unknown, type: string) => string;
  event: string;
  limit: string;
  filters: GuestFilters;
  after: GuestPosition | null;
};

/** Tickets in the order of `key`, and within one the newest first. */
type List = (at: Place) => string;

/** The lists that a page goes through until it is full. */
async function listsOf(
  tx: Queryable,
  { eventId, filters }: Pick<ListGuests, 'eventId' | 'filters'>,
): Promise<List[]> {
  const { search, ticketTypeId } = filters;
  if (search === null) return [byMark];
  const reference = readTypedReference(search);
  if (reference !== null) return [(at) => byReference(at, reference)];
  const isRare = ticketTypeId !== null && (await isRareType(tx, { eventId, ticketTypeId }));
  const ways = waysOf(search);
  return ways.map(
    (way, rank) => (at) =>
      (isRare || way.isOne ? amongAll : byWay)(at, { way, earlier: ways.slice(0, rank) }),
  );
}

const marksOf = ({ state, how }: GuestFilters): number[] =>
  guestMarks({ hows: how === null ? GUEST_HOWS : [how], states: state === null ? GUEST_STATES : [state] });

/** A range of the index for each way in which a guest can be what is asked for; each gives its newest, in order. */
function byMark({ use, event, limit, filters, after }: Place): string {
  const { ticketTypeId } = filters;
  const whose =
    ticketTypeId === null
      ? `event_id = ${event}`
      : `ticket_type_id = ${use(ticketTypeId, 'uuid')} AND event_id = ${event}`;
  const older = after === null ? '' : `AND id < ${use(after.ticketId, 'uuid')}`;
  const ranges = marksOf(filters).map(
    (mark) =>
      `(SELECT * FROM tickets WHERE ${whose} AND (${GUEST_MARK_SQL}) = ${mark} ${older} ORDER BY id DESC LIMIT ${limit})`,
  );
  return `SELECT '' AS key, ranges.* FROM (${ranges.join(' UNION ALL ')}) AS ranges ORDER BY id DESC LIMIT ${limit}`;
}

function byReference({ use, event, limit, filters, after }: Place, reference: string): string {
  const order = `(SELECT id FROM orders WHERE reference = ${use(reference, 'text')})`;
  const older = after === null ? '' : `AND id < ${use(after.ticketId, 'uuid')}`;
  return `SELECT '' AS key, tickets.* FROM tickets
           WHERE order_id = ${order} AND event_id = ${event} AND (${GUEST_MARK_SQL}) = ANY (${use(marksOf(filters), 'integer[]')})
             ${ofType(use, filters)} ${older}
           ORDER BY id DESC LIMIT ${limit}`;
}

const ofType = (use: Place['use'], { ticketTypeId }: GuestFilters): string =>
  ticketTypeId === null ? '' : `AND ticket_type_id = ${use(ticketTypeId, 'uuid')}`;

/** A search: a condition on tickets, in the order of a column. */
type Sought = { column: string; isTrue: (use: Place['use']) => string; isOne?: true };

const begins = (column: string, text: string): Sought => ({
  column,
  isTrue: (use) => {
    const from = use(text, 'text');
    return `(${column} >= lower(${from}) COLLATE "C" AND ${column} < (lower(${from}) || U&'\\+10FFFF') COLLATE "C")`;
  },
});

/**
 * By short code, which a name can have the letters of, by name, and by e-mail address. What two of them find is found by the first. People
 * say the first name first; the index has the last name first, as lists do.
 */
function waysOf(typed: string): Sought[] {
  const text = typed.trim().replaceAll(/\s+/g, ' ');
  const words = text.split(' ');
  const swapped = `${words.at(-1) ?? ''} ${words.slice(0, -1).join(' ')}`;
  const code = readShortCode(typed);
  const byCode = (number: number): Sought => ({
    column: `'' COLLATE "C"`,
    isTrue: (use) => `short_code = ${use(number, 'bigint')}`,
    isOne: true,
  });
  return [
    ...(code === null ? [] : [byCode(code)]),
    begins(NAME, text),
    words.length > 1 ? begins(NAME, swapped) : begins(EMAIL, text),
  ];
}

type Way = { way: Sought; earlier: Sought[] };

/** That a ticket is on this way and on none before, and comes after where the last page ended. */
function isOnWay({ use, after }: Place, { way, earlier }: Way): string {
  const conditions = [way.isTrue(use), ...earlier.map((other) => `NOT (${other.isTrue(use)})`)];
  if (after !== null) {
    const key = `${use(after.key, 'text')} COLLATE "C"`;
    const id = use(after.ticketId, 'uuid');
    conditions.push(`${way.column} >= ${key}`, `(${way.column} > ${key} OR id < ${id})`);
  }
  return conditions.join(' AND ');
}

/** A range of the index on event, mark and name, or e-mail address, for each mark that is asked for. */
function byWay(at: Place, way: Way): string {
  const { use, event, limit, filters } = at;
  const { column } = way.way;
  const wanted = `${isOnWay(at, way)} ${ofType(use, filters)}`;
  const ranges = marksOf(filters).map(
    (
      mark,
    ) => `(SELECT ${column} AS key, tickets.* FROM tickets WHERE event_id = ${event} AND (${GUEST_MARK_SQL}) = ${mark} AND ${wanted}
                 ORDER BY ${column}, id DESC LIMIT ${limit})`,
  );
  return `SELECT * FROM (${ranges.join(' UNION ALL ')}) AS ranges ORDER BY key COLLATE "C", id DESC LIMIT ${limit}`;
}

/** Those on the way are sorted: they are one, or in a type that is all read. */
function amongAll(at: Place, way: Way): string {
  const { use, event, limit, filters } = at;
  const { column } = way.way;
  // OFFSET 0: the type's tickets first, and not by name.
  return `SELECT ${column} AS key, tickets.* FROM (
            SELECT * FROM tickets WHERE event_id = ${event} ${ofType(use, filters)}
               AND (${GUEST_MARK_SQL}) = ANY (${use(marksOf(filters), 'integer[]')}) ${way.way.isOne ? '' : 'OFFSET 0'}) AS tickets
           WHERE ${isOnWay(at, way)} ORDER BY ${column}, id DESC LIMIT ${limit}`;
}

/**
 * Whether all tickets of a type are fewer than would be read by name until a page of them is found. The two are equal where the type's
 * tickets are the root of a page times all: of a million some seven thousand, which is the most that is read.
 */
async function isRareType(
  tx: Queryable,
  { eventId, ticketTypeId }: { eventId: string; ticketTypeId: string },
): Promise<boolean> {
  const { rows } = await tx.query<{ sold: number; ofType: number }>(
    `SELECT coalesce(sum(sold), 0) AS sold, coalesce(sum(sold) FILTER (WHERE id = $2), 0) AS "ofType" FROM ticket_types WHERE event_id = $1`,
    [eventId, ticketTypeId],
  );
  const [{ sold, ofType: own } = { sold: 0, ofType: 0 }] = rows;
  return own * own < sold * SHOWN_AT_ONCE;
}
const SHOWN_AT_ONCE = 50;

type GuestRow = Omit<Guest, 'seat' | 'state'> & {
  section: string | null;
  row_label: string | null;
  seat_label: string | null;
  rank: number;
  key: string;
};

function toGuest(row: GuestRow): Guest {
  const { section, row_label: rowLabel, seat_label: seat, voidedAt, usedAt } = row;
  return {
    ticketId: row.ticketId,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    phone: row.phone,
    ticketTypeId: row.ticketTypeId,
    typeName: row.typeName,
    seat: section !== null && rowLabel !== null && seat !== null ? { section, row: rowLabel, seat } : null,
    state: voidedAt ? 'void' : usedAt ? 'came_in' : 'good',
    how: row.how,
    reference: row.reference,
    issuedAt: row.issuedAt,
    usedAt,
    voidedAt,
  };
}

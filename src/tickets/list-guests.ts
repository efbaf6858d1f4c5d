import assert from 'node:assert/strict';
import type { Queryable } from '../db/database.ts';
import { readTypedReference } from '../values/order-reference.ts';
import { readShortCode } from '../values/short-code.ts';
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
 * The guests of an event: the newest first, or, where something is searched for, by name and then by e-mail address. Another host's
 * event has none. However many there are, no more rows are read than are shown, but for a search with filters, which reads what it
 * finds until a page is full (docs/decisions/guests.md).
 */
export async function listGuests(
  tx: Queryable,
  { hostId, eventId, filters, limit, cursor }: ListGuests,
): Promise<{ guests: Guest[]; nextCursor: string | null }> {
  assert(limit >= 1 && limit <= MAX_GUESTS_PER_PAGE, 'a page of so many guests');
  const after = cursor === null ? null : readPosition(cursor);
  const values: unknown[] = [];
  const use = (value: unknown, type: string): string => `$${values.push(value)}::${type}`;
  const at: Place = {
    use,
    event: use(eventId, 'uuid'),
    limit: use(limit + 1, 'integer'),
    filters,
    after,
  };
  const found = filters.search === null ? byMark(at) : bySearch(at, filters.search);
  const { rows } = await tx.query<GuestRow>(
    `SELECT t.id AS "ticketId", t.first_name AS "firstName", t.last_name AS "lastName", t.email, t.phone,
            t.ticket_type_id AS "ticketTypeId", y.name AS "typeName", s.section, s.row_label, s.seat_label, o.reference, t.how,
            t.issued_at AS "issuedAt", t.used_at AS "usedAt", t.voided_at AS "voidedAt", t.rank, t.key
       FROM (${found}) AS t
      CROSS JOIN LATERAL (SELECT name FROM ticket_types WHERE id = t.ticket_type_id LIMIT 1) AS y
      CROSS JOIN LATERAL (SELECT reference FROM orders WHERE id = t.order_id LIMIT 1) AS o
       LEFT JOIN LATERAL (SELECT section, row_label, seat_label FROM seats WHERE id = t.seat_id LIMIT 1) AS s ON true
      WHERE EXISTS (SELECT 1 FROM events WHERE id = ${at.event} AND host_id = ${use(hostId, 'uuid')})
      ORDER BY t.rank, t.key, t.id DESC`,
    values,
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
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

/** A range of the index for each way in which a guest can be what is asked for; each gives its newest, in order. */
function byMark({ use, event, limit, filters, after }: Place): string {
  const { ticketTypeId, state, how } = filters;
  const marks = guestMarks({
    hows: how === null ? GUEST_HOWS : [how],
    states: state === null ? GUEST_STATES : [state],
  });
  const whose =
    ticketTypeId === null
      ? `event_id = ${event}`
      : `ticket_type_id = ${use(ticketTypeId, 'uuid')} AND event_id = ${event}`;
  const older = after === null ? '' : `AND id < ${use(after.ticketId, 'uuid')}`;
  const ranges = marks.map(
    (mark) =>
      `(SELECT * FROM tickets WHERE ${whose} AND (${GUEST_MARK_SQL}) = ${mark} ${older} ORDER BY id DESC LIMIT ${limit})`,
  );
  return `SELECT 0 AS rank, '' AS key, ranges.* FROM (${ranges.join(' UNION ALL ')}) AS ranges ORDER BY id DESC LIMIT ${limit}`;
}

/** By reference; else by short code, which a name can have the letters of, by name, and by e-mail address. What two of them find is found by the first. */
function bySearch(at: Place, typed: string): string {
  const { use, event, limit, filters } = at;
  const reference = readTypedReference(typed);
  const { ticketTypeId, state, how } = filters;
  const wanted = [
    `event_id = ${event}`,
    ...(ticketTypeId === null ? [] : [`ticket_type_id = ${use(ticketTypeId, 'uuid')}`]),
    ...(how === null ? [] : [`how = ${use(how, 'text')}`]),
    ...(state === null ? [] : [`(${GUEST_MARK_SQL}) % 3 = ${GUEST_STATES.indexOf(state)}`]),
  ].join(' AND ');
  if (reference !== null) {
    const order = `(SELECT id FROM orders WHERE reference = ${use(reference, 'text')})`;
    const newer = at.after === null ? '' : `AND id < ${use(at.after.ticketId, 'uuid')}`;
    return `SELECT 0 AS rank, '' AS key, tickets.* FROM tickets WHERE order_id = ${order} AND ${wanted} ${newer}
             ORDER BY id DESC LIMIT ${limit}`;
  }
  const text = typed.trim().replaceAll(/\s+/g, ' ');
  const begins = (column: string, beginning: string): string => {
    const from = use(beginning, 'text');
    return `(${column} >= lower(${from}) COLLATE "C" AND ${column} < (lower(${from}) || U&'\\+10FFFF') COLLATE "C")`;
  };
  // People say the first name first; the index has the last name first, as lists do.
  const words = text.split(' ');
  const swapped = `${words.at(-1) ?? ''} ${words.slice(0, -1).join(' ')}`;
  const shortCode = readShortCode(typed);
  const ways = [
    ...(shortCode === null
      ? []
      : [{ column: `'' COLLATE "C"`, condition: `short_code = ${use(shortCode, 'bigint')}` }]),
    { column: NAME, condition: begins(NAME, text) },
    ...(words.length > 1 ? [{ column: NAME, condition: begins(NAME, swapped) }] : []),
    ...(words.length === 1 ? [{ column: EMAIL, condition: begins(EMAIL, text) }] : []),
  ];
  const branches = ways.flatMap(({ column, condition }, rank) => {
    if (at.after !== null && rank < at.after.rank) return [];
    const others = ways.slice(0, rank).map((earlier) => `AND NOT ${earlier.condition}`);
    return `(SELECT ${rank} AS rank, ${column} AS key, tickets.* FROM tickets
             WHERE ${wanted} AND ${condition} ${others.join(' ')} ${behind(at, column, rank)}
             ORDER BY ${column}, id DESC LIMIT ${limit})`;
  });
  return `SELECT * FROM (${branches.join(' UNION ALL ')}) AS ways ORDER BY rank, key, id DESC LIMIT ${limit}`;
}

/** The condition that a row comes after where the last page ended. */
function behind({ use, after }: Place, column: string, rank: number): string {
  if (after === null || rank !== after.rank) return '';
  const key = `${use(after.key, 'text')} COLLATE "C"`;
  return `AND ${column} >= ${key} AND (${column} > ${key} OR id < ${use(after.ticketId, 'uuid')})`;
}

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

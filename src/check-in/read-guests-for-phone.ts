import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Queryable } from '../db/database.ts';
import { doorAnswersSql, doorQuestionsSql, type DoorQuestion } from '../questions/door-answers.ts';
import { doorSpace, type DoorAnswer } from '../rules/door-answers.ts';
import type { GuestEntry } from '../rules/guest-entry.ts';
import type { Seat } from '../tickets/list-order-tickets.ts';
import { readListCursor, writeListCursor, type ListCursor } from './phone-cursor.ts';
import { findOf, sealEntry, shortOf } from './seal-entry.ts';

/** A page of what has changed. */
export type GuestListPage = {
  entries: GuestEntry[];
  /** The position to continue from, now or later. */
  next: string;
  /** Nothing more has changed. */
  isComplete: boolean;
  /** The first page of the whole list: what the phone has so far is forgotten once it has all of it. */
  isFresh: boolean;
  asOf: Date;
};

export const ENTRIES_PER_PAGE = 2_000;
// Sealing a page would keep a process from everything else for a tenth of a second.
const SEALED_IN_A_ROW = 100;

/**
 * Reads the changes of an event's guests since the phone last asked, sealed. A row may come twice, and none is missed: rows are told by
 * the transaction that wrote them, and the next page begins at the oldest that was still under way. A cursor of another database, such as
 * one restored from a backup, begins anew.
 */
export async function readGuestsForPhone(
  database: Queryable,
  { eventId, after }: { eventId: string; after: string | null },
): Promise<GuestListPage> {
  const asked = after === null ? null : readListCursor(after);
  const here = await readPosition(database, eventId, asked);
  const cursor = here.isKnown && asked ? asked : null;
  const isFresh = cursor === null;
  const round: ListCursor = cursor ?? {
    place: here.place,
    isFirst: true,
    from: '0',
    until: null,
    last: null,
  };
  const room = doorSpace(here.shown);
  const rows = await readRows(database, { eventId, round, hasAnswers: room > 0 });
  const page = rows.slice(0, ENTRIES_PER_PAGE);
  const isComplete = rows.length <= ENTRIES_PER_PAGE;
  const last = page.at(-1);
  // Anything still under way when the first page was read has this number or a higher one.
  const until = round.until ?? here.oldest;
  const next: ListCursor = isComplete
    ? { place: here.place, isFirst: false, from: until, until: null, last: null }
    : { ...round, until, last: last ? { changedIn: last.changedIn, key: last.key } : null };
  return {
    entries: await sealAll({ eventId, room }, page),
    next: writeListCursor(next),
    isComplete,
    isFresh,
    asOf: here.asOf,
  };
}

type Here = { place: string; oldest: string; asOf: Date; isKnown: boolean; shown: DoorQuestion[] };

/**
 * Before the rows are read, so that whatever they lack is younger. The place names the database and its life: one that was restored, or a
 * standby that has taken over, counts its transactions anew. It also names what is shown of the answers: where the host changes that, every
 * entry is another one, and no ticket has to be written for it.
 */
async function readPosition(database: Queryable, eventId: string, cursor: ListCursor | null): Promise<Here> {
  const { rows } = await database.query<Omit<Here, 'isKnown'> & { youngest: string }>(
    `SELECT concat_ws('-', (SELECT system_identifier FROM pg_control_system()), (SELECT timeline_id FROM pg_control_checkpoint()),
                      (SELECT oid FROM pg_database WHERE datname = current_database())) AS place,
            pg_snapshot_xmin(pg_current_snapshot())::text AS oldest, pg_snapshot_xmax(pg_current_snapshot())::text AS youngest,
            clock_timestamp() AS "asOf", ${doorQuestionsSql('$1')} AS shown`,
    [eventId],
  );
  const [here] = rows;
  if (!here) throw new Error('a SELECT without FROM has a row');
  const { shown, oldest, asOf } = here;
  const place = shown.length === 0 ? here.place : `${here.place}-${hashOf(shown)}`;
  const isKnown = cursor !== null && cursor.place === place && BigInt(cursor.from) <= BigInt(here.youngest);
  return { place, oldest, asOf, isKnown, shown };
}

const hashOf = (shown: DoorQuestion[]): string =>
  createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 16);

type Row = {
  changedIn: string;
  /** Of the ticket; of a code that was passed on, its serial. */
  key: string;
  serial: string;
  isDead: boolean;
  ticketTypeId: string;
  firstName: string;
  lastName: string;
  orderReference: string;
  seat: Seat | null;
  shortCode: number | null;
  usedAt: Date | null;
  leftAt: Date | null;
  /** The door of the guest's last entry. */
  doorId: string | null;
  isVoid: boolean;
  isDisputed: boolean;
  isForResale: boolean;
  asked: DoorAnswer[];
};

const NO_KEY = '00000000-0000-0000-0000-000000000000';

async function readRows(
  database: Queryable,
  { eventId, round, hasAnswers }: { eventId: string; round: ListCursor; hasAnswers: boolean },
): Promise<Row[]> {
  const { changedIn, key } = round.last ?? { changedIn: round.from, key: NO_KEY };
  // A database that was filled from another one has numbers that are still to come here: they are no change.
  const known = round.isFirst ? '' : 'AND changed_in < pg_snapshot_xmax(pg_current_snapshot())';
  // OFFSET 0: the scans of a ticket are found by the ticket, and never among all of the event's.
  const { rows } = await database.query<Row>(
    `SELECT c.changed_in::text AS "changedIn", c.key, c.serial, c.is_dead AS "isDead", c.ticket_type_id AS "ticketTypeId",
            c.first_name AS "firstName", c.last_name AS "lastName", o.reference AS "orderReference", c.short_code AS "shortCode",
            c.used_at AS "usedAt", c.left_at AS "leftAt", d.door_id AS "doorId", c.voided_at IS NOT NULL AS "isVoid",
            c.order_id IS NOT NULL AND blocked_since(of_ticket => c.key, of_order => c.order_id) IS NOT NULL AS "isDisputed",
            c.order_id IS NOT NULL AND resale_since(c.key) IS NOT NULL AS "isForResale", ${hasAnswers ? doorAnswersSql('$1', 'c') : `'[]'::json`} AS asked,
            CASE WHEN s.section IS NOT NULL
                 THEN json_build_object('section', s.section, 'row', s.row_label, 'seat', s.seat_label) END AS seat
       FROM (SELECT * FROM (
               (SELECT changed_in, id AS key, serial, false AS is_dead, ticket_type_id, first_name, last_name, order_id, position, seat_id,
                       short_code, used_at, left_at, voided_at
                  FROM tickets WHERE event_id = $1 AND (changed_in, id) > ($2::xid8, $3::uuid) ${known}
                 ORDER BY changed_in, id LIMIT $4)
               UNION ALL
               (SELECT changed_in, serial, serial, true, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
                  FROM passed_on_codes WHERE event_id = $1 AND (changed_in, serial) > ($2::xid8, $3::uuid) ${known}
                 ORDER BY changed_in, serial LIMIT $4)) AS both_kinds
              ORDER BY changed_in, key LIMIT $4) AS c
       LEFT JOIN LATERAL (SELECT reference FROM orders WHERE id = c.order_id LIMIT 1) AS o ON true
       LEFT JOIN LATERAL (SELECT door_id FROM (SELECT * FROM scans WHERE ticket_id = c.key AND c.used_at IS NOT NULL OFFSET 0) AS own
                           WHERE outcome IN ('admitted', 're_entry') AND undone_by IS NULL
                           ORDER BY at DESC, id DESC LIMIT 1) AS d ON true
       LEFT JOIN LATERAL (SELECT section, row_label, seat_label FROM seats WHERE id = c.seat_id LIMIT 1) AS s ON true
      ORDER BY c.changed_in, c.key`,
    [eventId, changedIn, key, ENTRIES_PER_PAGE + 1],
  );
  return rows;
}

type Sealing = { eventId: string; room: number };

async function sealAll(sealing: Sealing, rows: Row[]): Promise<GuestEntry[]> {
  const entries: GuestEntry[] = [];
  for (const row of rows) {
    if (entries.length % SEALED_IN_A_ROW === SEALED_IN_A_ROW - 1) await nextTurn();
    entries.push(toEntry(sealing, row));
  }
  return entries;
}

function toEntry({ eventId, room }: Sealing, row: Row): GuestEntry {
  const { serial } = row;
  if (row.isDead)
    return { find: findOf(eventId, serial), sealed: null, short: null, state: 'dead', at: null };
  const {
    ticketTypeId,
    firstName,
    lastName,
    seat,
    orderReference,
    asked,
    shortCode,
    usedAt,
    leftAt,
    doorId,
  } = row;
  const guest = { ticketId: row.key, ticketTypeId, firstName, lastName, seat, orderReference, asked };
  const state = row.isVoid ? 'void' : leftAt ? 'out' : usedAt ? 'in' : 'good';
  const at = state === 'out' ? leftAt : state === 'in' ? usedAt : null;
  return {
    ...sealEntry(eventId, { serial, guest, room }),
    short: shortCode === null ? null : shortOf(eventId, shortCode),
    state,
    at: at?.toISOString() ?? null,
    door: state === 'in' ? doorId : null,
    ...(row.isDisputed && { isDisputed: true }),
    ...(row.isForResale && { isForResale: true }),
  };
}

import type { Queryable } from '../db/database.ts';
import { doorAnswersSql } from '../questions/door-answers.ts';
import type { Seat } from '../tickets/list-order-tickets.ts';
import { cutForDoor, type DoorAnswer } from '../rules/door-answers.ts';
import type { ReadScan } from './read-scans.ts';
import type { WrittenScan } from './write-scans.ts';

/** The facts about a guest that the person at the door sees. */
export type GuestAtDoor = {
  ticketId: string;
  firstName: string;
  lastName: string;
  ticketTypeId: string;
  typeName: string;
  seat: Seat | null;
  orderReference: string;
  position: number;
};

/** The door and time of an earlier admission, or of a later one that was known first. */
export type OtherAdmission = { door: string | null; device: string | null; at: Date };

export type DescribedScan = Omit<WrittenScan, 'ticketId'> & {
  guest: (GuestAtDoor & { asked: DoorAnswer[] }) | null;
  /** Of who was in already, or twice. */
  other: OtherAdmission | null;
  /** Set if the ticket is for another event of the host. */
  otherEventName: string | null;
};

export async function describeScans(
  tx: Queryable,
  { eventId, read, written }: { eventId: string; read: ReadScan[]; written: WrittenScan[] },
): Promise<DescribedScan[]> {
  const ticketIds = written.flatMap(({ ticketId }) => ticketId ?? []);
  const guests = await readGuests<GuestAtDoor & { asked: DoorAnswer[] }>(tx, {
    eventId,
    ticketIds,
    more: ANSWERS,
  });
  for (const guest of guests.values()) guest.asked = cutForDoor(guest.asked);
  const twice = written.filter(
    ({ outcome, conflict }) => outcome === 'already_used' || conflict === 'double',
  );
  const others = await findOthers(tx, twice);
  const names = new Map(read.map(({ id, otherEventName }) => [id, otherEventName]));
  const doubted = new Set(read.flatMap(({ id, preset }) => (preset === null ? [] : id)));
  return written.map(({ ticketId, ...scan }) => ({
    ...scan,
    // To whom a ticket was passed on is nothing for who has its old code; nor is a guest for who has no code at all.
    guest: (ticketId !== null && !isPassedOn(scan) && !doubted.has(scan.id) && guests.get(ticketId)) || null,
    other: others.get(scan.id) ?? null,
    otherEventName: scan.outcome === 'other_event' ? (names.get(scan.id) ?? null) : null,
  }));
}

const isPassedOn = ({ outcome, conflict }: Pick<WrittenScan, 'outcome' | 'conflict'>): boolean =>
  outcome === 'passed_on' || conflict === 'passed_on';

const ANSWERS = `, ${doorAnswersSql('t.event_id', 't')} AS asked`;

export const findGuests = (
  tx: Queryable,
  eventId: string,
  ticketIds: string[],
): Promise<Map<string, GuestAtDoor>> => readGuests(tx, { eventId, ticketIds, more: '' });

async function readGuests<Guest extends GuestAtDoor>(
  tx: Queryable,
  { eventId, ticketIds, more }: { eventId: string; ticketIds: string[]; more: string },
): Promise<Map<string, Guest>> {
  if (ticketIds.length === 0) return new Map();
  const { rows } = await tx.query<Guest>(
    `SELECT t.id AS "ticketId", t.first_name AS "firstName", t.last_name AS "lastName", t.ticket_type_id AS "ticketTypeId",
            y.name AS "typeName", o.reference AS "orderReference", t.position,
            CASE WHEN s.section IS NOT NULL
                 THEN json_build_object('section', s.section, 'row', s.row_label, 'seat', s.seat_label) END AS seat${more}
       FROM tickets AS t
      CROSS JOIN LATERAL (SELECT name FROM ticket_types WHERE id = t.ticket_type_id LIMIT 1) AS y
      CROSS JOIN LATERAL (SELECT reference FROM orders WHERE id = t.order_id LIMIT 1) AS o
       LEFT JOIN LATERAL (SELECT section, row_label, seat_label FROM seats WHERE id = t.seat_id LIMIT 1) AS s ON true
      WHERE t.id = ANY ($1) AND t.event_id = $2`,
    [ticketIds, eventId],
  );
  return new Map(rows.map((guest) => [guest.ticketId, guest]));
}

// A CASE, since the words of an index of all scans would lead there, and not to those of a ticket.
/** Of each scan the nearest admission before it by another scan of the same ticket, or else the first after it. */
export async function findOthers(
  tx: Queryable,
  scans: { id: string }[],
): Promise<Map<string, OtherAdmission>> {
  if (scans.length === 0) return new Map();
  const { rows } = await tx.query<OtherAdmission & { id: string }>(
    `SELECT one.id, other.at, door.name AS door, device.name AS device
       FROM unnest($1::uuid[]) AS one (id)
      CROSS JOIN LATERAL (SELECT ticket_id, at FROM scans WHERE id = one.id LIMIT 1) AS s
      CROSS JOIN LATERAL (
        SELECT at, door_id, device_id FROM scans
         WHERE ticket_id = s.ticket_id AND id <> one.id AND kind = 'entry'
           AND CASE WHEN undone_by IS NULL THEN outcome IN ('admitted', 're_entry') END
         ORDER BY at > s.at, CASE WHEN at > s.at THEN at END, at DESC LIMIT 1) AS other
       LEFT JOIN doors AS door ON door.id = other.door_id
       LEFT JOIN door_devices AS device ON device.id = other.device_id`,
    [scans.map(({ id }) => id)],
  );
  return new Map(rows.map(({ id, ...other }) => [id, other]));
}

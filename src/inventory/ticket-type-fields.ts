import type { Queryable } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import { toWallTime, type WallTime } from '../values/wall-time.ts';

/** The fields of a ticket type that members change. */
export type TicketTypeFields = {
  name: string;
  description: string;
  priceMinor: number;
  capacity: number;
  maximumPerOrder: number;
  saleStartsAt: Date | null;
  saleEndsAt: Date | null;
  /** Of a further price of seats: how many there are at most; null: as many as seats. */
  ownLimit?: number | null;
  /** One of the host's other tax rates; null: its usual one. */
  taxRateId?: string | null;
};

/** The same as it is typed and shown: on the clock of the place where the event is. */
export type TypedTicketType = Omit<TicketTypeFields, 'saleStartsAt' | 'saleEndsAt'> & {
  saleStartsAt: WallTime | null;
  saleEndsAt: WallTime | null;
};

export const TICKET_TYPE_COLUMNS: Record<keyof TicketTypeFields, string> = {
  name: 'name',
  description: 'description',
  priceMinor: 'price_minor',
  capacity: 'capacity',
  maximumPerOrder: 'maximum_per_order',
  saleStartsAt: 'sale_starts_at',
  saleEndsAt: 'sale_ends_at',
  ownLimit: 'own_limit',
  taxRateId: 'tax_rate_id',
};

export type StoredTicketType = Required<TicketTypeFields> & {
  ticketTypeId: string;
  kind: 'GENERAL' | 'SEATED';
  position: number;
  poolId: string | null;
  /** The ticket type whose seats it is a further price for; null: it is none. */
  seatsOf: string | null;
  /** The event's. */
  timezone: string;
  sold: number;
  /** With what has lapsed and nobody has given back yet. */
  held: number;
  /** Tickets that their buyers have put on sale again. They count in neither. */
  listed: number;
  /** Counts the changes: who saves says which one they saw. */
  version: number;
};

type OfEvent = { hostId: string; eventId: string };

const SELECT = `SELECT t.id AS "ticketTypeId", t.kind, t.position, t.pool_id AS "poolId", t.seats_of AS "seatsOf", e.timezone, t.sold, t.held, t.listed, t.version, ${Object.entries(
  TICKET_TYPE_COLUMNS,
)
  .map(([field, column]) => `t.${column} AS "${field}"`)
  .join(', ')}
  FROM ticket_types AS t JOIN events AS e ON e.id = t.event_id AND e.host_id = $2 WHERE t.event_id = $1`;

export const TICKET_TYPE_FIELDS = Object.keys(TICKET_TYPE_COLUMNS) as (keyof TicketTypeFields)[];

/** The fields of a whole ticket type as the audit log has them: only a further price has a limit of its own, and a tax rate has a name. */
export const fieldsOf = ({
  seatsOf,
}: Pick<StoredTicketType, 'seatsOf'>): Exclude<keyof TicketTypeFields, 'taxRateId'>[] =>
  TICKET_TYPE_FIELDS.filter((field) => field !== 'taxRateId').filter(
    (field) => field !== 'ownLimit' || seatsOf !== null,
  );

/** The present values, as a member types them. */
export function asTyped(type: StoredTicketType): TypedTicketType & { version: number } {
  const { saleStartsAt, saleEndsAt, timezone } = type;
  return {
    version: type.version,
    name: type.name,
    description: type.description,
    priceMinor: type.priceMinor,
    capacity: type.capacity,
    maximumPerOrder: type.maximumPerOrder,
    saleStartsAt: saleStartsAt && toWallTime(saleStartsAt, timezone),
    saleEndsAt: saleEndsAt && toWallTime(saleEndsAt, timezone),
    taxRateId: type.taxRateId,
    ...(type.seatsOf !== null && { ownLimit: type.ownLimit ?? null }),
  };
}

/** The ticket types of an event in the order that buyers see. */
export async function listTicketTypes(
  database: Queryable,
  { hostId, eventId }: OfEvent,
): Promise<StoredTicketType[]> {
  const { rows } = await database.query<StoredTicketType>(`${SELECT} ORDER BY t.position, t.id`, [
    eventId,
    hostId,
  ]);
  return rows;
}

/**
 * The ticket types, locked as holds and orders lock them (functions/README.md): nobody takes any of them, nor gives any back, before
 * the transaction ends. All of them are there, or it is refused. `toDelete` also keeps out seats and promo codes that would name
 * them.
 */
export async function lockTicketTypes(
  tx: Queryable,
  {
    hostId,
    eventId,
    ticketTypeIds,
    toDelete = false,
  }: OfEvent & { ticketTypeIds: string[]; toDelete?: boolean },
): Promise<StoredTicketType[]> {
  const lock = toDelete ? 'FOR UPDATE' : 'FOR NO KEY UPDATE';
  const { rows } = await tx.query<StoredTicketType>(
    `${SELECT} AND t.id = ANY ($3::uuid[]) ORDER BY t.id ${lock} OF t`,
    [eventId, hostId, ticketTypeIds],
  );
  if (rows.length < new Set(ticketTypeIds).size) throw noSuchTicketType();
  return rows;
}

/**
 * The same by whoever takes of them: together with all others of their pools, which must not be taken of meanwhile. Answers those that
 * were asked for. Once they are locked, nobody can add to a pool; before, somebody may have.
 */
export async function lockToTake(
  tx: Queryable,
  { hostId, eventId, ticketTypeIds }: OfEvent & { ticketTypeIds: string[] },
): Promise<StoredTicketType[]> {
  const locked = await lockTicketTypes(tx, {
    hostId,
    eventId,
    ticketTypeIds: await withPoolTypes(tx, ticketTypeIds),
  });
  const asked = locked.filter(({ ticketTypeId }) => ticketTypeIds.includes(ticketTypeId));
  if (asked.some(({ poolId }) => poolId !== null)) {
    const now = await withPoolTypes(tx, ticketTypeIds);
    if (now.some((id) => !locked.some(({ ticketTypeId }) => ticketTypeId === id)))
      throw new Refusal('changed_meanwhile', 'Its shared capacity is changing right now: try again.');
  }
  return asked;
}

async function withPoolTypes(tx: Queryable, ids: string[]): Promise<string[]> {
  const { rows } = await tx.query<{ ids: string[] }>('SELECT with_pool_types($1::uuid[]) AS ids', [ids]);
  return rows[0]?.ids ?? ids;
}

export async function lockTicketType(
  tx: Queryable,
  { ticketTypeId, ...rest }: OfEvent & { ticketTypeId: string; toDelete?: boolean },
): Promise<StoredTicketType> {
  const [found] = await lockTicketTypes(tx, { ...rest, ticketTypeIds: [ticketTypeId] });
  if (!found) throw noSuchTicketType();
  return found;
}

const noSuchTicketType = (): Refusal => new Refusal('not_found', 'This ticket type no longer exists.');

type EventOfTypes = { eventName: string; kind: 'general' | 'seat_map'; timezone: string; version: number };

/**
 * Members who add, delete or reorder ticket types of an event come one after the other. Sales don't wait for this lock. It is taken
 * before any other.
 */
export async function lockTicketTypesOfEvent(
  tx: Queryable,
  { hostId, eventId }: OfEvent,
): Promise<EventOfTypes> {
  const { rows } = await tx.query<EventOfTypes>(
    'SELECT name AS "eventName", kind, timezone, version FROM events WHERE id = $1 AND host_id = $2 FOR NO KEY UPDATE',
    [eventId, hostId],
  );
  const [event] = rows;
  if (!event) throw new Refusal('not_found', 'There is no such event, or you don’t have access to it.');
  return event;
}

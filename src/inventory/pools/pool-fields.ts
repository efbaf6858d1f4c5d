import type { Queryable } from '../../db/database.ts';
import { invalidField, Refusal } from '../../refusal.ts';
import { lockTicketTypes, type StoredTicketType } from '../ticket-type-fields.ts';

/** A stock that several ticket types draw on. */
export type Pool = {
  poolId: string;
  name: string;
  capacity: number;
  version: number;
  /** In the order that buyers see. */
  ticketTypeIds: string[];
};

/** The fields of a pool that members change. */
export type PoolFields = Pick<Pool, 'name' | 'capacity' | 'ticketTypeIds'>;

type OfEvent = { hostId: string; eventId: string };

export async function listPools(database: Queryable, { hostId, eventId }: OfEvent): Promise<Pool[]> {
  const { rows } = await database.query<Pool>(
    `SELECT p.id AS "poolId", p.name, p.capacity, p.version,
            ARRAY(SELECT t.id FROM ticket_types AS t WHERE t.event_id = p.event_id AND t.pool_id = p.id ORDER BY t.position, t.id)
              AS "ticketTypeIds"
       FROM pools AS p JOIN events AS e ON e.id = p.event_id AND e.host_id = $2
      WHERE p.event_id = $1 ORDER BY p.created_at, p.id`,
    [eventId, hostId],
  );
  return rows;
}

/** The event is locked: nobody else changes its pools. */
export async function findPool(tx: Queryable, which: OfEvent & { poolId: string }): Promise<Pool> {
  await refuseSeats(tx, which);
  const found = (await listPools(tx, which)).find(({ poolId }) => poolId === which.poolId);
  if (!found) throw new Refusal('not_found', 'This shared capacity no longer exists.');
  return found;
}

/** The pool of seats and their prices is as large as the hall, and changes with it. */
async function refuseSeats(tx: Queryable, { eventId, poolId }: OfEvent & { poolId: string }): Promise<void> {
  const { rows } = await tx.query<{ name: string }>(
    `SELECT name FROM ticket_types WHERE event_id = $1 AND pool_id = $2 AND kind = 'SEATED' AND seats_of IS NULL`,
    [eventId, poolId],
  );
  if (rows[0])
    throw new Refusal(
      'validation_failed',
      `These are the prices of the seats of ${rows[0].name}: add or delete prices instead.`,
    );
}

/**
 * Locks all ticket types that draw on a pool before or after a change, by the one statement that sellers use too: each of them comes before
 * the change or after it. The event is locked already.
 */
export async function lockPoolTypes(
  tx: Queryable,
  { poolId, before, after, ...which }: OfEvent & { poolId: string; before: string[]; after: string[] },
): Promise<{ before: StoredTicketType[]; after: StoredTicketType[] }> {
  const ticketTypeIds = [...new Set([...before, ...after])];
  const types = await lockTicketTypes(tx, { ...which, ticketTypeIds });
  const next = types.filter(({ ticketTypeId }) => after.includes(ticketTypeId));
  const elsewhere = next.find((type) => type.poolId !== null && type.poolId !== poolId);
  if (elsewhere)
    throw invalidField(
      'ticketTypeIds',
      `${elsewhere.name} already shares capacity with others: take it out there first.`,
    );
  const seated = next.find(({ kind }) => kind === 'SEATED');
  if (seated)
    throw invalidField('ticketTypeIds', `${seated.name} is sold by seat, so its seats are its capacity.`);
  const listed = next.find((type) => type.poolId !== poolId && type.listed > 0);
  if (listed)
    throw invalidField(
      'ticketTypeIds',
      `can’t share while buyers have put tickets of ${listed.name} on sale again.`,
    );
  return { before: types.filter(({ ticketTypeId }) => before.includes(ticketTypeId)), after: next };
}

/** Never less than is sold and held of its ticket types, which are locked. What has lapsed is given back before anybody is refused. */
export async function requirePoolSpace(
  tx: Queryable,
  types: readonly StoredTicketType[],
  capacity: number,
): Promise<void> {
  const sold = types.reduce((sum, type) => sum + type.sold, 0);
  let held = types.reduce((sum, type) => sum + type.held, 0);
  if (capacity >= sold + held) return;
  const { rows } = await tx.query<{ quantity: number }>(
    `SELECT quantity FROM give_back_stock(of_carts => '{}', of_types => $1::uuid[], lapsed_by => clock_timestamp())`,
    [types.map(({ ticketTypeId }) => ticketTypeId)],
  );
  held -= rows.reduce((sum, { quantity }) => sum + quantity, 0);
  if (capacity < sold + held)
    throw invalidField(
      'capacity',
      `must be at least ${sold + held}, because ${sold} of these tickets are sold and ${held} are on hold.`,
    );
}

/** How the audit log shows a pool: its ticket types by name, in the order that buyers see. */
export const showPool = (
  fields: Partial<Omit<PoolFields, 'ticketTypeIds'>>,
  types: readonly StoredTicketType[],
): Record<string, unknown> => ({
  ...fields,
  ticketTypes: types.toSorted((one, other) => one.position - other.position).map(({ name }) => name),
});

import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import { Refusal } from '../../refusal.ts';
import { lockTicketTypesOfEvent } from '../ticket-type-fields.ts';
import {
  findPool,
  lockPoolTypes,
  requirePoolSpace,
  showPool,
  type Pool,
  type PoolFields,
} from './pool-fields.ts';

type Which = { hostId: string; eventId: string; poolId: string; actor: Actor; version: number };

/** The name, the capacity and the ticket types of a pool, while it is on sale: under the locks of all that drew or will draw on it. */
export async function changePool(
  tx: Transaction,
  { hostId, eventId, poolId, actor, version, ...next }: Which & PoolFields,
): Promise<Pool> {
  await lockTicketTypesOfEvent(tx, { hostId, eventId });
  const now = await findSeenPool(tx, { hostId, eventId, poolId, version });
  const { name, capacity, ticketTypeIds } = next;
  const { before, after } = await lockPoolTypes(tx, {
    hostId,
    eventId,
    poolId,
    before: now.ticketTypeIds,
    after: ticketTypeIds,
  });
  await requirePoolSpace(tx, after, capacity);
  await tx.query('UPDATE pools SET name = $2, capacity = $3, version = version + 1 WHERE id = $1', [
    poolId,
    name,
    capacity,
  ]);
  await tx.query(
    `UPDATE ticket_types SET pool_id = CASE WHEN id = ANY ($3::uuid[]) THEN $1::uuid END
      WHERE id = ANY ($2::uuid[]) AND pool_id IS DISTINCT FROM CASE WHEN id = ANY ($3::uuid[]) THEN $1::uuid END`,
    [poolId, [...now.ticketTypeIds, ...ticketTypeIds], ticketTypeIds],
  );
  await recordChange(tx, {
    hostId,
    actor,
    action: 'pool.change',
    subject: { id: poolId, name },
    before: showPool({ name: now.name, capacity: now.capacity }, before),
    after: showPool({ name, capacity }, after),
  });
  return { poolId, version: version + 1, ...next };
}

/** Each of its ticket types has its own stock again: as many as its own capacity says. */
export async function dissolvePool(
  tx: Transaction,
  { hostId, eventId, poolId, actor, version }: Which,
): Promise<void> {
  await lockTicketTypesOfEvent(tx, { hostId, eventId });
  const { name, capacity, ticketTypeIds } = await findSeenPool(tx, { hostId, eventId, poolId, version });
  const { before } = await lockPoolTypes(tx, { hostId, eventId, poolId, before: ticketTypeIds, after: [] });
  await tx.query('UPDATE ticket_types SET pool_id = NULL WHERE id = ANY ($1::uuid[])', [ticketTypeIds]);
  await tx.query('DELETE FROM pools WHERE id = $1', [poolId]);
  await recordChange(tx, {
    hostId,
    actor,
    action: 'pool.dissolve',
    subject: { id: poolId, name },
    before: showPool({ capacity }, before),
  });
}

async function findSeenPool(tx: Transaction, { version, ...which }: Omit<Which, 'actor'>): Promise<Pool> {
  const now = await findPool(tx, which);
  if (now.version === version) return now;
  throw new Refusal(
    'changed_meanwhile',
    'Somebody else has changed this shared capacity since you opened it.',
    {
      current: {
        version: now.version,
        name: now.name,
        capacity: now.capacity,
        ticketTypeIds: now.ticketTypeIds,
      },
    },
  );
}

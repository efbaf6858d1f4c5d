import { randomUUIDv7 } from 'node:crypto';
import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import { lockTicketTypesOfEvent } from '../ticket-type-fields.ts';
import { lockPoolTypes, requirePoolSpace, showPool, type PoolFields } from './pool-fields.ts';

/** Ticket types draw on one stock from now on, on sale or not. Each keeps its own capacity, as its own limit within the pool. */
export async function shareStock(
  tx: Transaction,
  { hostId, eventId, actor, ...fields }: PoolFields & { hostId: string; eventId: string; actor: Actor },
): Promise<{ poolId: string }> {
  const { name, capacity, ticketTypeIds } = fields;
  await lockTicketTypesOfEvent(tx, { hostId, eventId });
  const poolId = randomUUIDv7();
  const { after } = await lockPoolTypes(tx, { hostId, eventId, poolId, before: [], after: ticketTypeIds });
  await requirePoolSpace(tx, after, capacity);
  await tx.query('INSERT INTO pools (id, event_id, name, capacity) VALUES ($1, $2, $3, $4)', [
    poolId,
    eventId,
    name,
    capacity,
  ]);
  await tx.query('UPDATE ticket_types SET pool_id = $2 WHERE id = ANY ($1::uuid[])', [ticketTypeIds, poolId]);
  await recordChange(tx, {
    hostId,
    actor,
    action: 'pool.create',
    subject: { id: poolId, name },
    after: showPool({ capacity }, after),
  });
  return { poolId };
}

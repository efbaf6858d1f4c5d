import type { Queryable } from '../../../../db/database.ts';
import type { Member } from '../../../../hosts/members/find-member.ts';
import { findOrder, type OrderKeys } from '../../../../orders/find-order.ts';
import { Refusal } from '../../../../refusal.ts';

/** An order of the member's host, of an event that the member may see. The guard knows the member's events, but not the order's event. */
export async function findMemberOrder(
  tx: Queryable,
  { hostId, eventIds }: Pick<Member, 'hostId' | 'eventIds'>,
  reference: string,
): Promise<OrderKeys> {
  const order = await findOrder(tx, { hostId, reference });
  if (!order || (eventIds && !eventIds.includes(order.eventId)))
    throw new Refusal('not_found', 'There is no such order, or you don’t have access to it.');
  return order;
}

import type { Queryable } from '../db/database.ts';
import { isUuid } from '../values/is-uuid.ts';
import { Refusal } from '../refusal.ts';

/** A host sees its own refunds; the operator sees all. */
export type WhoseRefunds = { hostId: string } | { seenBy: 'operator' };

/** Finds the order of a refund. */
export async function findRefund(
  tx: Queryable,
  find: WhoseRefunds & { refundId: string },
): Promise<{ orderId: string; hostId: string }> {
  const { refundId } = find;
  const { rows } = isUuid(refundId)
    ? await tx.query<{ orderId: string; hostId: string }>(
        `SELECT r.order_id AS "orderId", o.host_id AS "hostId" FROM refunds AS r JOIN orders AS o ON o.id = r.order_id
          WHERE r.id = $1 AND ($2::uuid IS NULL OR o.host_id = $2)`,
        [refundId, 'hostId' in find ? find.hostId : null],
      )
    : { rows: [] };
  if (!rows[0]) throw new Refusal('not_found', 'There is no such refund.');
  return rows[0];
}

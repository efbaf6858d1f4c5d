import type { Transaction } from '../../db/database.ts';
import { POWERS } from '../../powers.ts';
import { enqueuePersonMail } from './enqueue-person-mail.ts';
import type { DisputeMail } from './person-mail.ts';

/** SQL: whether the member `m` may refund the order `o`. */
export const MAY_HEAR_OF_DISPUTES = `m.role IN (${POWERS['orders.refund'].map((role) => `'${role}'`).join(', ')})
  AND (m.has_all_events OR EXISTS (SELECT FROM member_events WHERE member_id = m.id AND event_id = o.event_id))`;

/** One mail to everybody who may refund the order at this moment. */
export async function enqueueDisputeMail(
  tx: Transaction,
  mail: Omit<DisputeMail, 'personId'>,
): Promise<void> {
  const { rows } = await tx.query<{ personId: string }>(
    `SELECT m.person_id AS "personId" FROM orders AS o JOIN members AS m ON m.host_id = o.host_id
      WHERE o.id = $1 AND ${MAY_HEAR_OF_DISPUTES} ORDER BY 1`,
    [mail.orderId],
  );
  for (const { personId } of rows) await enqueuePersonMail(tx, { mail: 'dispute', personId, ...mail });
}

import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { Refusal } from '../../refusal.ts';
import { sendTickets, type AskedBy } from './send-tickets.ts';

// Enough for someone who mistypes nothing and looks into the wrong folder; too few to fill somebody's inbox with. Each is
// counted apart: somebody who knows an order's reference uses up neither its buyer's resendings nor the host's.
const MAX_PER_HOUR: Record<AskedBy, number> = { buyer: 5, anybody: 2, operator: 5, member: 5 };

/** Buyers' own requests are no change by the host, and leave no line in its log. */
export type ResendTickets = { orderId: string } & (
  | { askedBy: 'buyer' | 'anybody' }
  | { askedBy: 'operator' | 'member'; actor: Actor }
);

/** Sends an order's tickets once more, to everyone they were issued to; where anybody may be asking, to the buyer alone. */
export async function resendTickets(tx: Transaction, input: ResendTickets): Promise<void> {
  const { orderId, askedBy } = input;
  // The lock puts those who ask at one moment in a row: each counts the ones before it.
  const { rows: orders } = await tx.query<{ hostId: string; reference: string }>(
    'SELECT host_id AS "hostId", reference FROM orders WHERE id = $1 FOR NO KEY UPDATE',
    [orderId],
  );
  const { rowCount } = await tx.query(
    'SELECT FROM tickets WHERE order_id = $1 AND voided_at IS NULL LIMIT 1',
    [orderId],
  );
  const [order] = orders;
  if (!order || rowCount === 0) throw new Refusal('not_found', 'This order has no tickets to send.');
  const tooOften = await listSentTooOften(tx, { orderIds: [orderId], askedBy });
  const retryAfterSeconds = tooOften.get(orderId);
  if (retryAfterSeconds !== undefined)
    throw new Refusal('rate_limited', 'The tickets were sent several times just now: try again in an hour.', {
      retryAfterSeconds,
    });
  await sendTickets(tx, { orderId, askedBy, isForBuyerOnly: askedBy === 'anybody' });
  if (!('actor' in input)) return;
  const { hostId, reference } = order;
  const subject = { id: orderId, name: reference };
  await recordChange(tx, { hostId, actor: input.actor, action: 'order.resend', subject });
}

/** Those of the orders whose tickets were sent again as often as may be within the hour, and in how many seconds they can be again. */
export async function listSentTooOften(
  tx: Queryable,
  { orderIds, askedBy }: { orderIds: string[]; askedBy: AskedBy },
): Promise<Map<string, number>> {
  const { rows } = await tx.query<{ orderId: string; seconds: number }>(
    `SELECT order_id AS "orderId",
            ceil(extract(epoch FROM min(asked_at) + interval '1 hour' - clock_timestamp()))::integer AS seconds
       FROM (SELECT order_id, min(created_at) AS asked_at FROM mails
              WHERE order_id = ANY ($1) AND kind = 'tickets' AND occasion <> ''
                AND coalesce(substring(occasion FROM '^([a-z]+):'), 'buyer') = $2
                AND created_at > clock_timestamp() - interval '1 hour'
              GROUP BY order_id, occasion) AS resends
      GROUP BY order_id HAVING count(*) >= $3`,
    [orderIds, askedBy, MAX_PER_HOUR[askedBy]],
  );
  return new Map(rows.map(({ orderId, seconds }) => [orderId, Math.max(1, seconds)]));
}

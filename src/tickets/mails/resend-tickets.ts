import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import { Refusal } from '../../refusal.ts';
import { sendTickets, type AskedBy } from './send-tickets.ts';

// Enough for someone who mistypes nothing and looks into the wrong folder; too few to fill somebody's inbox with. Each is
// counted apart: somebody who knows an order's reference uses up neither its buyer's resendings nor the host's.
const MAX_PER_HOUR: Record<AskedBy, number> = { buyer: 5, anybody: 2, operator: 5, member: 5 };

/** What buyers ask for themselves is no change of the host's, and leaves no line in its log. */
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
  const { rows: recent } = await tx.query<{ count: number; retryAfterSeconds: number | null }>(
    `SELECT count(*)::integer AS count,
            ceil(extract(epoch FROM min(asked_at) + interval '1 hour' - clock_timestamp()))::integer AS "retryAfterSeconds"
       FROM (SELECT min(created_at) AS asked_at FROM mails
              WHERE order_id = $1 AND kind = 'tickets' AND occasion <> ''
                AND coalesce(substring(occasion FROM '^([a-z]+):'), 'buyer') = $2
                AND created_at > clock_timestamp() - interval '1 hour'
              GROUP BY occasion) AS resends`,
    [orderId, askedBy],
  );
  const [{ count, retryAfterSeconds } = { count: 0, retryAfterSeconds: null }] = recent;
  if (count >= MAX_PER_HOUR[askedBy]) {
    throw new Refusal(
      'rate_limited',
      'The tickets were sent several times just now: look again in an hour.',
      {
        retryAfterSeconds: Math.max(1, retryAfterSeconds ?? 1),
      },
    );
  }
  await sendTickets(tx, { orderId, askedBy, isForBuyerOnly: askedBy === 'anybody' });
  if (!('actor' in input)) return;
  const { hostId, reference } = order;
  const subject = { id: orderId, name: reference };
  await recordChange(tx, { hostId, actor: input.actor, action: 'order.resend', subject });
}

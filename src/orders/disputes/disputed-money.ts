import type { Transaction } from '../../db/database.ts';
import { Refusal } from '../../refusal.ts';

/** SQL: what disputes have taken of the row of `payments` with this name. */
export const lostSql = (payment: string): string =>
  `coalesce((SELECT sum(d.amount_minor)::bigint FROM payment_disputes AS d
              WHERE d.order_id = ${payment}.order_id AND d.payment_id = ${payment}.id AND d.state = 'lost'), 0)`;

/** SQL: what is left of it to be refunded. A bank may claim back what was refunded before: then nothing is. */
export const leftSql = (payment: string): string =>
  `greatest(${payment}.amount_minor - ${payment}.refunded_minor - ${lostSql(payment)}, 0)`;

/** SQL: whether a refund of it would pay its buyer twice: a dispute is open, or has taken what the refunds so far have left. */
export const paysTwiceSql = (payment: string): string =>
  `(${payment}.refunded_minor + ${lostSql(payment)} > ${payment}.amount_minor AND ${lostSql(payment)} > 0
    OR EXISTS (SELECT FROM payment_disputes AS d
                WHERE d.order_id = ${payment}.order_id AND d.payment_id = ${payment}.id AND d.state = 'open' AND NOT d.is_refundable))`;

export class RefusedAsDisputed extends Refusal {}

/**
 * Money that a bank claims back is not refunded as well: the buyer would get it twice. Where the gateway still takes the refund, as in answer to an
 * inquiry, it ends the dispute. A second payment goes back by itself, so a dispute of that one is no reason. The caller has locked the orders.
 */
export async function refuseWhileDisputed(tx: Transaction, orderIds: readonly string[]): Promise<void> {
  const { rowCount } = await tx.query(
    `SELECT FROM payment_disputes AS d JOIN payments AS p ON p.order_id = d.order_id AND p.id = d.payment_id
      WHERE d.order_id = ANY ($1) AND p.use = 'order' AND d.state = 'open' AND NOT d.is_refundable LIMIT 1`,
    [orderIds],
  );
  if (rowCount)
    throw new RefusedAsDisputed(
      'wrong_state',
      'The buyer’s bank disputes this payment, so a refund now would pay it back twice. Accept the dispute at the gateway, or wait until it has ended. Tickets can be cancelled without a refund.',
    );
}

import type { Actor } from '../audit/actor.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { leftSql } from './disputes/disputed-money.ts';
import type { GivenDifference } from './exchange/paid-differences.ts';
import { lockOrder } from './lock-order.ts';
import { refundOrder } from './refund-order.ts';

// When an event is cancelled or moved, the buyer gets back everything that was paid for the order, fees included, less earlier refunds.
// An order without a good ticket was settled before, and stays as it is.

/** Whether the row `o` of `orders` has anything to give back: a ticket that is still good. */
export const HAS_GOOD_TICKETS_SQL =
  'EXISTS (SELECT FROM tickets AS good WHERE good.order_id = o.id AND good.voided_at IS NULL)';

/** How much money goes back to the buyer of the row `o` of `orders`, where it has good tickets. */
export const GOES_BACK_SQL = `coalesce((
  SELECT ${leftSql('paid')} FROM payments AS paid WHERE paid.order_id = o.id AND paid.use = 'order' LIMIT 1), 0)`;

/** Of the row `o` of `orders`: what was paid for better seats of its good tickets and has not gone back, payment by payment. */
export const DIFFERENCES_SQL = `
  SELECT paid.gateway, paid.currency, ${leftSql('paid')} AS amount
    FROM seat_exchanges AS x JOIN tickets AS moved ON moved.id = x.ticket_id AND moved.voided_at IS NULL
    JOIN payments AS paid ON paid.order_id = x.difference_order_id AND paid.use = 'order'
   WHERE x.order_id = o.id AND x.done_at IS NOT NULL`;

export type GivenBack = {
  refundId: string | null;
  amountMinor: number;
  /** The refunds of orders for better seats. */
  differences: GivenDifference[];
};

/** Makes all tickets of an order void and has its money go back. Null where it has no good ticket any more. */
export async function refundWholeOrder(
  tx: Transaction,
  input: { orderId: string; actor: Actor; returnsStock: boolean; requestKey: string },
): Promise<GivenBack | null> {
  await lockOrder(tx, input.orderId);
  const goesBack = await readGoesBack(tx, input.orderId);
  if (goesBack === null) return null;
  const { amountMinor } = goesBack;
  const { refundId, differences } = await refundOrder(tx, {
    ...input,
    ticketIds: null,
    amountMinor,
    returnsDifferences: true,
  });
  return { refundId, amountMinor, differences };
}

/**
 * Null where the order has no good ticket, or was never confirmed. What was paid for better seats goes back with it, out of orders of
 * their own, which have their own mails.
 */
export async function readGoesBack(
  tx: Queryable,
  orderId: string,
): Promise<{ amountMinor: number; differencesMinor: number } | null> {
  const { rows } = await tx.query<{ amountMinor: number; differencesMinor: number }>(
    `SELECT ${GOES_BACK_SQL} AS "amountMinor", (SELECT coalesce(sum(d.amount), 0)::bigint FROM (${DIFFERENCES_SQL}) AS d) AS "differencesMinor"
       FROM orders AS o
      WHERE o.id = $1 AND o.status IN ('confirmed', 'partially_refunded') AND ${HAS_GOOD_TICKETS_SQL}`,
    [orderId],
  );
  return rows[0] ?? null;
}

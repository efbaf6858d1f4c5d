import type { Database } from '../db/database.ts';
import type { LookedUp, PaidThrough } from '../payments/gateway.ts';
import type { Gateways } from '../payments/gateways.ts';
import { noteArrival } from '../payments/note-arrival.ts';
import { followDisputes } from './disputes/follow-disputes.ts';
import type { OrderEngine } from './order-engine.ts';

/**
 * Asks the gateway what it has taken for an order, and settles it. Callbacks, the buyer's return and the job that asks by
 * itself all come here: what they bring is only ever a reason to ask.
 */
export async function followPayment(
  deps: { database: Database; orders: OrderEngine; gateways: Gateways },
  { orderId, cause }: { orderId: string; cause: string },
): Promise<LookedUp['state']> {
  const { rows } = await deps.database.query<{
    reference: string;
    gateway: PaidThrough | null;
    payment_account_id: string | null;
    session_id: string | null;
    checkout_url: string | null;
    was_under_way: boolean;
    is_first_payment: boolean | null;
    is_over: boolean;
  }>(
    `SELECT reference, gateway, payment_account_id, session_id, checkout_url, payment_under_way_at IS NOT NULL AS was_under_way, status NOT IN ('processing', 'pending_payment') AS is_over,
            (SELECT a.first_payment_at IS NULL FROM payment_accounts AS a WHERE a.id = payment_account_id) AS is_first_payment
       FROM orders WHERE id = $1`,
    [orderId],
  );
  const [order] = rows;
  if (!order?.gateway || order.gateway === 'by_hand') return 'unknown';
  const gateway = await deps.gateways.open(order.gateway, order.payment_account_id);
  const { state, taken, isDisputed } = await gateway.lookUp({
    reference: order.reference,
    sessionId: order.session_id,
    checkoutUrl: order.checkout_url,
    isOver: order.is_over,
  });
  const isUnderWay = state === 'under_way';
  if (isUnderWay !== order.was_under_way) {
    await deps.database.query(
      'UPDATE orders SET payment_under_way_at = CASE WHEN $2 THEN clock_timestamp() END WHERE id = $1',
      [orderId, isUnderWay],
    );
  }
  if (taken.length > 0 && order.is_first_payment && order.payment_account_id !== null)
    await noteArrival(deps.database, 'payment', order.payment_account_id);
  for (const payment of taken) await deps.orders.settle({ orderId, cause, ...payment });
  if (isDisputed) await followDisputes(deps, orderId);
  return state;
}

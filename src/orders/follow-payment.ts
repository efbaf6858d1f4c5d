import type { Database } from '../db/database.ts';
import { isTakenByHost, type LookedUp, type PaidThrough } from '../payments/gateway.ts';
import type { Gateways } from '../payments/gateways.ts';
import { noteArrival } from '../payments/note-arrival.ts';
import { followDisputes } from './disputes/follow-disputes.ts';
import type { OrderEngine } from './order-engine.ts';
import { lookAtPages } from './ways/look-at-pages.ts';

type FollowedOrder = {
  reference: string;
  gateway: PaidThrough | null;
  payment_account_id: string | null;
  session_id: string | null;
  checkout_url: string | null;
  was_under_way: boolean;
  is_first_payment: boolean | null;
  is_over: boolean;
  has_pages: boolean;
};

/**
 * Asks the gateway what it has taken for an order, and settles it. Callbacks, the buyer's return and the job that asks by
 * itself all come here: what they bring is only ever a reason to ask. Of an order whose buyer chose how to pay, every page is asked about.
 */
export async function followPayment(
  deps: { database: Database; orders: OrderEngine; gateways: Gateways },
  { orderId, cause }: { orderId: string; cause: string },
): Promise<LookedUp['state']> {
  const { rows } = await deps.database.query<FollowedOrder>(
    `SELECT reference, gateway, payment_account_id, session_id, checkout_url, payment_under_way_at IS NOT NULL AS was_under_way,
            (SELECT a.first_payment_at IS NULL FROM payment_accounts AS a WHERE a.id = payment_account_id) AS is_first_payment,
            status NOT IN ('processing', 'pending_payment') AS is_over,
            EXISTS (SELECT FROM payment_pages AS g WHERE g.order_id = orders.id) AS has_pages
       FROM orders WHERE id = $1`,
    [orderId],
  );
  const [order] = rows;
  if (!order) return 'unknown';
  const found = order.has_pages
    ? await lookAtPages(deps, orderId, { isOver: order.is_over })
    : await lookAtOnly(deps, order);
  if (found === null) return 'unknown';
  const { state, taken, isDisputed } = found;
  const isUnderWay = state === 'under_way';
  if (isUnderWay !== order.was_under_way) {
    await deps.database.query(
      'UPDATE orders SET payment_under_way_at = CASE WHEN $2 THEN clock_timestamp() END WHERE id = $1',
      [orderId, isUnderWay],
    );
  }
  for (const payment of taken) await deps.orders.settle({ orderId, cause, ...payment });
  if (isDisputed) await followDisputes(deps, orderId);
  if ('silence' in found && found.silence !== null) throw found.silence;
  return state;
}

/** The one page of an order with one way to pay. Null: no gateway has any. */
async function lookAtOnly(
  { database, gateways }: { database: Database; gateways: Gateways },
  order: FollowedOrder,
): Promise<LookedUp | null> {
  if (!order.gateway || isTakenByHost(order.gateway)) return null;
  const gateway = await gateways.open(order.gateway, order.payment_account_id);
  const found = await gateway.lookUp({
    reference: order.reference,
    sessionId: order.session_id,
    checkoutUrl: order.checkout_url,
    isOver: order.is_over,
  });
  if (found.taken.length > 0 && order.is_first_payment && order.payment_account_id !== null)
    await noteArrival(database, 'payment', order.payment_account_id);
  return found;
}

import type { Database } from '../db/database.ts';
import type { GatewayName } from '../payments/gateway.ts';
import type { Gateways } from '../payments/gateways.ts';
import { lockOrder } from './lock-order.ts';

/**
 * Ends an order whose payment window is over, and lets its tickets go. Where the gateway could not be asked, they are kept
 * until the hold itself lapses: a payment may have been made.
 */
export async function expireOrder(
  parts: { database: Database; gateways: Gateways },
  { orderId, hasAnswered }: { orderId: string; hasAnswered: boolean },
): Promise<void> {
  const expired = await parts.database.transaction(async (tx) => {
    await lockOrder(tx, orderId);
    const { rows } = await tx.query<{
      gateway: GatewayName;
      payment_account_id: string | null;
      reference: string;
      session_id: string | null;
      checkout_url: string | null;
    }>(
      `SELECT o.gateway, o.payment_account_id, o.reference, o.session_id, o.checkout_url
         FROM orders AS o LEFT JOIN reservations AS r ON r.id = o.reservation_id AND r.order_id = o.id
        WHERE o.id = $1 AND o.status IN ('processing', 'pending_payment') AND o.pay_by <= now()
          AND ($2 OR r.id IS NULL OR r.ended_at IS NOT NULL OR r.expires_at <= now())
        FOR UPDATE OF o`,
      [orderId, hasAnswered],
    );
    const [order] = rows;
    if (!order) return null;
    await tx.query(
      `SELECT end_orders(ids => ARRAY[$1::uuid], new_status => 'expired', cause => 'it was not paid in time', at_time => now())`,
      [orderId],
    );
    // Lapsed is as good as given back: another buyer can have these tickets from now on.
    const { rows: carts } = await tx.query<{ id: string }>(
      `UPDATE reservations SET expires_at = least(expires_at, now())
        WHERE order_id = $1 AND id = (SELECT reservation_id FROM orders WHERE id = $1) AND ended_at IS NULL
       RETURNING id`,
      [orderId],
    );
    await tx.query('SELECT set_stock_expiry($1)', [carts.map(({ id }) => id)]);
    return order;
  });
  if (!expired) return;
  try {
    const gateway = await parts.gateways.open(expired.gateway, expired.payment_account_id);
    await gateway.close({
      reference: expired.reference,
      sessionId: expired.session_id,
      checkoutUrl: expired.checkout_url,
    });
  } catch {
    // Only a courtesy to the buyer: a payment that comes all the same is a late one.
  }
}

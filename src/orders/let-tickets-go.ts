import type { Transaction } from '../db/database.ts';
import type { GatewayName } from '../payments/gateway.ts';
import type { Gateways } from '../payments/gateways.ts';

/** The gateway's page of an order, and how it is named there. */
export type PaymentPage = {
  gateway: GatewayName;
  paymentAccountId: string | null;
  reference: string;
  sessionId: string | null;
  checkoutUrl: string | null;
};

/** The columns of a PaymentPage, of the row `o` of `orders`. */
export const PAYMENT_PAGE_SQL = `o.gateway, o.payment_account_id AS "paymentAccountId", o.reference, o.session_id AS "sessionId",
  o.checkout_url AS "checkoutUrl"`;

/** Lets the tickets of an order go that has just ended unpaid. Lapsed is as good as given back: another buyer can have them from now on. */
export async function letTicketsGo(tx: Transaction, orderId: string): Promise<void> {
  const { rows: carts } = await tx.query<{ id: string }>(
    `UPDATE reservations SET expires_at = least(expires_at, now())
      WHERE order_id = $1 AND id = (SELECT reservation_id FROM orders WHERE id = $1) AND ended_at IS NULL
     RETURNING id`,
    [orderId],
  );
  await tx.query('SELECT set_stock_expiry($1)', [carts.map(({ id }) => id)]);
}

/** Asks the gateway to take no payment any more. Never inside a transaction. */
export async function closePaymentPage(gateways: Gateways, page: PaymentPage): Promise<void> {
  try {
    const gateway = await gateways.open(page.gateway, page.paymentAccountId);
    await gateway.close(page);
  } catch {
    // Only a courtesy to the buyer: a payment that comes all the same is a late one.
  }
}

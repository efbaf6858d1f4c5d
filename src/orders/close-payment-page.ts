import type { Database } from '../db/database.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import type { GatewayName, PaymentName } from '../payments/gateway.ts';
import type { Gateways } from '../payments/gateways.ts';

/** Jobs on record have this name; end_orders writes them. */
export const CLOSE_PAYMENT_PAGE = 'close_payment_page';

/**
 * Asks the gateway of an order that has ended to take no payment for it any more, where it can be asked. Money that comes all the same
 * is a late payment (decide_payment).
 */
export function closePaymentPageJob({
  database,
  gateways,
}: {
  database: Database;
  gateways: Gateways;
}): JobKind<{ orderId: string }> {
  return {
    kind: CLOSE_PAYMENT_PAGE,
    retryDelaysMs: [5_000, 60_000, 600_000],
    leaseMs: 30_000,
    concurrency: 2,
    async run({ orderId }) {
      const { rows } = await database.query<PaymentName & { gateway: GatewayName; accountId: string | null }>(
        `SELECT gateway, payment_account_id AS "accountId", reference, session_id AS "sessionId", checkout_url AS "checkoutUrl"
           FROM orders WHERE id = $1 AND status IN ('cancelled', 'expired', 'refunded') AND checkout_url IS NOT NULL`,
        [orderId],
      );
      const [page] = rows;
      if (!page) return;
      const gateway = await gateways.open(page.gateway, page.accountId);
      await gateway.close(page);
    },
  };
}

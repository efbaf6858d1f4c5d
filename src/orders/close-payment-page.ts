import type { Database } from '../db/database.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import type { GatewayName, PaymentName } from '../payments/gateway.ts';
import type { Gateways } from '../payments/gateways.ts';
import { listPages, type PaymentPage } from './ways/payment-page.ts';

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
      const pages = await listPages(database, orderId);
      if (pages.length > 0) return closePages({ database, gateways }, orderId, pages);
      const { rows } = await database.query<PaymentName & { gateway: GatewayName; accountId: string | null }>(
        `SELECT gateway, payment_account_id AS "accountId", reference, session_id AS "sessionId", checkout_url AS "checkoutUrl"
           FROM orders WHERE id = $1 AND status IN ('cancelled', 'expired', 'refunded') AND checkout_url IS NOT NULL AND gateway IS NOT NULL`,
        [orderId],
      );
      const [page] = rows;
      if (!page) return;
      const gateway = await gateways.open(page.gateway, page.accountId);
      await gateway.close(page);
    },
  };
}

/** Of an order whose buyer chose how to pay: the pages that were left, and all but those that took money once the order waits for none. */
async function closePages(
  { database, gateways }: { database: Database; gateways: Gateways },
  orderId: string,
  pages: PaymentPage[],
): Promise<void> {
  const { rows } = await database.query<{ isWaiting: boolean }>(
    `SELECT status IN ('processing', 'pending_payment') AS "isWaiting" FROM orders WHERE id = $1`,
    [orderId],
  );
  const isWaiting = rows[0]?.isWaiting ?? false;
  const due = pages.filter(
    ({ linkedAt, closedAt, leftAt, taken }) =>
      linkedAt !== null && closedAt === null && taken.length === 0 && (leftAt !== null || !isWaiting),
  );
  const ends = await Promise.allSettled(
    due.map(async (page) => {
      const gateway = await gateways.open(page.gateway, page.accountId);
      await gateway.close(page);
      await database.query(
        'UPDATE payment_pages SET closed_at = clock_timestamp() WHERE order_id = $1 AND number = $2',
        [orderId, page.number],
      );
    }),
  );
  // One that is down keeps no other from being closed; the job comes back for it.
  for (const end of ends) {
    if (end.status === 'fulfilled') continue;
    const error: unknown = end.reason;
    throw error;
  }
}

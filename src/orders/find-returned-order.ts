import type { Queryable } from '../db/database.ts';
import type { OrderStatus } from '../tickets/read-order.ts';
import { isOrderToken } from '../tickets/receipt-address.ts';
import type { OrderSource } from '../rules/order-source.ts';

export type ReturnedOrder = {
  id: string;
  reference: string;
  status: OrderStatus;
  source: OrderSource;
  /** The integrator's page that the buyer goes on to. */
  callbackUrl: string | null;
  receiptToken: string;
  /** The buyer may be led on to the receipt. */
  opensReceipt: boolean;
  /** It waits for its payment, and the buyer chooses how to pay. */
  letsChoose: boolean;
  /** The gateway says of the page that was chosen last that nothing will come of it. */
  hasFailed: boolean;
};

/** The order whose buyer comes back from the gateway; null for every text that is no order's return token. */
export async function findReturnedOrder(tx: Queryable, returnToken: string): Promise<ReturnedOrder | null> {
  if (!isOrderToken(returnToken)) return null;
  const { rows } = await tx.query<ReturnedOrder>(
    // A buyer comes back within the hour. The address stays at the gateway for years, in its records and in the accounts of all
    // people whom the host lets in there: after a day it opens no receipt.
    `SELECT id, reference, status, source, callback_url AS "callbackUrl", receipt_token AS "receiptToken",
            created_at > clock_timestamp() - interval '1 day' AS "opensReceipt",
            gateway IS NULL AND status = 'pending_payment' AND payment_under_way_at IS NULL AND pay_by > clock_timestamp()
              AND NOT EXISTS (SELECT FROM events AS e WHERE e.id = event_id AND e.status = 'CANCELLED')
              AND NOT EXISTS (SELECT FROM hosts AS h WHERE h.id = host_id AND h.suspended_at IS NOT NULL) AS "letsChoose",
            coalesce((SELECT g.closed_at IS NOT NULL AND g.left_at IS NULL FROM payment_pages AS g
                       WHERE g.order_id = orders.id AND g.linked_at IS NOT NULL ORDER BY g.number DESC LIMIT 1), false) AS "hasFailed"
       FROM orders WHERE return_token = $1`,
    [returnToken],
  );
  return rows[0] ?? null;
}

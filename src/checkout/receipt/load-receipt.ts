import assert from 'node:assert/strict';
import type { Queryable } from '../../db/database.ts';
import type { RefundStatus } from '../../orders/list-refunds.ts';
import { isOrderToken } from '../../tickets/receipt-address.ts';
import { loadOrderTickets, type FoundOrder, type OrderStatus } from '../../tickets/load-order-tickets.ts';
import type { SecretKeys } from '../../secrets/secret-keys.ts';

export type Refund = {
  amountMinor: number;
  currency: string;
  reason: 'host' | 'late' | 'surplus' | 'mismatch';
  /** What the payment that it is of was used for. */
  use: 'order' | 'late' | 'surplus' | 'mismatch';
  status: RefundStatus;
  endedAt: Date | null;
};

export type Delivery = { recipient: string; state: 'waiting' | 'sent' | 'refused' };

export type Receipt = FoundOrder & {
  /** The gateway's page; null where it gave none. */
  paymentUrl: string | null;
  payBy: Date | null;
  /** By the database's clock; negative when the time is over, null where there is nothing to pay. */
  secondsLeft: number | null;
  /** The public may not know the exact place. */
  hidesLocation: boolean;
  isEventOver: boolean;
  refunds: Refund[];
  deliveries: Delivery[];
};

/** All that the receipt page tells; null for every text that is no order's receipt token. */
export async function loadReceipt(
  tx: Queryable,
  secretKeys: SecretKeys,
  receiptToken: string,
): Promise<Receipt | null> {
  const found = isOrderToken(receiptToken) ? await loadOrderTickets(tx, secretKeys, { receiptToken }) : null;
  if (!found) return null;
  const { id } = found.order;
  const [payment, refunds, deliveries] = await Promise.all([
    loadPayment(tx, id),
    loadRefunds(tx, id),
    loadDeliveries(tx, id),
  ]);
  return { ...found, ...payment, refunds, deliveries };
}

type Payment = Pick<Receipt, 'paymentUrl' | 'payBy' | 'secondsLeft' | 'hidesLocation' | 'isEventOver'>;

async function loadPayment(tx: Queryable, orderId: string): Promise<Payment> {
  const { rows } = await tx.query<Payment>(
    `SELECT o.checkout_url AS "paymentUrl", o.pay_by AS "payBy",
            ceil(extract(epoch FROM o.pay_by - clock_timestamp()))::integer AS "secondsLeft",
            e.hide_location AS "hidesLocation", e.closes_at <= clock_timestamp() AS "isEventOver"
       FROM orders AS o JOIN events AS e ON e.id = o.event_id
      WHERE o.id = $1`,
    [orderId],
  );
  assert(rows[0], 'an order vanished');
  return rows[0];
}

async function loadRefunds(tx: Queryable, orderId: string): Promise<Refund[]> {
  const { rows } = await tx.query<Refund>(
    `SELECT r.amount_minor AS "amountMinor", p.currency, r.reason, p.use, r.status, r.ended_at AS "endedAt"
       FROM refunds AS r JOIN payments AS p ON p.id = r.payment_id
      WHERE r.order_id = $1
      ORDER BY r.created_at, r.id`,
    [orderId],
  );
  return rows;
}

/** What became of the newest mail with tickets to each address. One that was corrected since is nobody's any more. */
async function loadDeliveries(tx: Queryable, orderId: string): Promise<Delivery[]> {
  const { rows } = await tx.query<Delivery>(
    `SELECT DISTINCT ON (lower(recipient)) recipient,
            CASE WHEN sent_at IS NOT NULL THEN 'sent' WHEN refused_at IS NOT NULL THEN 'refused' ELSE 'waiting' END AS state
       FROM mails
      WHERE order_id = $1 AND kind = 'tickets'
        AND lower(recipient) IN (SELECT lower(email) FROM orders WHERE id = $1
                                  UNION ALL SELECT lower(email) FROM tickets WHERE order_id = $1)
      ORDER BY lower(recipient), created_at DESC, id DESC`,
    [orderId],
  );
  return rows;
}

/** The order alone, for whoever needs to see nothing of it. */
export async function findOrder(
  tx: Queryable,
  receiptToken: string,
): Promise<{ id: string; status: OrderStatus } | null> {
  if (!isOrderToken(receiptToken)) return null;
  const { rows } = await tx.query<{ id: string; status: OrderStatus }>(
    'SELECT id, status FROM orders WHERE receipt_token = $1',
    [receiptToken],
  );
  return rows[0] ?? null;
}

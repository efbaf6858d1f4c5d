import type { Transaction } from '../db/database.ts';

export type RefundedBefore = {
  orderId: string;
  /** How many of its tickets became void; the order has one ticket type. */
  tickets: number;
  amountMinor: number;
  hoursAgo: number;
  returnsStock: boolean;
  /** In the host's words. */
  reason: string;
};

/** Gives money back for what was sold before the story begins: the gateways have paid it out since, and nobody is asked for anything. */
export async function refundBefore(tx: Transaction, refunds: RefundedBefore[]): Promise<void> {
  const asked = `json_to_recordset($1) AS r ("orderId" uuid, tickets integer, "amountMinor" bigint, "hoursAgo" real, "returnsStock" boolean, reason text)`;
  const ask = (sql: string) => tx.query(sql, [JSON.stringify(refunds)]);
  await ask(
    `UPDATE tickets AS t SET voided_at = now() - r."hoursAgo" * interval '1 hour', is_returned = r."returnsStock"
       FROM ${asked} WHERE t.order_id = r."orderId" AND t.position <= r.tickets`,
  );
  await ask(
    `UPDATE ticket_types AS t SET sold = t.sold - back.count
       FROM (SELECT ticket_type_id, count(*)::integer FROM ${asked} JOIN tickets ON order_id = r."orderId" AND is_returned GROUP BY 1) AS back
      WHERE t.id = back.ticket_type_id`,
  );
  await ask(
    `SELECT add_refund(of_payment => p.id, amount => r."amountMinor", why => 'host', named => 'demo', at_time => now() - r."hoursAgo" * interval '1 hour')
       FROM ${asked} JOIN payments AS p ON p.order_id = r."orderId"`,
  );
  await ask(
    `WITH made AS (
       UPDATE refunds SET status = 'succeeded', gateway_refund_id = 'ref_' || id, ended_at = created_at + interval '3 seconds', next_look_up_at = NULL
         FROM ${asked} WHERE order_id = r."orderId" AND status = 'pending' RETURNING refunds.*
     ), known AS (
       UPDATE sandbox_payments AS s SET refunded_minor = made.amount_minor
         FROM made JOIN payments AS p ON p.id = made.payment_id WHERE s.id = p.gateway_payment_id
     )
     INSERT INTO sandbox_refunds (id, payment_id, refund_key, amount_minor, created_at)
     SELECT made.gateway_refund_id, p.gateway_payment_id, made.id, made.amount_minor, made.ended_at
       FROM made JOIN payments AS p ON p.id = made.payment_id`,
  );
  await ask(
    `WITH changed AS (
       UPDATE orders AS o SET status = CASE WHEN r.tickets < o.quantity THEN 'partially_refunded' ELSE 'refunded' END
         FROM ${asked} WHERE o.id = r."orderId" RETURNING o.id, o.status, o.gateway, r.reason, now() - r."hoursAgo" * interval '1 hour' AS at
     )
     INSERT INTO order_changes (order_id, at, status, cause)
     SELECT id, change.at, change.status, change.cause FROM changed CROSS JOIN LATERAL (VALUES
              (1, at, 'confirmed', 'a refund was asked for: ' || reason, gateway <> 'by_hand'),
              (2, at + interval '3 seconds', status, 'the gateway has paid the money back', gateway <> 'by_hand'),
              (2, at, status, 'refunded, the host gives the money back itself: ' || reason, gateway = 'by_hand'),
              (2, at, status, 'its tickets were cancelled: ' || reason, gateway IS NULL)) AS change (nr, at, status, cause, holds)
      WHERE change.holds ORDER BY id, nr`,
  );
}

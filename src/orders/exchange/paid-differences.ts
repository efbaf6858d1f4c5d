import assert from 'node:assert/strict';
import type { Transaction } from '../../db/database.ts';
import { leftSql } from '../disputes/disputed-money.ts';
import { addToHistory } from '../add-to-history.ts';

/** The payment for a better seat of a ticket that was not refunded yet. */
export type PaidDifference = {
  orderId: string;
  paymentId: string;
  leftMinor: number;
  ticketTypeId: string;
  isByHand: boolean;
};

/** Of these tickets, by the orders that it is in. They are locked with the tickets' own order. */
export async function listDifferences(
  tx: Transaction,
  tickets: readonly { id: string }[],
): Promise<PaidDifference[]> {
  const { rows } = await tx.query<PaidDifference>(
    `SELECT p.order_id AS "orderId", p.id AS "paymentId", ${leftSql('p')} AS "leftMinor", x.to_type_id AS "ticketTypeId",
            p.gateway IN ('by_hand', 'bank_transfer') AS "isByHand"
       FROM seat_exchanges AS x
      CROSS JOIN LATERAL (SELECT * FROM payments WHERE order_id = x.difference_order_id AND use = 'order' LIMIT 1) AS p
      WHERE x.ticket_id = ANY ($1) AND x.done_at IS NOT NULL AND ${leftSql('p')} > 0 ORDER BY p.order_id`,
    [tickets.map(({ id }) => id)],
  );
  return rows;
}

/** A refund of it. */
export type GivenDifference = { orderId: string; refundId: string; amountMinor: number };

/** Has them go back whole, each out of its own order. The caller has locked their ticket types. */
export async function giveDifferencesBack(
  tx: Transaction,
  { requestKey, reason = '' }: { requestKey: string; reason?: string },
  differences: readonly PaidDifference[],
): Promise<GivenDifference[]> {
  const given: GivenDifference[] = [];
  for (const { orderId, paymentId, leftMinor } of differences) {
    const { rows } = await tx.query<{ id: string }>(
      `SELECT add_refund(of_payment => $1, amount => $2, why => 'host', named => $3, at_time => clock_timestamp()) AS id`,
      [paymentId, leftMinor, requestKey],
    );
    const refundId = rows[0]?.id;
    assert(refundId, 'a refund without an id');
    await addToHistory(tx, orderId, reason === '' ? ASKED : `${ASKED}: ${reason}`);
    given.push({ orderId, refundId, amountMinor: leftMinor });
  }
  return given;
}

// As for any refund: the page tells it with the refund.
const ASKED = 'a refund was asked for';

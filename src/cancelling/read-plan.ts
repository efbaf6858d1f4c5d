import type { Queryable } from '../db/database.ts';
import { DIFFERENCES_SQL, GOES_BACK_SQL, HAS_GOOD_TICKETS_SQL } from '../orders/refund-whole-order.ts';
import type { PaidThrough } from '../payments/gateway.ts';
import { knownLanguage, type Language } from '../values/language.ts';

export type GoesBack = { gateway: PaidThrough; currency: string; orders: number; amountMinor: number };

/** The effects of a cancellation, by the orders of this moment. */
export type CancellationPlan = {
  /** Orders with good tickets, by whether money goes back. */
  paidOrders: number;
  freeOrders: number;
  /** Those that wait for a payment: they are cancelled. */
  unpaidOrders: number;
  /** Good tickets, and how many of them have been used at the door. */
  tickets: number;
  usedTickets: number;
  /** People with a good ticket, or who bought one, by the language that they are written to in. */
  holders: { language: Language; people: number }[];
  goesBack: GoesBack[];
  /** The event's earlier refunds, and how many of them need attention. */
  refundedBefore: { currency: string; amountMinor: number }[];
  stuckRefunds: number;
};

/** Reads it. In a transaction that has locked the event's ticket types, nothing of it changes before the end. */
export async function readPlan(tx: Queryable, eventId: string): Promise<CancellationPlan> {
  const { rows } = await tx.query<Omit<CancellationPlan, 'holders' | 'goesBack' | 'refundedBefore'>>(
    `WITH mine AS MATERIALIZED (
       SELECT o.id, ${GOES_BACK_SQL} AS goes_back FROM orders AS o
        WHERE o.event_id = $1 AND o.status IN ('confirmed', 'partially_refunded') AND ${HAS_GOOD_TICKETS_SQL}
     )
     SELECT (SELECT count(*) FROM mine WHERE goes_back > 0) AS "paidOrders",
            (SELECT count(*) FROM mine WHERE goes_back = 0) AS "freeOrders",
            (SELECT count(*) FROM orders WHERE event_id = $1 AND status IN ('processing', 'pending_payment')) AS "unpaidOrders",
            count(t.id) AS tickets, count(t.used_at) AS "usedTickets",
            (SELECT count(*) FROM refunds AS r JOIN orders AS o ON o.id = r.order_id
              WHERE o.event_id = $1 AND r.status = 'needs_attention') AS "stuckRefunds"
       FROM tickets AS t WHERE t.event_id = $1 AND t.voided_at IS NULL`,
    [eventId],
  );
  const [counts] = rows;
  if (!counts) throw new Error('a count without a row');
  return {
    ...counts,
    holders: await readHolders(tx, eventId),
    goesBack: await readGoesBack(tx, eventId),
    refundedBefore: await readRefundedBefore(tx, eventId),
  };
}

async function readHolders(tx: Queryable, eventId: string): Promise<CancellationPlan['holders']> {
  const { rows } = await tx.query<{ language: string; people: number }>(
    `SELECT language, count(DISTINCT email) AS people
       FROM (SELECT o.language, lower(t.email) AS email FROM tickets AS t JOIN orders AS o ON o.id = t.order_id
              WHERE t.event_id = $1 AND t.voided_at IS NULL
             UNION ALL
             SELECT o.language, lower(o.email) FROM orders AS o
              WHERE o.event_id = $1 AND o.status IN ('confirmed', 'partially_refunded') AND ${HAS_GOOD_TICKETS_SQL}) AS told
      GROUP BY language ORDER BY people DESC, language`,
    [eventId],
  );
  return rows.map(({ language, people }) => ({ language: knownLanguage(language), people }));
}

async function readGoesBack(tx: Queryable, eventId: string): Promise<GoesBack[]> {
  const { rows } = await tx.query<GoesBack>(
    `SELECT gateway, currency, count(*) AS orders, sum(amount)::bigint AS "amountMinor"
       FROM (SELECT o.gateway, o.currency, ${GOES_BACK_SQL} AS amount FROM orders AS o
              WHERE o.event_id = $1 AND o.status IN ('confirmed', 'partially_refunded') AND ${HAS_GOOD_TICKETS_SQL}
             UNION ALL
             SELECT paid.* FROM orders AS o CROSS JOIN LATERAL (${DIFFERENCES_SQL}) AS paid
              WHERE o.event_id = $1 AND o.status IN ('confirmed', 'partially_refunded')) AS back
      WHERE amount > 0 GROUP BY 1, 2 ORDER BY 4 DESC, 1, 2`,
    [eventId],
  );
  return rows;
}

async function readRefundedBefore(
  tx: Queryable,
  eventId: string,
): Promise<CancellationPlan['refundedBefore']> {
  const { rows } = await tx.query<CancellationPlan['refundedBefore'][number]>(
    `SELECT o.currency, sum(r.amount_minor)::bigint AS "amountMinor" FROM orders AS o JOIN refunds AS r ON r.order_id = o.id
      WHERE o.event_id = $1 AND r.reason = 'host' GROUP BY 1 ORDER BY 1`,
    [eventId],
  );
  return rows;
}

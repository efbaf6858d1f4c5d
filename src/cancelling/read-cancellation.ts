import type { Queryable } from '../db/database.ts';
import type { RefundStatus } from '../orders/list-refunds.ts';
import type { PaidThrough } from '../payments/gateway.ts';

export type FailedOrder = {
  orderId: string;
  reference: string;
  /** Null: not even its tickets are void yet. */
  refundId: string | null;
  gateway: PaidThrough | null;
  currency: string;
  amountMinor: number;
  /** The gateway's answer, or the error. */
  note: string | null;
};

export type Cancellation = {
  id: string;
  createdAt: Date;
  /** The name of the person who did it; null: the operator, or somebody who was forgotten. */
  by: string | null;
  reason: string;
  unpaidOrders: number;
  tickets: number;
  finishedAt: Date | null;
  /** Orders by how far they are: given back, in trouble, still to come. */
  orders: { done: number; failed: number; left: number };
  /** The refunds that were asked for, by how far the gateways are. */
  refunds: { underWay: number; made: number; needAttention: number; settledByHand: number };
  money: { currency: string; asked: number; made: number }[];
  mails: { sent: number; waiting: number; refused: number };
  /** The first of those that somebody has to look at. */
  failures: FailedOrder[];
};

// As many as a person goes through one by one. Who has more has one trouble behind them all, and tries all of them again.
const MAX_FAILURES = 100;

/** How far the cancellation of an event is; null where it was not cancelled here. */
export async function readCancellation(tx: Queryable, eventId: string): Promise<Cancellation | null> {
  const { rows } = await tx.query<Omit<Cancellation, 'orders' | 'refunds' | 'money' | 'mails' | 'failures'>>(
    `SELECT c.id, c.created_at AS "createdAt", c.reason, c.unpaid_orders AS "unpaidOrders", c.tickets, c.finished_at AS "finishedAt",
            (SELECT coalesce(nullif(p.name, ''), p.email) FROM people AS p WHERE p.id = c.person_id) AS by
       FROM event_cancellations AS c WHERE c.event_id = $1`,
    [eventId],
  );
  const [found] = rows;
  if (!found) return null;
  return {
    ...found,
    orders: await countOrders(tx, found.id),
    ...(await countRefunds(tx, found.id)),
    mails: await countMails(tx, found.id),
    failures: await listFailures(tx, found.id),
  };
}

async function countOrders(tx: Queryable, id: string): Promise<Cancellation['orders']> {
  const { rows } = await tx.query<Cancellation['orders']>(
    `SELECT count(*) FILTER (WHERE state = 'done') AS done, count(*) FILTER (WHERE state = 'failed') AS failed,
            count(*) FILTER (WHERE state = 'left') AS "left"
       FROM event_cancellation_orders WHERE cancellation_id = $1`,
    [id],
  );
  return rows[0] ?? { done: 0, failed: 0, left: 0 };
}

async function countRefunds(tx: Queryable, id: string): Promise<Pick<Cancellation, 'refunds' | 'money'>> {
  const { rows } = await tx.query<{ currency: string; status: RefundStatus; count: number; amount: number }>(
    `SELECT p.currency, r.status, count(*), sum(r.amount_minor)::bigint AS amount
       FROM event_cancellation_orders AS c JOIN refunds AS r ON r.id = c.refund_id JOIN payments AS p ON p.id = r.payment_id
      WHERE c.cancellation_id = $1 AND c.state = 'done' GROUP BY 1, 2 ORDER BY 1`,
    [id],
  );
  const count = (...statuses: RefundStatus[]): number =>
    rows.reduce((sum, row) => (statuses.includes(row.status) ? sum + row.count : sum), 0);
  const money = new Map<string, { currency: string; asked: number; made: number }>();
  for (const { currency, status, amount } of rows) {
    const sum = money.get(currency) ?? { currency, asked: 0, made: 0 };
    sum.asked += amount;
    if (status === 'succeeded' || status === 'settled_by_hand') sum.made += amount;
    money.set(currency, sum);
  }
  return {
    refunds: {
      underWay: count('pending', 'asking', 'sent'),
      made: count('succeeded'),
      needAttention: count('needs_attention'),
      settledByHand: count('settled_by_hand'),
    },
    money: [...money.values()],
  };
}

async function countMails(tx: Queryable, id: string): Promise<Cancellation['mails']> {
  const { rows } = await tx.query<Cancellation['mails']>(
    `SELECT count(m.sent_at) AS sent, count(m.refused_at) AS refused,
            count(*) FILTER (WHERE m.sent_at IS NULL AND m.refused_at IS NULL) AS waiting
       FROM event_cancellation_orders AS c
       JOIN mails AS m ON m.order_id = c.order_id AND m.kind = 'event_cancelled'
      WHERE c.cancellation_id = $1 AND c.state = 'done'`,
    [id],
  );
  return rows[0] ?? { sent: 0, waiting: 0, refused: 0 };
}

async function listFailures(tx: Queryable, id: string): Promise<FailedOrder[]> {
  const { rows } = await tx.query<FailedOrder>(
    `SELECT c.order_id AS "orderId", o.reference, CASE WHEN c.state = 'done' THEN r.id END AS "refundId", o.gateway, o.currency,
            coalesce(r.amount_minor, c.amount_minor, o.total_minor) AS "amountMinor", coalesce(r.note, c.note) AS note
       FROM event_cancellation_orders AS c JOIN orders AS o ON o.id = c.order_id LEFT JOIN refunds AS r ON r.id = c.refund_id
      WHERE c.cancellation_id = $1 AND (c.state = 'failed' OR c.state = 'done' AND r.status = 'needs_attention')
      ORDER BY c.order_id LIMIT ${MAX_FAILURES}`,
    [id],
  );
  return rows;
}

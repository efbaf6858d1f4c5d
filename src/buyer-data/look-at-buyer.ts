import type { Queryable } from '../db/database.ts';
import type { OrderStatus } from '../tickets/read-order.ts';
import {
  findBuyerOrders,
  isAnswerOfPerson,
  spellingsOf,
  type BuyerOfHost,
  type PartInOrder,
} from './find-buyer-orders.ts';

/**
 * Why nothing of the person can be erased yet: the order may still be paid; money is on its way back, or owed; a payment for an order that
 * ended is still looked for; a job is about to issue an invoice, which has the buyer's name as it is then.
 */
export type Obstacle = 'unpaid' | 'refund_open' | 'dispute_open' | 'payment_open' | 'invoice_due';

export type OrderOfBuyer = {
  orderId: string;
  reference: string;
  status: OrderStatus;
  eventId: string;
  eventName: string;
  startsAt: Date;
  timezone: string;
  createdAt: Date;
  totalMinor: number;
  currency: string;
  part: PartInOrder;
  /** Of the person, in this order. */
  tickets: number;
  mails: number;
  answers: { question: string; answer: string }[];
  /** The newsletter consent with this order; null: they were not asked, or never agreed. */
  newsletter: { sentence: string; isTakenBack: boolean } | null;
  obstacle: Obstacle | null;
  /** The person has a good ticket, and the event is not over. */
  isAhead: boolean;
};

export type LookedAtBuyer = { orders: OrderOfBuyer[]; hasMore: boolean };

// The most orders that a page shows, and that one transaction erases.
export const MAX_ORDERS_AT_ONCE = 100;

/** Finds everything that a host stores about a person. */
export async function lookAtBuyer(tx: Queryable, buyer: BuyerOfHost): Promise<LookedAtBuyer> {
  const found = await findBuyerOrders(tx, buyer, MAX_ORDERS_AT_ONCE + 1);
  const page = found.slice(0, MAX_ORDERS_AT_ONCE);
  const parts = new Map(page.map(({ orderId, part }) => [orderId, part]));
  const { rows } = await tx.query<Omit<OrderOfBuyer, 'part'>>(
    `SELECT o.id AS "orderId", o.reference, o.status, o.event_id AS "eventId", e.name AS "eventName", e.starts_at AS "startsAt",
            e.timezone, o.created_at AS "createdAt", o.total_minor AS "totalMinor", o.currency, t.tickets, m.mails,
            w.answers, w.newsletter,
            CASE WHEN o.status IN ('processing', 'pending_payment') THEN 'unpaid'
                 WHEN EXISTS (SELECT FROM refunds WHERE order_id = o.id AND status NOT IN ('succeeded', 'settled_by_hand'))
                   OR EXISTS (SELECT FROM event_cancellation_orders WHERE order_id = o.id AND state <> 'done') THEN 'refund_open'
                 WHEN EXISTS (SELECT FROM payment_disputes WHERE order_id = o.id AND state = 'open') THEN 'dispute_open'
                 WHEN o.status IN ('failed', 'expired', 'cancelled') AND o.next_look_up_at IS NOT NULL THEN 'payment_open'
                 WHEN wanted.is_buyer AND o.id::text IN (SELECT payload ->> 'orderId' FROM jobs WHERE kind = 'issue_invoices') THEN 'invoice_due'
            END AS obstacle,
            t.good > 0 AND e.closes_at > clock_timestamp() AND e.status <> 'CANCELLED' AS "isAhead"
       FROM unnest($1::uuid[], $3::boolean[]) WITH ORDINALITY AS wanted (id, is_buyer, nr)
      CROSS JOIN LATERAL (SELECT * FROM orders WHERE id = wanted.id LIMIT 1) AS o
      CROSS JOIN LATERAL (SELECT * FROM events WHERE id = o.event_id LIMIT 1) AS e
      CROSS JOIN LATERAL (SELECT count(*)::integer AS tickets, count(*) FILTER (WHERE voided_at IS NULL)::integer AS good
                            FROM tickets WHERE order_id = o.id AND lower(email) = ANY ($2)) AS t
      CROSS JOIN LATERAL (SELECT count(*)::integer AS mails FROM mails
                           WHERE order_id = o.id AND lower(recipient) = ANY ($2)) AS m
      CROSS JOIN LATERAL (
        SELECT coalesce((SELECT json_agg(json_build_object('question', q.label, 'answer', a.answer) ORDER BY a.ticket_position, q.position)
                           FROM answers AS a JOIN questions AS q ON q.id = a.question_id
                          WHERE a.order_id = o.id AND ${isAnswerOfPerson('wanted.is_buyer', '$2')}), '[]') AS answers,
               (SELECT json_build_object('sentence', sentence, 'isTakenBack', taken_back_at IS NOT NULL)
                  FROM newsletter_consents WHERE order_id = o.id AND wanted.is_buyer) AS newsletter) AS w
      ORDER BY wanted.nr`,
    [page.map(({ orderId }) => orderId), spellingsOf(buyer.email), page.map(({ part }) => part === 'buyer')],
  );
  return {
    orders: rows.map((row) => ({ ...row, part: parts.get(row.orderId) ?? 'mailed' })),
    hasMore: found.length > page.length,
  };
}

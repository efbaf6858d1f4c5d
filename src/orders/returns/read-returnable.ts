import type { Queryable } from '../../db/database.ts';
import { isTakenByHost, type PaidThrough } from '../../payments/gateway.ts';
import { stepOf } from '../../rules/gateway-currencies.ts';
import { returnedMinor, type ReturnTerms } from '../../rules/returns.ts';
import { MOVED_BY_HOST } from '../../tickets/mails/ticket-recipients.ts';
import { ticketAmounts, type QuoteItem } from '../../tickets/ticket-amounts.ts';
import { leftSql } from '../disputes/disputed-money.ts';
import { RETURNED_SQL } from '../exchange/find-difference.ts';

// A stranger who took over an order, by a slip or by talking a host into it, gets no money by it: for so long the buyer can notice.
const HOURS_AFTER_CORRECTION = 24;

/** Why a ticket is not to be returned by its buyer. */
export type TicketProblem = 'void' | 'used' | 'passed_on' | 'exchanged' | 'listed' | 'not_for_resale';

/** Why nothing of an order is to be returned by its buyer. */
export type ReturnProblem =
  | 'off'
  | 'paid_to_host'
  | 'not_bought'
  | 'over'
  | 'too_late'
  | 'disputed'
  | 'corrected';

export type ReturnableTicket = {
  id: string;
  position: number;
  ticketTypeId: string;
  problem: TicketProblem | null;
  /** The part of its price that goes back. */
  amountMinor: number;
};

/** An order, as its buyer may return tickets of it by the terms it was made under. */
export type Returnable = {
  hostId: string;
  reference: string;
  email: string;
  terms: ReturnTerms | null;
  problem: ReturnProblem | null;
  /** A member decides: by the terms, or because the host has the money and gives it back by hand. */
  needsApproval: boolean;
  leftMinor: number;
  /** The gateway pays out multiples of this. */
  stepMinor: number;
  tickets: ReturnableTicket[];
};

type OrderRow = Pick<Returnable, 'hostId' | 'reference' | 'email' | 'terms' | 'problem' | 'leftMinor'> & {
  currency: string;
  items: QuoteItem[];
  gateway: PaidThrough | null;
};
type TicketRow = Omit<ReturnableTicket, 'amountMinor'> & {
  returnedMinor: number;
  /** The ticket type's price now, where tickets of it may be sold again; null: they may not. */
  resalePriceMinor: number | null;
};

/** Null where there is no such order. Whoever acts on it has locked the order and its tickets. */
export async function readReturnable(tx: Queryable, orderId: string): Promise<Returnable | null> {
  const { rows: orders } = await tx.query<OrderRow>(
    `SELECT o.host_id AS "hostId", o.reference, o.email, o.return_terms AS terms, o.currency, o.quote -> 'items' AS items,
            paid.gateway, coalesce(paid.left_minor, 0) AS "leftMinor",
            CASE WHEN o.return_terms IS NULL THEN 'off'
                 WHEN o.status NOT IN ('confirmed', 'partially_refunded') THEN 'not_bought'
                 WHEN e.status = 'CANCELLED' OR e.closes_at <= clock_timestamp() THEN 'over'
                 WHEN e.starts_at - (o.return_terms ->> 'hours')::integer * interval '1 hour' <= clock_timestamp() THEN 'too_late'
                 WHEN EXISTS (SELECT FROM payment_disputes AS d
                               WHERE d.order_id = o.id AND (d.state = 'open' OR d.blocked_at IS NOT NULL)) THEN 'disputed'
                 WHEN EXISTS (SELECT FROM order_changes AS c
                               WHERE c.order_id = o.id AND position($2 IN c.cause) > 0
                                 AND c.at > clock_timestamp() - $3 * interval '1 hour') THEN 'corrected' END AS problem
       FROM orders AS o JOIN events AS e ON e.id = o.event_id
       LEFT JOIN LATERAL (SELECT p.gateway, ${leftSql('p')} AS left_minor FROM payments AS p
                           WHERE p.order_id = o.id AND p.use = 'order' LIMIT 1) AS paid ON true
      WHERE o.id = $1`,
    [orderId, MOVED_BY_HOST, HOURS_AFTER_CORRECTION],
  );
  const [order] = orders;
  if (!order) return null;
  const { items, gateway, currency, ...known } = order;
  const isPaidToHost = gateway !== null && isTakenByHost(gateway);
  const isResold = known.terms?.isResold === true;
  const stepMinor = gateway === null ? 1 : stepOf(gateway, currency);
  return {
    ...known,
    // Nobody would be there to give the money back on the day that somebody buys the ticket.
    problem: isResold && isPaidToHost ? 'paid_to_host' : known.problem,
    needsApproval: !isResold && (known.terms?.needsApproval === true || isPaidToHost),
    stepMinor,
    tickets:
      known.terms === null ? [] : await readTickets(tx, { orderId, items, terms: known.terms, stepMinor }),
  };
}

async function readTickets(
  tx: Queryable,
  {
    orderId,
    items,
    terms,
    stepMinor,
  }: { orderId: string; items: QuoteItem[]; terms: ReturnTerms; stepMinor: number },
): Promise<ReturnableTicket[]> {
  const { rows } = await tx.query<TicketRow>(
    // A difference that was paid for a better seat is in an order of its own, and the terms are not about it: the host is asked.
    `SELECT t.id, t.position, t.ticket_type_id AS "ticketTypeId", ${RETURNED_SQL} AS "returnedMinor",
            (SELECT s.price_minor FROM ticket_types AS s JOIN events AS e ON e.id = s.event_id
              WHERE s.id = t.ticket_type_id AND s.kind = 'GENERAL' AND s.pool_id IS NULL AND e.kind <> 'seat_map'
                AND coalesce(s.sale_ends_at > clock_timestamp(), true)) AS "resalePriceMinor",
            CASE WHEN t.voided_at IS NOT NULL THEN 'void'
                 WHEN t.used_at IS NOT NULL THEN 'used'
                 WHEN EXISTS (SELECT FROM returns AS r WHERE r.listed_ticket_id = t.id) THEN 'listed'
                 WHEN t.passed_on_at IS NOT NULL AND lower(t.email) <> lower(o.email) THEN 'passed_on'
                 WHEN EXISTS (SELECT FROM seat_exchanges AS x
                                LEFT JOIN orders AS d ON d.id = x.difference_order_id
                                LEFT JOIN payments AS p ON p.order_id = d.id AND p.use = 'order'
                               WHERE x.ticket_id = t.id AND x.how = 'paid'
                                 AND CASE WHEN x.done_at IS NULL THEN d.status IN ('processing', 'pending_payment')
                                          ELSE ${leftSql('p')} > 0 END) THEN 'exchanged' END AS problem
       FROM tickets AS t JOIN orders AS o ON o.id = t.order_id WHERE t.order_id = $1 ORDER BY t.position`,
    [orderId],
  );
  const amounts = ticketAmounts(items);
  const fees = items.flatMap(({ quantity, fee }) => Array.from({ length: quantity }, () => fee));
  const prices = items.flatMap(({ quantity, price }) => Array.from({ length: quantity }, () => price));
  /** Nobody pays more for a ticket that is sold again than it cost at first. */
  const isSoldAgain = (nowMinor: number | null, position: number): boolean =>
    nowMinor !== null && nowMinor <= (prices[position - 1] ?? 0);
  return rows.map(({ returnedMinor: gone, resalePriceMinor, ...ticket }) => ({
    ...ticket,
    problem:
      terms.isResold && ticket.problem === null && !isSoldAgain(resalePriceMinor, ticket.position)
        ? 'not_for_resale'
        : ticket.problem,
    amountMinor: inSteps(
      // Sold one by one, each is paid back by itself.
      terms.isResold ? stepMinor : 1,
      returnedMinor(terms, {
        amountMinor: (amounts[ticket.position - 1]?.amountMinor ?? 0) - gone,
        feeMinor: fees[ticket.position - 1] ?? 0,
      }),
    ),
  }));
}

const inSteps = (stepMinor: number, amountMinor: number): number => amountMinor - (amountMinor % stepMinor);

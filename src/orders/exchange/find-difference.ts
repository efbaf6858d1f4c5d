import type { Queryable } from '../../db/database.ts';
import { feeMinor, type FeeRule } from '../../inventory/fees.ts';
import { ticketAmounts, type QuoteItem } from '../../tickets/ticket-amounts.ts';
import type { OrderSource } from '../../rules/order-source.ts';

/** The payment for a ticket, and the price rules for another one. */
export type PaidTicket = {
  orderId: string;
  eventId: string;
  ticketTypeId: string;
  /** By its line of the quote, after discounts, with the differences that were paid for seats since and have not gone back. */
  paidMinor: number;
  /** The part of it that its own order was paid, less what went back for cheaper seats. */
  ownMinor: number;
  /** The part of it that is fees. */
  paidFeesMinor: number;
  /** Null: whoever buys of the host itself pays no fee. */
  feeRule: FeeRule | null;
};

type Row = {
  orderId: string;
  eventId: string;
  ticketTypeId: string;
  position: number;
  items: QuoteItem[];
  source: OrderSource;
  feeRule: FeeRule;
  differencesMinor: number;
  differenceFeesMinor: number;
  returnedMinor: number;
};

/** The sum that went back, or is about to, because the ticket `t` moved to cheaper seats. */
export const RETURNED_SQL = `(SELECT coalesce(-sum(difference_minor), 0)::bigint FROM seat_exchanges WHERE ticket_id = t.id AND how = 'returned')`;

export async function readPaidTicket(tx: Queryable, ticketId: string): Promise<PaidTicket | null> {
  const { rows } = await tx.query<Row>(
    `SELECT t.order_id AS "orderId", t.event_id AS "eventId", t.ticket_type_id AS "ticketTypeId", t.position, o.quote -> 'items' AS items, o.source,
            json_build_object('basisPoints', h.fee_basis_points, 'flatMinor', h.fee_flat_minor, 'capMinor', h.fee_cap_minor,
                              'isAbsorbed', h.fees_absorbed) AS "feeRule",
            coalesce(paid.total, 0) AS "differencesMinor", coalesce(paid.fees, 0) AS "differenceFeesMinor",
            ${RETURNED_SQL} AS "returnedMinor"
       FROM tickets AS t JOIN orders AS o ON o.id = t.order_id JOIN hosts AS h ON h.id = o.host_id
      CROSS JOIN LATERAL (
            SELECT sum(p.amount_minor - p.refunded_minor)::bigint AS total,
                   sum(least((d.quote ->> 'totalFees')::bigint, p.amount_minor - p.refunded_minor))::bigint AS fees
              FROM seat_exchanges AS x
             -- LIMIT 1, of the one that there can be: with a join the planner may go through all payments.
             CROSS JOIN LATERAL (SELECT * FROM orders WHERE id = x.difference_order_id LIMIT 1) AS d
             CROSS JOIN LATERAL (SELECT * FROM payments WHERE order_id = x.difference_order_id AND use = 'order' LIMIT 1) AS p
             WHERE x.ticket_id = t.id AND x.done_at IS NOT NULL) AS paid
      WHERE t.id = $1`,
    [ticketId],
  );
  const [row] = rows;
  if (!row) return null;
  const { ticketTypeId, position, items, source } = row;
  const line = ticketAmounts(items)[position - 1];
  const fee = items.find(({ sku }) => sku === line?.sku)?.fee ?? 0;
  const ownMinor = (line?.amountMinor ?? 0) - row.returnedMinor;
  return {
    orderId: row.orderId,
    eventId: row.eventId,
    ticketTypeId,
    ownMinor,
    paidMinor: ownMinor + row.differencesMinor,
    paidFeesMinor: fee + row.differenceFeesMinor,
    feeRule: source === 'host' || source === 'complimentary' ? null : row.feeRule,
  };
}

/** A price and a fee, in minor units: what is to be paid is the sum of both. */
export type Difference = { priceMinor: number; feeMinor: number };

/**
 * How much more a ticket type costs now than was paid for the ticket; negative where it is cheaper. Within one ticket type it is nothing,
 * whatever prices and discounts were since. The fee is the part by which the fees are more, and the price the rest.
 */
export function differenceOf(paid: PaidTicket, to: { ticketTypeId: string; priceMinor: number }): Difference {
  if (to.ticketTypeId === paid.ticketTypeId) return { priceMinor: 0, feeMinor: 0 };
  const fee = paid.feeRule ? feeMinor(to.priceMinor, paid.feeRule) : 0;
  const total = to.priceMinor + fee - paid.paidMinor;
  if (total <= 0) return { priceMinor: total, feeMinor: 0 };
  const more = Math.min(total, Math.max(0, fee - paid.paidFeesMinor));
  return { priceMinor: total - more, feeMinor: more };
}

export const totalOf = ({ priceMinor, feeMinor: fee }: Difference): number => priceMinor + fee;

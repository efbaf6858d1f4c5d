import { leftSql } from '../disputes/disputed-money.ts';
import type { Queryable } from '../../db/database.ts';
import type { OrderStatus } from '../../tickets/read-order.ts';

/** A change of seat that was asked to be paid for. */
export type PaidExchange = {
  ticketId: string;
  position: number;
  from: string;
  to: string;
  /** The order for the difference. */
  reference: string;
  status: OrderStatus;
  differenceMinor: number;
  /** The part that was paid and not refunded; 0 if the ticket was not moved. */
  leftMinor: number;
};

/** Of an order’s tickets, the oldest first. */
export async function listExchanges(tx: Queryable, orderId: string): Promise<PaidExchange[]> {
  const { rows } = await tx.query<PaidExchange>(
    `SELECT x.ticket_id AS "ticketId", t.position, coalesce(name_seat(was), '') AS "from", coalesce(name_seat(is_now), '') AS "to",
            d.reference, d.status, x.difference_minor AS "differenceMinor",
            CASE WHEN x.done_at IS NULL THEN 0 ELSE coalesce((
              SELECT ${leftSql('p')} FROM payments AS p WHERE p.order_id = d.id AND p.use = 'order'), 0) END AS "leftMinor"
       FROM seat_exchanges AS x JOIN tickets AS t ON t.id = x.ticket_id JOIN orders AS d ON d.id = x.difference_order_id
       LEFT JOIN seats AS was ON was.id = x.from_seat_id LEFT JOIN seats AS is_now ON is_now.id = x.to_seat_id
      WHERE x.order_id = $1 ORDER BY x.created_at, x.id`,
    [orderId],
  );
  return rows;
}

/** The order whose ticket an order for a change of seat is about; null for any other order. */
export async function findExchangedOrder(tx: Queryable, orderId: string): Promise<string | null> {
  const { rows } = await tx.query<{ reference: string }>(
    `SELECT o.reference FROM seat_exchanges AS x JOIN orders AS o ON o.id = x.order_id WHERE x.difference_order_id = $1`,
    [orderId],
  );
  return rows[0]?.reference ?? null;
}

import type { Queryable } from '../db/database.ts';
import type { OrderStatus } from '../tickets/read-order.ts';

export type PromoOrder = {
  orderId: string;
  reference: string;
  status: OrderStatus;
  totalMinor: number;
  discountMinor: number;
  createdAt: Date;
};

/** The orders in which a promo code was used, the newest first. The cursor is the id of the last one that was seen. */
export async function listPromoOrders(
  database: Queryable,
  input: { hostId: string; eventId: string; promoCodeId: string; limit: number; cursor: string | null },
): Promise<{ orders: PromoOrder[]; nextCursor: string | null }> {
  const { hostId, eventId, promoCodeId, limit, cursor } = input;
  const { rows } = await database.query<PromoOrder>(
    `SELECT id AS "orderId", reference, status, total_minor AS "totalMinor", (quote ->> 'discount')::bigint AS "discountMinor",
            created_at AS "createdAt"
       FROM orders
      WHERE promo_code_id = $1 AND promo_code_id IS NOT NULL AND event_id = $2 AND host_id = $3 AND ($4::uuid IS NULL OR id < $4)
      ORDER BY id DESC LIMIT $5`,
    [promoCodeId, eventId, hostId, cursor, limit + 1],
  );
  const orders = rows.slice(0, limit);
  return { orders, nextCursor: rows.length > limit ? (orders.at(-1)?.orderId ?? null) : null };
}

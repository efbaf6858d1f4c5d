import type { Queryable } from '../db/database.ts';
import type { OrderSource } from '../rules/order-source.ts';

/** The origin of an order, and the notes with it. */
export type OrderOrigin = {
  source: OrderSource;
  /** As the integrator sent it; null: nothing. */
  metadata: string | null;
  /** Null: none was used, or it was deleted since. */
  promoCodeId: string | null;
  /** How the host was paid, where no gateway was. */
  paidBy: 'cash' | 'transfer' | 'card' | 'other' | null;
  /** The host's note about it. */
  note: string | null;
  /** The host's words to the recipient of the tickets. */
  guestNote: string | null;
};

export async function readOrigin(tx: Queryable, orderId: string): Promise<OrderOrigin | null> {
  const { rows } = await tx.query<OrderOrigin>(
    `SELECT o.source, nullif(o.metadata, '{}') AS metadata, o.paid_by AS "paidBy", o.note, o.guest_note AS "guestNote",
            (SELECT p.id FROM promo_codes AS p WHERE p.id = o.promo_code_id) AS "promoCodeId"
       FROM orders AS o WHERE o.id = $1`,
    [orderId],
  );
  return rows[0] ?? null;
}

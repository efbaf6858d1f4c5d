import { randomUUIDv7 } from 'node:crypto';
import type { Transaction } from '../db/database.ts';

export type NewPromoCode = {
  eventId: string;
  code: string;
  discount: { percentBasisPoints: number } | { amountMinor: number };
  maximumUses: number | null;
  /** Empty: good for every ticket type of the event. */
  ticketTypeIds: string[];
};

export async function createPromoCode(tx: Transaction, promoCode: NewPromoCode): Promise<string> {
  const id = randomUUIDv7();
  const { discount } = promoCode;
  await tx.query(
    `INSERT INTO promo_codes (id, event_id, code, percent_basis_points, amount_minor, maximum_uses)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [
      id,
      promoCode.eventId,
      promoCode.code,
      'percentBasisPoints' in discount ? discount.percentBasisPoints : null,
      'amountMinor' in discount ? discount.amountMinor : null,
      promoCode.maximumUses,
    ],
  );
  await tx.query('INSERT INTO promo_code_ticket_types SELECT $1, unnest($2::uuid[])', [
    id,
    promoCode.ticketTypeIds,
  ]);
  return id;
}

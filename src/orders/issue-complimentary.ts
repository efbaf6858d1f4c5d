import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import type { Transaction } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import { COUNTRIES, type Country } from '../money/countries.ts';
import type { Language } from '../values/language.ts';
import { newOrderReference } from './order-reference.ts';

/** Gives tickets away: an order without a cart or a payment. Integrators hear nothing of it. */
export async function issueComplimentary(
  tx: Transaction,
  input: {
    ticketTypeId: string;
    quantity: number;
    email: string;
    firstName: string;
    lastName: string;
    cause: string;
    /** English unless it is said. */
    language?: Language;
  },
): Promise<{ orderId: string; reference: string }> {
  assert(Number.isSafeInteger(input.quantity) && input.quantity > 0, 'as many tickets as none');
  await tx.query('SELECT 1 FROM ticket_types WHERE id = $1 FOR NO KEY UPDATE', [input.ticketTypeId]);
  // What has lapsed is free, whether it was swept up or not.
  await tx.query(
    `SELECT give_back_stock(of_carts => '{}', of_types => ARRAY[$1::uuid], lapsed_by => clock_timestamp())`,
    [input.ticketTypeId],
  );
  const { rows } = await tx.query<{ event_id: string; host_id: string; name: string; country: Country }>(
    `UPDATE ticket_types AS t SET held = t.held + $2 FROM events AS e
      WHERE t.id = $1 AND e.id = t.event_id AND t.kind = 'GENERAL' AND t.capacity - t.sold - t.held >= $2
        AND NOT EXISTS (SELECT FROM event_cancellations WHERE event_id = e.id)
      RETURNING t.event_id, e.host_id, t.name, e.country`,
    [input.ticketTypeId, input.quantity],
  );
  const [ticketType] = rows;
  if (!ticketType) throw new Refusal('tickets_unavailable', 'Not that many of these tickets are left.');
  const { name, country } = ticketType;
  const item = {
    sku: input.ticketTypeId,
    name,
    quantity: input.quantity,
    price: 0,
    fee: 0,
    discount: 0,
    total: 0,
  };
  const { currency } = COUNTRIES[country];
  const quote = { items: [item], total: 0, totalFees: 0, discount: 0, currency, promoCode: null };
  const orderId = randomUUIDv7();
  const reference = newOrderReference();
  await tx.query(
    `INSERT INTO orders (id, reference, event_id, host_id, source, status, quote_reference, quote, total_minor, currency,
                         email, first_name, last_name, language, created_at)
     VALUES ($1, $2, $3, $4, 'complimentary', 'processing', $2, $5, 0, $6, $7, $8, $9, $10, clock_timestamp())`,
    [
      orderId,
      reference,
      ticketType.event_id,
      ticketType.host_id,
      JSON.stringify(quote),
      currency,
      input.email,
      input.firstName,
      input.lastName,
      input.language ?? 'en',
    ],
  );
  await tx.query('SELECT confirm_orders(ids => ARRAY[$1::uuid], cause => $2, at_time => clock_timestamp())', [
    orderId,
    input.cause,
  ]);
  return { orderId, reference };
}

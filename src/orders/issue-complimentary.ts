import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import type { Transaction } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import { COUNTRIES, type Country } from '../money/countries.ts';
import type { Language } from '../values/language.ts';
import { takeStock } from '../inventory/take-stock.ts';
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
  await tx.query(
    'SELECT 1 FROM ticket_types WHERE id = ANY (with_pool_types(ARRAY[$1::uuid])) ORDER BY id FOR NO KEY UPDATE',
    [input.ticketTypeId],
  );
  const { rows } = await tx.query<{ event_id: string; host_id: string; name: string; country: Country }>(
    `SELECT t.event_id, e.host_id, t.name, e.country FROM ticket_types AS t JOIN events AS e ON e.id = t.event_id
      WHERE t.id = $1 AND t.kind = 'GENERAL' AND NOT EXISTS (SELECT FROM event_cancellations WHERE event_id = e.id)`,
    [input.ticketTypeId],
  );
  const [ticketType] = rows;
  if (!ticketType || (await takeStock(tx, [input])))
    throw new Refusal('tickets_unavailable', 'Not enough of these tickets are left.');
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

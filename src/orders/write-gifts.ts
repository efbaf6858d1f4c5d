import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import type { Transaction } from '../db/database.ts';
import { listTicketTypes } from '../inventory/ticket-type-fields.ts';
import { COUNTRIES, type Country } from '../money/countries.ts';
import { Refusal } from '../refusal.ts';
import { toAsciiAddress } from '../values/email-address.ts';
import type { Language } from '../values/language.ts';
import { newOrderReference } from './order-reference.ts';
import { takeForHost } from './take-for-host.ts';

/** One guest's gift: an order of its own. */
export type Gift = {
  firstName: string;
  lastName: string;
  email: string;
  language: Language;
  /** The host's words to the guest in the mail; empty: none. */
  guestNote?: string;
  /** Each ticket type once. */
  lines: { ticketTypeId: string; quantity: number }[];
};

export type WriteGifts = {
  hostId: string;
  eventId: string;
  gifts: Gift[];
  cause: string;
  /** Whether the guests are mailed their tickets. Else they are sent later, from the page of the order. */
  sendsMail: boolean;
  /** So that what is pressed twice is given once; of the only gift. The hash is of what was typed. */
  idempotency: { key: string; requestHash: Buffer } | null;
};

export type WrittenGift = { orderId: string; reference: string };

/**
 * Gives tickets away: orders without carts or payments, all of them or, where one can't be had, none. Of ticket types without seats. The orders are written first and
 * the ticket types locked last, so that buyers wait no longer than the stock is looked at and the tickets are issued.
 */
export async function writeGifts(tx: Transaction, input: WriteGifts): Promise<WrittenGift[]> {
  const { hostId, eventId, gifts, cause, sendsMail } = input;
  assert(gifts.length === 1 || input.idempotency === null, 'the key of which gift?');
  const written = await insertOrders(tx, input);
  await takeForHost(tx, { hostId, eventId, lines: addUp(gifts), seatIds: [] });
  const ids = written.map(({ orderId }) => orderId);
  await tx.query('SELECT confirm_orders(ids => $1::uuid[], cause => $2, at_time => clock_timestamp())', [
    ids,
    cause,
  ]);
  if (!sendsMail) {
    // Nobody has seen these jobs yet.
    await tx.query(
      `DELETE FROM jobs WHERE kind = 'send_mail' AND unique_key IN (SELECT 'tickets ' || id FROM unnest($1::uuid[]) AS given (id))`,
      [ids],
    );
  }
  return written;
}

/** How many of each ticket type all of them take. */
function addUp(gifts: readonly Gift[]): Gift['lines'] {
  const sums = new Map<string, number>();
  for (const { ticketTypeId, quantity } of gifts.flatMap(({ lines }) => lines))
    sums.set(ticketTypeId, (sums.get(ticketTypeId) ?? 0) + quantity);
  return [...sums].map(([ticketTypeId, quantity]) => ({ ticketTypeId, quantity }));
}

async function insertOrders(tx: Transaction, input: WriteGifts): Promise<WrittenGift[]> {
  const { hostId, eventId, gifts, idempotency } = input;
  const { rows } = await tx.query<{ country: Country }>(
    'SELECT country FROM events WHERE id = $1 AND host_id = $2',
    [eventId, hostId],
  );
  const [event] = rows;
  if (!event) throw new Refusal('not_found', 'There is no such event, or you don’t have access to it.');
  const { currency } = COUNTRIES[event.country];
  const types = await listTicketTypes(tx, { hostId, eventId });
  const names = new Map(types.map(({ ticketTypeId, name }) => [ticketTypeId, name]));
  const written = gifts.map((gift) => ({
    ...gift,
    orderId: randomUUIDv7(),
    reference: newOrderReference(),
    quote: quoteOf(gift, { names, currency }),
  }));
  await tx.query(
    `INSERT INTO orders (id, reference, event_id, host_id, source, status, quote_reference, quote, total_minor, currency,
                         email, first_name, last_name, language, guest_note, idempotency_key, request_hash, created_at)
     SELECT id, reference, $1, $2, 'complimentary', 'processing', reference, quote, 0, $3, email, first_name, last_name, language,
            nullif(guest_note, ''), $4, $13, clock_timestamp()
       FROM unnest($5::uuid[], $6::text[], $7::json[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[])
            AS gift (id, reference, quote, email, first_name, last_name, language, guest_note)`,
    [
      eventId,
      hostId,
      currency,
      idempotency?.key,
      written.map(({ orderId }) => orderId),
      written.map(({ reference }) => reference),
      written.map(({ quote }) => JSON.stringify(quote)),
      written.map(({ email }) => toAsciiAddress(email) ?? email),
      written.map(({ firstName }) => firstName.trim()),
      written.map(({ lastName }) => lastName.trim()),
      written.map(({ language }) => language),
      written.map(({ guestNote = '' }) => plainNote(guestNote)),
      idempotency?.requestHash,
    ],
  );
  return written.map(({ orderId, reference }) => ({ orderId, reference }));
}

/** With one sort of line break, and nothing around it. */
export const plainNote = (note: string): string => note.replace(/\r\n?/g, '\n').trim();

function quoteOf(
  { lines }: Gift,
  { names, currency }: { names: ReadonlyMap<string, string>; currency: string },
): object {
  const items = lines.map(({ ticketTypeId, quantity }) => {
    const name = names.get(ticketTypeId);
    if (name === undefined) throw new Refusal('not_found', 'This ticket type no longer exists.');
    return { sku: ticketTypeId, name, quantity, price: 0, fee: 0, discount: 0, total: 0 };
  });
  return { items, total: 0, totalFees: 0, discount: 0, currency, promoCode: null };
}

import assert from 'node:assert/strict';
import { createHash, randomUUIDv7 } from 'node:crypto';
import type { Actor } from '../audit/actor.ts';
import { noteUnchanged, recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/database.ts';
import { countHostMails } from '../hosts/count-host-mails.ts';
import { lockToTake } from '../inventory/ticket-type-fields.ts';
import { invalidField } from '../refusal.ts';
import type { Language } from '../values/language.ts';
import { MAX_TICKETS_OF_HOST_ORDER, type PaidBy } from '../rules/order-source.ts';
import { newOrderReference } from './order-reference.ts';
import { takeForHost } from './take-for-host.ts';
import { plainNote } from './write-gifts.ts';

export type CreateHostOrder = {
  hostId: string;
  eventId: string;
  actor: Actor;
  /** Each ticket type once. The price of one ticket; null: what buyers pay. */
  lines: { ticketTypeId: string; quantity: number; priceMinor: number | null }[];
  /** As many of each ticket type with seats as its line says. */
  seatIds: string[];
  /** As which ticket type a seat is sold, by the seat's id; left out: as its own. */
  seatTypes?: Readonly<Record<string, string>> | undefined;
  buyer: { email: string; firstName: string; lastName: string };
  /** Null: given away, whatever the lines say of prices. */
  paidBy: PaidBy | null;
  /** For the host's members; empty: none. */
  note: string;
  /** The host's words in the mail to the recipient of the tickets; empty: none. */
  guestNote?: string;
  language: Language;
  /** The page's name for this order: pressed twice, it is made once. */
  requestKey: string;
  mailsPerDay: number;
};

export type HostOrder = { orderId: string; reference: string; isNew: boolean };

type Item = {
  sku: string;
  name: string;
  quantity: number;
  price: number;
  fee: number;
  discount: number;
  total: number;
};

/**
 * An order that a member makes: for somebody who has paid the host itself, at the counter or by transfer, or as a gift. It is confirmed at
 * once, the tickets are mailed, and the money is on record as the host's own: no gateway has it, no fee is taken, and integrators hear
 * nothing.
 */
export async function createHostOrder(tx: Transaction, input: CreateHostOrder): Promise<HostOrder> {
  const { hostId, eventId, actor, lines, paidBy } = input;
  if (lines.reduce((sum, { quantity }) => sum + quantity, 0) > MAX_TICKETS_OF_HOST_ORDER) {
    throw invalidField('lines', `must have at most ${MAX_TICKETS_OF_HOST_ORDER} tickets.`);
  }
  // First, so that who presses twice waits here, and finds the order that was made meanwhile.
  await lockToTake(tx, { hostId, eventId, ticketTypeIds: lines.map((line) => line.ticketTypeId) });
  const earlier = await findEarlier(tx, input);
  if (earlier) return earlier;

  const taken = await takeForHost(tx, input);
  const items = taken.lines.map(({ ticketTypeId, name, quantity, priceMinor }, at): Item => {
    const price = paidBy === null ? 0 : (lines[at]?.priceMinor ?? priceMinor);
    return { sku: ticketTypeId, name, quantity, price, fee: 0, discount: 0, total: quantity * price };
  });
  const totalMinor = items.reduce((sum, { total }) => sum + total, 0);
  if (paidBy !== null && totalMinor === 0)
    throw invalidField('lines', 'cost nothing: issue them as complimentary tickets instead.');
  await countHostMails(tx, { hostId, count: 1, perDay: input.mailsPerDay });

  const { currency, seatSkus } = taken;
  const order = await insertOrder(tx, input, { items, totalMinor, currency, seatSkus });
  await recordChange(tx, {
    hostId,
    actor,
    action: paidBy === null ? 'order.give' : 'order.sell',
    subject: { id: order.orderId, name: order.reference },
    after: {
      tickets: items.reduce((sum, { quantity }) => sum + quantity, 0),
      ...(paidBy !== null && { totalMinor, currency, paidBy }),
    },
  });
  return { ...order, isNew: true };
}

/** Beside the keys that integrators choose, and never one of theirs. */
const keyOf = ({ requestKey }: CreateHostOrder): string => `host order ${requestKey}`;

/** Of what was typed: the same key for something else is no repetition. */
function hashOf(input: CreateHostOrder): Buffer {
  const { eventId, lines, seatIds, seatTypes = {}, buyer, paidBy, note, guestNote = '', language } = input;
  const { email, firstName, lastName } = buyer;
  const further = Object.entries(seatTypes).map((pair) => pair.join(' '));
  const typed = [
    eventId,
    lines.map(({ ticketTypeId, quantity, priceMinor }) => [ticketTypeId, quantity, priceMinor]),
    seatIds,
    [email, firstName, lastName, paidBy, note, language, ...(guestNote === '' ? [] : [guestNote])],
    ...(further.length === 0 ? [] : [further.sort()]),
  ];
  return createHash('sha256').update(JSON.stringify(typed)).digest();
}

async function findEarlier(tx: Transaction, input: CreateHostOrder): Promise<HostOrder | null> {
  const { rows } = await tx.query<{ orderId: string; reference: string; requestHash: Buffer | null }>(
    'SELECT id AS "orderId", reference, request_hash AS "requestHash" FROM orders WHERE host_id = $1 AND idempotency_key = $2',
    [input.hostId, keyOf(input)],
  );
  const [found] = rows;
  if (!found) return null;
  if (!found.requestHash?.equals(hashOf(input))) {
    throw invalidField('requestKey', 'was used for another order: reload the page.');
  }
  noteUnchanged(tx);
  return { orderId: found.orderId, reference: found.reference, isNew: false };
}

const PAID = {
  cash: 'in cash',
  transfer: 'by transfer',
  card: 'by card',
  other: 'in another way',
} satisfies Record<PaidBy, string>;

async function insertOrder(
  tx: Transaction,
  input: CreateHostOrder,
  {
    items,
    totalMinor,
    currency,
    seatSkus,
  }: { items: Item[]; totalMinor: number; currency: string; seatSkus: string[] | null },
): Promise<{ orderId: string; reference: string }> {
  const { hostId, eventId, buyer, seatIds, paidBy, note, language } = input;
  const orderId = randomUUIDv7();
  const reference = newOrderReference();
  const quote = { items, total: totalMinor, totalFees: 0, discount: 0, currency, promoCode: null };
  const { rowCount } = await tx.query(
    `INSERT INTO orders (id, reference, event_id, host_id, source, status, quote_reference, quote, total_minor, currency, seat_ids,
                         email, first_name, last_name, language, gateway, paid_by, note, guest_note, idempotency_key, request_hash,
                         created_at, seat_skus)
     VALUES ($1, $2, $3, $4, $17, 'processing', $2, $5, $6, $7, $8, $9, $10, $11, $12, $18, $13, $14, $19, $15, $16,
             clock_timestamp(), $20)`,
    [
      orderId,
      reference,
      eventId,
      hostId,
      JSON.stringify(quote),
      totalMinor,
      currency,
      seatIds.length > 0 ? seatIds : null,
      buyer.email,
      buyer.firstName.trim(),
      buyer.lastName.trim(),
      language,
      paidBy,
      note.trim() || null,
      keyOf(input),
      hashOf(input),
      paidBy === null ? 'complimentary' : 'host',
      paidBy === null ? null : 'by_hand',
      plainNote(input.guestNote ?? '') || null,
      seatSkus,
    ],
  );
  assert(rowCount === 1, 'an order that was not written down');
  if (paidBy !== null) {
    await tx.query(
      `INSERT INTO payments (id, order_id, gateway, gateway_payment_id, amount_minor, currency, use, paid_at, recorded_at)
     VALUES (new_id(), $1, 'by_hand', $2, $3, $4, 'order', clock_timestamp(), clock_timestamp())`,
      [orderId, reference, totalMinor, currency],
    );
  }
  await tx.query('SELECT confirm_orders(ids => ARRAY[$1::uuid], cause => $2, at_time => clock_timestamp())', [
    orderId,
    paidBy === null ? 'given away by the host' : `sold by the host, paid ${PAID[paidBy]}`,
  ]);
  return { orderId, reference };
}

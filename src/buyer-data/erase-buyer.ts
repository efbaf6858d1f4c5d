import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import { eraseFromDeliveries } from '../webhooks/delivery/erase-from-deliveries.ts';
import { ERASED_EMAIL, ERASED_NAME } from '../rules/erased-person.ts';
import { spellingsOf, type BuyerOfHost } from './find-buyer-orders.ts';
import { lookAtBuyer, type OrderOfBuyer } from './look-at-buyer.ts';

export type EraseBuyer = BuyerOfHost & {
  actor: Actor;
  /** Also where the person still has a ticket to an event that is ahead. */
  alsoAhead: boolean;
};

export type ErasedBuyer = { orders: number; tickets: number; mails: number; hasMore: boolean };

/**
 * Puts neutral words where a person's data were, in everything that a host has of them. What was ordered, paid, refunded and sent stays, and so do the
 * tickets' codes: books, stock and doors are right afterwards. Nothing is erased where anything stands against it. Asked again, it finds
 * nothing left. A hundred orders at a time: `hasMore` says that there are others.
 */
export async function eraseBuyer(tx: Transaction, input: EraseBuyer): Promise<ErasedBuyer> {
  const { orders: found } = await lookAtBuyer(tx, input);
  await lockOrders(tx, found);
  // Once more, behind the locks: a payment may have come in between.
  const { orders, hasMore } = await lookAtBuyer(tx, input);
  refuseIfTooSoon(orders, input);
  await refuseIfOnList(tx, input);
  await refuseIfWaiting(tx, input);
  const scope: Scope = {
    all: orders.map(({ orderId }) => orderId),
    bought: orders.filter(({ part }) => part === 'buyer').map(({ orderId }) => orderId),
    spellings: spellingsOf(input.email),
  };
  await eraseFreeTexts(tx, scope, await namesOf(tx, scope));
  await eraseFromDeliveries(
    tx,
    orders.map(({ orderId }) => orderId),
  );
  const mails = await eraseMails(tx, scope);
  await eraseAnswers(tx, scope);
  const tickets = await eraseTickets(tx, scope);
  await eraseOrders(tx, scope);
  await eraseTraces(tx, scope, input.hostId);
  await recordChange(tx, {
    hostId: input.hostId,
    actor: input.actor,
    action: 'buyer.erase',
    after: { orders: orders.length, tickets, mails },
  });
  return { orders: orders.length, tickets, mails, hasMore };
}

type Scope = {
  /** The orders that have anything of the person. */
  all: string[];
  /** Those that the person made. */
  bought: string[];
  spellings: string[];
};

/** The order of locks is that of functions/README.md. */
async function lockOrders(tx: Transaction, orders: OrderOfBuyer[]): Promise<void> {
  const ids = orders.map(({ orderId }) => orderId);
  await tx.query(
    `SELECT FROM reservations WHERE id = ANY (ARRAY(SELECT reservation_id FROM orders WHERE id = ANY ($1))) ORDER BY id FOR UPDATE`,
    [ids],
  );
  await tx.query('SELECT FROM orders WHERE id = ANY ($1) ORDER BY id FOR UPDATE', [ids]);
}

const REASONS = {
  unpaid: 'can still be paid: wait until it is paid or expired, or cancel it first',
  refund_open: 'has a refund in progress: wait until the money is back, or mark it as paid by hand',
  dispute_open:
    'is disputed by the buyer’s bank: wait until the dispute has ended, for the answer needs these data',
  payment_open: 'ended unpaid, and its payment may still arrive: try again in three days',
  invoice_due:
    'is still due an invoice or a credit note: try again in a moment, and if it stays so, ask the operator to look at the jobs',
};

function refuseIfTooSoon(orders: OrderOfBuyer[], { alsoAhead }: EraseBuyer): void {
  const held = orders.find(({ obstacle }) => obstacle !== null);
  if (held?.obstacle)
    throw new Refusal(
      'wrong_state',
      `Nothing was erased: order ${held.reference} ${REASONS[held.obstacle]}.`,
    );
  const ahead = alsoAhead ? undefined : orders.find(({ isAhead }) => isAhead);
  if (ahead)
    throw new Refusal(
      'wrong_state',
      `Nothing was erased: this person has a ticket for ${ahead.eventName}, which has not taken place yet. Refund the order first, or erase anyway; the tickets can’t be sent again then.`,
      { field: 'alsoAhead' },
    );
}

/** A list of guests is taken in within moments, and would give a ticket to who was just erased. */
async function refuseIfOnList(tx: Transaction, { hostId, email }: BuyerOfHost): Promise<void> {
  const { rowCount } = await tx.query(
    `SELECT FROM guest_lists
      WHERE host_id = $1 AND state = 'waiting'
        AND EXISTS (SELECT FROM unnest($2::text[]) AS word WHERE position(word IN lower(gifts::text)) > 0) LIMIT 1`,
    [hostId, spellingsOf(email)],
  );
  if (rowCount)
    throw new Refusal(
      'wrong_state',
      'Nothing was erased: a guest list with this address is being imported. Try again in a moment.',
    );
}

/** Tickets may be held for the entry: it is ended where that is done, under the locks that it takes. */
async function refuseIfWaiting(tx: Transaction, { hostId, email }: BuyerOfHost): Promise<void> {
  const { rows } = await tx.query<{ name: string }>(
    `SELECT event.name FROM waiting_list_entries AS e JOIN events AS event ON event.id = e.event_id
      WHERE lower(e.email) = ANY ($2) AND event.host_id = $1 AND e.state IN ('waiting', 'offered') LIMIT 1`,
    [hostId, spellingsOf(email)],
  );
  if (rows[0])
    throw new Refusal(
      'wrong_state',
      `Nothing was erased: this person is on the waiting list of ${rows[0].name}. Remove them there first.`,
    );
}

/** As the person is called in these orders, for texts that somebody wrote by hand. */
async function namesOf(tx: Transaction, { all, bought, spellings }: Scope): Promise<string[]> {
  const { rows } = await tx.query<{ name: string }>(
    `SELECT lower(first_name || ' ' || last_name) AS name FROM orders WHERE id = ANY ($1)
      UNION SELECT lower(first_name || ' ' || last_name) FROM tickets WHERE order_id = ANY ($2) AND lower(email) = ANY ($3)`,
    [bought, all, spellings],
  );
  return rows.map(({ name }) => name);
}

/** Erases texts of people and gateways about these orders that contain the address or the whole name. */
async function eraseFreeTexts(tx: Transaction, scope: Scope, names: string[]): Promise<void> {
  const words = [...scope.spellings, ...names];
  const has = (column: string): string =>
    `EXISTS (SELECT FROM unnest($2::text[]) AS word WHERE position(word IN lower(${column})) > 0)`;
  for (const [table, key, column] of [
    ['refunds', 'order_id', 'note'],
    ['payment_disputes', 'order_id', 'reason'],
    ['order_changes', 'order_id', 'cause'],
    ['returns', 'order_id', 'reason'],
    ['event_cancellation_orders', 'order_id', 'note'],
    ['mails', 'order_id', 'last_error'],
    ['orders', 'id', 'note'],
    ['orders', 'id', 'guest_note'],
  ] as const)
    await tx.query(
      `UPDATE ${table} SET ${column} = '${ERASED_NAME}' WHERE ${key} = ANY ($1) AND ${has(column)}`,
      [scope.all, words],
    );
  // The integrator's own, which may say anything: of the person's orders all of it goes, of others' where it has the address.
  await tx.query(
    `UPDATE orders SET metadata = '{}' WHERE id = ANY ($1) AND metadata <> '{}' AND (id = ANY ($3) OR ${has('metadata')})`,
    [scope.all, words, scope.bought],
  );
  await tx.query(
    `UPDATE orders SET callback_url = NULL WHERE id = ANY ($1) AND (id = ANY ($3) OR ${has('callback_url')})`,
    [scope.all, words, scope.bought],
  );
}

/** Each gets an address of its own: a mail goes once to each. What was not sent is not sent any more. */
async function eraseMails(tx: Transaction, { all, spellings }: Scope): Promise<number> {
  const { rowCount } = await tx.query(
    `UPDATE mails SET recipient = 'erased-' || id || '@erased.invalid', last_error = NULL,
                      refused_at = CASE WHEN sent_at IS NULL THEN coalesce(refused_at, clock_timestamp()) END
      WHERE order_id = ANY ($1) AND lower(recipient) = ANY ($2)`,
    [all, spellings],
  );
  return rowCount ?? 0;
}

/**
 * Erases the person's answers, all of their own orders' and those about their tickets in others' orders; their newsletter consent; and the phones that were asked to pay.
 */
async function eraseAnswers(tx: Transaction, { all, bought, spellings }: Scope): Promise<void> {
  await tx.query('DELETE FROM answers WHERE order_id = ANY ($1)', [bought]);
  await tx.query(
    `DELETE FROM answers AS a USING tickets AS t
      WHERE a.order_id = ANY ($1) AND t.order_id = a.order_id AND t.position = a.ticket_position AND lower(t.email) = ANY ($2)`,
    [all, spellings],
  );
  await tx.query(
    'UPDATE mpesa_prompts SET phone = NULL WHERE reference IN (SELECT reference FROM orders WHERE id = ANY ($1) UNION ALL SELECT reference FROM payment_pages WHERE order_id = ANY ($1))',
    [bought],
  );
  await tx.query('DELETE FROM newsletter_consents WHERE order_id = ANY ($1)', [bought]);
  // Invoices that were issued stay as they are, for as long as the law asks.
  await tx.query('DELETE FROM invoice_requests WHERE order_id = ANY ($1)', [bought]);
}

/** A ticket that was given an address and no name has the buyer's name on it. */
async function eraseTickets(tx: Transaction, { all, bought, spellings }: Scope): Promise<number> {
  // In the order of locks, as a door takes several of them at once.
  await tx.query('SELECT FROM tickets WHERE order_id = ANY ($1) ORDER BY id FOR UPDATE', [all]);
  await tx.query(
    `UPDATE tickets AS t SET first_name = $3, last_name = $3
       FROM orders AS o
      WHERE o.id = ANY ($1) AND t.order_id = o.id AND lower(t.email) <> ALL ($2)
        AND t.first_name = o.first_name AND t.last_name = o.last_name`,
    [bought, spellings, ERASED_NAME],
  );
  // Their phones are no longer told of changes. Google is told that the name is gone, and is forgotten then.
  await tx.query(
    `DELETE FROM wallet_passes WHERE wallet = 'apple' AND ticket_id = ANY (ARRAY(
       SELECT id FROM tickets WHERE order_id = ANY ($1) AND lower(email) = ANY ($2)))`,
    [all, spellings],
  );
  const { rowCount } = await tx.query(
    `UPDATE tickets SET email = $3, first_name = $4, last_name = $4, phone = NULL
      WHERE order_id = ANY ($1) AND lower(email) = ANY ($2)`,
    [all, spellings, ERASED_EMAIL, ERASED_NAME],
  );
  return rowCount ?? 0;
}

async function eraseOrders(tx: Transaction, { all, bought, spellings }: Scope): Promise<void> {
  // A recipient without an address has the buyer's.
  await tx.query(
    `UPDATE orders AS o SET recipients = (
            SELECT jsonb_agg(CASE WHEN lower(coalesce(r.value ->> 'email', o.email)) = ANY ($2)
                                  THEN jsonb_build_object('email', $3::text, 'firstName', $4::text, 'lastName', $4::text)
                                  ELSE r.value END ORDER BY r.ordinality)
              FROM jsonb_array_elements(o.recipients) WITH ORDINALITY AS r)
      WHERE o.id = ANY ($1) AND jsonb_typeof(o.recipients) = 'array' AND jsonb_array_length(o.recipients) > 0`,
    [all, spellings, ERASED_EMAIL, ERASED_NAME],
  );
  await tx.query(
    `WITH erased AS (
       UPDATE orders SET email = $2, first_name = $3, last_name = $3, phone = NULL, note = CASE WHEN note IS NOT NULL THEN $3 END,
                         guest_note = NULL,
                         idempotency_key = NULL, request_hash = NULL, client_address = NULL
        WHERE id = ANY ($1) RETURNING id, status)
     INSERT INTO order_changes (order_id, at, status, cause)
     SELECT id, clock_timestamp(), status, 'the buyer’s data were erased' FROM erased`,
    [bought, ERASED_EMAIL, ERASED_NAME],
  );
}

/** Erases the origin of orders, and searches and errors that contain the address. */
async function eraseTraces(tx: Transaction, { bought, spellings }: Scope, hostId: string): Promise<void> {
  // A cart that has ended is no longer found by its address, also where it was made for one.
  await tx.query(
    `UPDATE reservations SET client_address = '-', has_left_address = true
      WHERE id = ANY (ARRAY(SELECT reservation_id FROM orders WHERE id = ANY ($1))) AND ended_at IS NOT NULL`,
    [bought],
  );
  await tx.query(
    `UPDATE guest_lists SET reason = '${ERASED_NAME}'
      WHERE host_id = $1 AND EXISTS (SELECT FROM unnest($2::text[]) AS word WHERE position(word IN lower(reason)) > 0)`,
    [hostId, spellings],
  );
  // Those on the list were refused above. One that is not confirmed goes: its link would put nobody on the list.
  await tx.query(
    `DELETE FROM waiting_list_entries AS e USING events AS event
      WHERE event.id = e.event_id AND event.host_id = $1 AND lower(e.email) = ANY ($2) AND e.state = 'asked'`,
    [hostId, spellings],
  );
  await tx.query(
    `UPDATE waiting_list_entries AS e SET email = $3, email_key = 'erased-' || e.id
       FROM events AS event WHERE event.id = e.event_id AND event.host_id = $1 AND lower(e.email) = ANY ($2)
        AND e.state NOT IN ('waiting', 'offered')`,
    [hostId, spellings, ERASED_EMAIL],
  );
  await tx.query(
    `DELETE FROM exports
      WHERE host_id = $1 AND EXISTS (SELECT FROM unnest($2::text[]) AS word WHERE position(word IN lower(filters::text)) > 0)`,
    [hostId, spellings],
  );
  await tx.query(
    `DELETE FROM left_carts WHERE lower(email) = ANY ($2) AND event_id IN (SELECT id FROM events WHERE host_id = $1)`,
    [hostId, spellings],
  );
  await tx.query(
    `UPDATE jobs SET last_error = '${ERASED_NAME}' WHERE id = ANY (ARRAY(
       SELECT id FROM jobs
        WHERE EXISTS (SELECT FROM unnest($1::text[]) AS word WHERE position(word IN lower(last_error)) > 0)
          FOR UPDATE SKIP LOCKED))`,
    [spellings],
  );
}

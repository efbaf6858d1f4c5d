import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { noteUnchanged, recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import { countHostMails } from '../../hosts/count-host-mails.ts';
import { enqueueJob } from '../../jobs/enqueue-job.ts';
import type { GatewayName } from '../../payments/gateway.ts';
import { Refusal } from '../../refusal.ts';
import { SEND_HOLDER_MAIL } from '../../tickets/mails/send-mail-job.ts';
import { addToHistory } from '../add-to-history.ts';
import { lockOrder } from '../lock-order.ts';
import { GRACE_SECONDS, START_SECONDS, type Recipient } from '../order-engine.ts';
import { newOrderReference } from '../order-reference.ts';
import { addPaidExchange } from './add-paid-exchange.ts';
import { keepToPrice, takeSeat, type ExchangeSeat } from './exchange-seat.ts';
import { totalOf, type Difference } from './find-difference.ts';
import { lockExchange, type LockedExchange } from './lock-exchange.ts';
import { quoteDifference } from './quote-difference.ts';

/** An order for what a better seat costs more, before its payment link is asked for. */
export type OpenedDifference = {
  orderId: string;
  reference: string;
  returnToken: string;
  buyer: Recipient;
  amountMinor: number;
  currency: string;
  description: string;
  payBy: Date;
  /** False: it was asked for before, and waits to be paid, or was paid. */
  isNew: boolean;
};

export type OpenDifference = ExchangeSeat & {
  via: { name: GatewayName; accountId: string | null };
};

/** A mail is not read at once. As long as gateways keep a page open; never beyond the end of the event. */
const PAYMENT_HOURS = 24;

// The gateway is asked for the link after this commits: within this time it has mostly answered. Where not, the mail comes a little later.
const MAIL_DELAY_MS = 3_000;

/**
 * Asks the buyer for what another seat costs more: an order of its own, with the new seat held for it as for any cart. The ticket moves once
 * it is paid (sell_orders); until then it stays as it is. The caller asks for the payment link when this has committed.
 */
export async function openDifference(tx: Transaction, input: OpenDifference): Promise<OpenedDifference> {
  await lockOrder(tx, input.orderId);
  const asked = await findAsked(tx, input, 'waiting');
  if (asked) {
    await mailAgain(tx, input, asked);
    noteUnchanged(tx);
    return asked;
  }
  const found = await lockExchange(tx, input);
  if (!found) return findDone(tx, input);
  const difference = await keepToPrice(tx, input, found);
  await takeSeat(tx, found);
  const opened = await insertOrder(tx, input, { found, difference });
  await countHostMails(tx, { hostId: found.ticket.hostId, count: 1, perDay: input.hostMailsPerDay });
  const { ticket, from, to } = found;
  const { reference, amountMinor, currency } = opened;
  await addToHistory(
    tx,
    input.orderId,
    `a change of the seat of ticket ${ticket.position} from ${from.name} to ${to.name} waits for the payment of order ${reference}`,
  );
  await enqueueJob(tx, {
    kind: SEND_HOLDER_MAIL,
    payload: { mail: 'seat_change_due', orderId: opened.orderId },
    uniqueKey: `seat_change_due ${opened.orderId}`,
    delayMs: MAIL_DELAY_MS,
  });
  await recordChange(tx, {
    hostId: ticket.hostId,
    actor: input.actor,
    action: 'ticket.ask_difference',
    subject: { id: input.ticketId, name: `${ticket.reference}, ${ticket.position}` },
    before: { seat: from.name },
    after: { seat: to.name, amountMinor, currency, order: reference },
  });
  return opened;
}

const OPENED_SQL = `o.id AS "orderId", o.reference, o.return_token AS "returnToken",
  json_build_object('email', o.email, 'firstName', o.first_name, 'lastName', o.last_name, 'phone', o.phone) AS buyer,
  o.total_minor AS "amountMinor", o.currency, (SELECT name FROM events WHERE id = o.event_id) AS description, o.pay_by AS "payBy"`;

/**
 * The same change of this order's ticket, which waits to be paid for or was: the answer was lost, or two members had the same thought. As another
 * ticket type, or for another sum, it is another change.
 */
async function findAsked(
  tx: Transaction,
  { orderId, ticketId, toSeatId, ticketTypeId, seenDifferenceMinor }: OpenDifference,
  which: 'waiting' | 'done',
): Promise<OpenedDifference | null> {
  const { rows } = await tx.query<Omit<OpenedDifference, 'isNew'>>(
    `SELECT ${OPENED_SQL} FROM seat_exchanges AS x
      CROSS JOIN LATERAL (SELECT * FROM orders WHERE id = x.difference_order_id LIMIT 1) AS o
      WHERE x.order_id = $1 AND x.ticket_id = $2 AND x.to_seat_id = $3 AND x.difference_minor = $4 AND x.to_type_id = coalesce($5, x.to_type_id)
        AND ${which === 'done' ? 'x.done_at IS NOT NULL' : `x.done_at IS NULL AND o.status IN ('processing', 'pending_payment')`}
      ORDER BY x.created_at DESC LIMIT 1`,
    [orderId, ticketId, toSeatId, seenDifferenceMinor, ticketTypeId],
  );
  return rows[0] ? { ...rows[0], isNew: false } : null;
}

// Two presses mean one mail; a later request means that none arrived.
const MAIL_AGAIN_MINUTES = 10;

/** The mail may have been lost: it is sent once more where the last one is some time ago. */
async function mailAgain(tx: Transaction, input: OpenDifference, asked: OpenedDifference): Promise<void> {
  const { rows } = await tx.query<{ hostId: string }>(
    `SELECT o.host_id AS "hostId" FROM orders AS o CROSS JOIN (SELECT clock_timestamp() - $2 * interval '1 minute' AS since) AS at
      WHERE o.id = $1 AND o.status = 'pending_payment' AND o.created_at <= at.since
        AND NOT EXISTS (SELECT FROM mails AS m WHERE m.order_id = o.id AND m.kind = 'seat_change_due' AND m.created_at > at.since)`,
    [asked.orderId, MAIL_AGAIN_MINUTES],
  );
  const [order] = rows;
  if (!order) return;
  await countHostMails(tx, { ...order, count: 1, perDay: input.hostMailsPerDay });
  await enqueueJob(tx, {
    kind: SEND_HOLDER_MAIL,
    payload: { mail: 'seat_change_due', orderId: asked.orderId, again: randomUUIDv7() },
    uniqueKey: `seat_change_due again ${asked.orderId}`,
  });
}

/** The ticket has the seat: it was paid for meanwhile, or somebody has given it without. */
async function findDone(tx: Transaction, input: OpenDifference): Promise<OpenedDifference> {
  const done = await findAsked(tx, input, 'done');
  if (!done) {
    throw new Refusal(
      'changed_meanwhile',
      'The ticket already has this seat, and no payment was requested: reload the page.',
    );
  }
  noteUnchanged(tx);
  return done;
}

async function insertOrder(
  tx: Transaction,
  { orderId: ofOrderId, ticketId, via }: OpenDifference,
  { found, difference }: { found: LockedExchange; difference: Difference },
): Promise<OpenedDifference> {
  const { ticket, to, toType } = found;
  const { quote, currency } = await quoteDifference(tx, ofOrderId, { found, difference });
  const total = totalOf(difference);
  const [orderId, cartId, reference] = [randomUUIDv7(), randomUUIDv7(), newOrderReference()];
  await holdSeat(tx, { cartId, orderId, reference, quote, found });
  // The buyer is who bought the ticket.
  const { rows } = await tx.query<Omit<OpenedDifference, 'isNew'>>(
    `WITH made AS (
       INSERT INTO orders (id, reference, event_id, host_id, reservation_id, source, status, quote_reference, quote, total_minor, currency,
                           seat_ids, email, first_name, last_name, phone, language, gateway, payment_account_id, start_by, pay_by,
                           next_look_up_at, created_at, quantity, seat_skus)
       SELECT $1, $2, o.event_id, o.host_id, $3, 'exchange', 'processing', $2, $4, $5, $6, ARRAY[$7::uuid], o.email, o.first_name,
              o.last_name, o.phone, o.language, $8, $9, clock_timestamp() + $10 * interval '1 second',
              r.expires_at - $11 * interval '1 second', clock_timestamp() + $10 * interval '1 second', clock_timestamp(), 1, $13::uuid[]
         FROM orders AS o, reservations AS r WHERE o.id = $12 AND r.id = $3
       RETURNING *)
     SELECT ${OPENED_SQL} FROM made AS o`,
    [
      orderId,
      reference,
      cartId,
      JSON.stringify(quote),
      total,
      currency,
      to.id,
      via.name,
      via.accountId,
      START_SECONDS,
      GRACE_SECONDS,
      ofOrderId,
      toType.ticketTypeId === to.ticketTypeId ? null : [toType.ticketTypeId],
    ],
  );
  const [opened] = rows;
  assert(opened, 'an order that was not written down');
  await addPaidExchange(tx, found, {
    orderId: ofOrderId,
    ticketId,
    differenceMinor: total,
    differenceOrderId: orderId,
  });
  await addToHistory(
    tx,
    orderId,
    `asked for by the host: ticket ${ticket.position} of order ${ticket.reference} moves to ${to.name} once it is paid`,
  );
  return { ...opened, isNew: true };
}

/** As a cart holds it, under a token that nobody has. What it holds of the ticket type was counted by takeSeat. */
async function holdSeat(
  tx: Transaction,
  held: { cartId: string; orderId: string; reference: string; quote: object; found: LockedExchange },
): Promise<void> {
  const { cartId, found } = held;
  const { ticket, to, toType } = found;
  await tx.query(
    `INSERT INTO reservations (id, event_id, token, client_address, is_shared, is_exempt, quantity, first_held_at, expires_at,
                               quote_reference, quote, order_id)
     SELECT $1, e.id, gen_random_uuid(), '', false, true, 1, clock_timestamp(),
            least(clock_timestamp() + $2 * interval '1 hour', e.closes_at) + $3 * interval '1 second', $4, $5, $6
       FROM events AS e WHERE e.id = $7`,
    [
      cartId,
      PAYMENT_HOURS,
      GRACE_SECONDS,
      held.reference,
      JSON.stringify(held.quote),
      held.orderId,
      ticket.eventId,
    ],
  );
  await tx.query(
    `INSERT INTO holds (reservation_id, ticket_type_id, quantity, expires_at)
     SELECT id, $2, 1, expires_at FROM reservations WHERE id = $1`,
    [cartId, toType.ticketTypeId],
  );
  await tx.query(
    `UPDATE seats SET held_by = r.id, held_until = r.expires_at, held_as = nullif($3, ticket_type_id)
       FROM reservations AS r WHERE r.id = $1 AND seats.id = $2`,
    [cartId, to.id, toType.ticketTypeId],
  );
}

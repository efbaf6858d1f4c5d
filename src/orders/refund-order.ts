import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import type { Actor } from '../audit/actor.ts';
import { noteUnchanged, recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/database.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import { isTakenByHost, type PaidThrough } from '../payments/gateway.ts';
import { Refusal } from '../refusal.ts';
import { stepOf } from '../rules/gateway-currencies.ts';
import { SEND_HOLDER_MAIL } from '../tickets/mails/send-mail-job.ts';
import { ticketAmounts, type QuoteItem } from '../tickets/ticket-amounts.ts';
import { addToHistory } from './add-to-history.ts';
import { leftSql, refuseWhileDisputed } from './disputes/disputed-money.ts';
import { CLOSE_PAYMENT_PAGE } from './close-payment-page.ts';
import { RETURNED_SQL } from './exchange/find-difference.ts';
import { endDifferences } from './exchange/end-differences.ts';
import {
  giveDifferencesBack,
  listDifferences,
  type GivenDifference,
  type PaidDifference,
} from './exchange/paid-differences.ts';
import { lockOrder } from './lock-order.ts';

export type RefundOrder = {
  orderId: string;
  actor: Actor;
  /** The tickets that become void; null: all that are still good. */
  ticketIds: string[] | null;
  /** The amount of the refund; null: the price of these tickets. */
  amountMinor: number | null;
  /**
   * Whether what was paid since for better seats of these tickets goes back too, whole: it is in orders of its own. Where nothing is said, it
   * does wherever money goes back, or all that was paid is to.
   */
  returnsDifferences?: boolean;
  /** Whether the stock is for sale again. */
  returnsStock: boolean;
  /** Why, in the host's words: kept in the order's history, and not shown to the buyer. */
  reason?: string;
  /** Without a refund, whether the buyer gets an e-mail about the void tickets. */
  tellsBuyer?: boolean;
  /** The values that the member saw: if another refund came first, they are asked to look again. */
  seen?: SeenBeforeRefund;
  /** The caller's name for this refund, of at most 255 characters: asked for twice, it is made once. */
  requestKey: string;
};

/** Both only ever get less: every refund changes one of them. */
export type SeenBeforeRefund = { leftMinor: number; goodTickets: number };

type OrderRow = {
  host_id: string;
  reference: string;
  status: string;
  quote: { items: QuoteItem[] };
  currency: string;
};
type TicketRow = {
  id: string;
  ticket_type_id: string;
  position: number;
  voided_at: Date | null;
  /** The sum that went back for cheaper seats. */
  returned_minor: number;
};
type PaymentRow = { id: string; left_minor: number; gateway: PaidThrough };
type Refunded = {
  refundId: string | null;
  amountMinor: number;
  isNew: boolean;
  /** The refunds of orders for better seats. */
  differences: GivenDifference[];
};

// As long as an order's idempotency key may be.
const MAX_KEY_CHARACTERS = 255;

/**
 * Voids tickets and gives money back. The tickets are void, and their stock is back, when this commits; the money follows
 * by a job, and the order reads `refunded` or `partially_refunded` once the gateway has paid it out. What was paid to the host itself it
 * gives back itself: the order reads so at once, and the buyer is told.
 */
export async function refundOrder(tx: Transaction, input: RefundOrder): Promise<Refunded> {
  const { length } = input.requestKey;
  if (length < 1 || length > MAX_KEY_CHARACTERS) {
    throw new Refusal(
      'validation_failed',
      `The key of a refund must have 1 to ${MAX_KEY_CHARACTERS} characters.`,
    );
  }
  await lockOrder(tx, input.orderId);
  const { rows: orders } = await tx.query<OrderRow>(
    'SELECT host_id, reference, status, quote, currency FROM orders WHERE id = $1',
    [input.orderId],
  );
  const [order] = orders;
  if (!order) throw new Refusal('not_found', 'There is no such order.');
  const earlier = await findEarlier(tx, input);
  if (earlier) {
    noteUnchanged(tx);
    return earlier;
  }
  if (order.status !== 'confirmed' && order.status !== 'partially_refunded') {
    throw new Refusal('validation_failed', `An order that is ${order.status} can’t be refunded.`);
  }
  const made = await giveBack(tx, input, order);
  await recordChange(tx, {
    hostId: order.host_id,
    actor: input.actor,
    action: 'order.refund',
    subject: { id: input.orderId, name: order.reference },
    after: { amountMinor: made.amountMinor, currency: order.currency, returnsStock: input.returnsStock },
  });
  return made;
}

async function giveBack(
  tx: Transaction,
  input: RefundOrder,
  { quote: { items }, currency }: OrderRow,
): Promise<Refunded> {
  const tickets = await chooseTickets(tx, input);
  const { rows: payments } = await tx.query<PaymentRow>(
    `SELECT p.id, ${leftSql('p')} AS left_minor, p.gateway FROM payments AS p WHERE p.order_id = $1 AND p.use = 'order'`,
    [input.orderId],
  );
  const [payment] = payments;
  const left = payment?.left_minor ?? 0;
  await keepToSeen(tx, input, left);
  const amounts = ticketAmounts(items);
  const worth = tickets.reduce(
    (sum, ticket) => sum + (amounts[ticket.position - 1]?.amountMinor ?? 0) - ticket.returned_minor,
    0,
  );
  // A discount or a fee may have made a ticket's share finer than the gateway pays out.
  const step = payment ? stepOf(payment.gateway, currency) : 1;
  const share = Math.min(worth, left);
  const amountMinor = input.amountMinor ?? share - (share % step);
  if (!Number.isSafeInteger(amountMinor) || amountMinor < 0 || amountMinor > left) {
    throw new Refusal('validation_failed', `amount must be a whole number of minor units from 0 to ${left}.`);
  }
  if (amountMinor % step !== 0) {
    throw new Refusal(
      'validation_failed',
      `amount must be a multiple of ${step} minor units: the gateway pays out nothing finer.`,
    );
  }
  if (tickets.length === 0 && amountMinor === 0) {
    throw new Refusal('validation_failed', 'This order has no ticket and no money left to refund.');
  }

  const returnsDifferences = input.returnsDifferences ?? (input.amountMinor === null || amountMinor > 0);
  const paid = returnsDifferences ? await listDifferences(tx, tickets) : [];
  await refuseWhileDisputed(tx, [
    ...(amountMinor > 0 ? [input.orderId] : []),
    ...paid.map(({ orderId }) => orderId),
  ]);
  await lockTypes(tx, { items, tickets, differences: paid });
  await voidTickets(tx, input, tickets);
  await endReturns(tx, input.orderId, tickets);
  const differences = await giveDifferencesBack(tx, input, paid);
  for (const { orderId, isByHand } of paid)
    if (isByHand) await recordRefunded(tx, { orderId, cause: because(GIVEN_BACK_BY_HAND, input) });
  await endDifferences(tx, tickets);
  if (!payment || amountMinor === 0) {
    await recordRefunded(tx, {
      orderId: input.orderId,
      cause: because(cancelledBy(input.requestKey), input),
    });
    if (input.tellsBuyer) await tellVoided(tx, input.orderId, tickets);
    return { refundId: null, amountMinor: 0, isNew: true, differences };
  }
  const { rows } = await tx.query<{ id: string }>(
    `SELECT add_refund(of_payment => $1, amount => $2, why => 'host', named => $3, at_time => clock_timestamp()) AS id`,
    [payment.id, amountMinor, input.requestKey],
  );
  const refundId = rows[0]?.id;
  assert(refundId, 'a refund without an id');
  if (isTakenByHost(payment.gateway)) await tellGivenBackByHand(tx, input, refundId);
  // The gateway answers later, to the program: who asked is told here.
  else await addToHistory(tx, input.orderId, because('a refund was asked for', input));
  return { refundId, amountMinor, isNew: true, differences };
}

/** Two members who do the same thing at one moment have two keys: the second has not seen what the first did. */
async function keepToSeen(tx: Transaction, { orderId, seen }: RefundOrder, leftMinor: number): Promise<void> {
  if (!seen) return;
  const { rows } = await tx.query<{ goodTickets: number }>(
    'SELECT count(*)::integer AS "goodTickets" FROM tickets WHERE order_id = $1 AND voided_at IS NULL',
    [orderId],
  );
  if (seen.leftMinor === leftMinor && seen.goodTickets === rows[0]?.goodTickets) return;
  throw new Refusal(
    'changed_meanwhile',
    'Part of this order was refunded since you opened it, so nothing was done: check what is left, and try again.',
  );
}

const because = (cause: string, { reason = '' }: RefundOrder): string =>
  reason === '' ? cause : `${cause}: ${reason}`;

const GIVEN_BACK_BY_HAND = 'refunded, the host gives the money back itself';

/** No gateway has the money: the refund is at its end, and giving it back is between the host and the buyer. */
async function tellGivenBackByHand(tx: Transaction, input: RefundOrder, refundId: string): Promise<void> {
  const { orderId } = input;
  const cause = because(GIVEN_BACK_BY_HAND, input);
  await recordRefunded(tx, { orderId, cause });
  await enqueueJob(tx, {
    kind: 'send_mail',
    payload: { mail: 'refunded', orderId, refundId },
    uniqueKey: `refunded ${refundId}`,
  });
}

/** Nothing else tells the buyer: where money goes back, its own mail does. */
async function tellVoided(tx: Transaction, orderId: string, tickets: TicketRow[]): Promise<void> {
  const payload = {
    mail: 'voided',
    orderId,
    voidKey: randomUUIDv7(),
    ticketIds: tickets.map(({ id }) => id),
  };
  await enqueueJob(tx, { kind: SEND_HOLDER_MAIL, payload });
}

/** Without money there is no row in `refunds`: the order's history keeps the key. */
const cancelledBy = (requestKey: string): string => `its tickets were cancelled (refund ${requestKey})`;

const KEY = / \(refund [^)]*\)/;

/** An entry of the history as people read it. */
export const withoutRequestKey = (cause: string): string =>
  cause.startsWith('its tickets were cancelled (refund ') ? cause.replace(KEY, '') : cause;

async function findEarlier(
  tx: Transaction,
  { orderId, requestKey }: RefundOrder,
): Promise<Refunded | undefined> {
  const { rows } = await tx.query<{ id: string | null; amount_minor: number }>(
    `SELECT id, amount_minor FROM refunds WHERE order_id = $1 AND request_key = $2
      UNION ALL SELECT NULL, 0 FROM order_changes WHERE order_id = $1 AND starts_with(cause, $3)`,
    [orderId, requestKey, cancelledBy(requestKey)],
  );
  const [made] = rows;
  return (
    made && {
      refundId: made.id,
      amountMinor: made.amount_minor,
      isNew: false,
      differences: [],
    }
  );
}

async function chooseTickets(tx: Transaction, { orderId, ticketIds }: RefundOrder): Promise<TicketRow[]> {
  const { rows } = await tx.query<TicketRow>(
    `SELECT id, ticket_type_id, position, voided_at, ${RETURNED_SQL} AS returned_minor
       FROM tickets AS t WHERE order_id = $1 ORDER BY id FOR UPDATE`,
    [orderId],
  );
  // Locked by id, as the doors do (functions/README.md); read in the order of the tickets.
  const chosen = rows
    .filter(({ id }) => ticketIds === null || ticketIds.includes(id))
    .sort((a, b) => a.position - b.position);
  if (ticketIds && chosen.length < new Set(ticketIds).size) {
    throw new Refusal('validation_failed', 'One of the tickets belongs to another order.');
  }
  if (ticketIds && chosen.some(({ voided_at: voidedAt }) => voidedAt)) {
    throw new Refusal('validation_failed', 'One of the tickets is already void.');
  }
  return chosen.filter(({ voided_at: voidedAt }) => !voidedAt);
}

/**
 * All of the order's in one statement: money is taken off those whose tickets become void or, where these were free, off the others too. One
 * after the other they would not be in the order of locks (functions/README.md).
 */
async function lockTypes(
  tx: Transaction,
  {
    items,
    tickets,
    differences,
  }: { items: QuoteItem[]; tickets: TicketRow[]; differences: PaidDifference[] },
): Promise<void> {
  const ids = [
    ...items.map(({ sku }) => sku),
    ...tickets.map((ticket) => ticket.ticket_type_id),
    ...differences.map(({ ticketTypeId }) => ticketTypeId),
  ];
  await tx.query('SELECT 1 FROM ticket_types WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE', [
    ids,
  ]);
}

async function voidTickets(
  tx: Transaction,
  { orderId, returnsStock }: Pick<RefundOrder, 'orderId' | 'returnsStock'>,
  tickets: TicketRow[],
): Promise<void> {
  const ids = tickets.map(({ id }) => id);
  const gone = await releaseListings(tx, { orderId, ids, returnsStock });
  if (returnsStock) {
    await tx.query(
      `UPDATE ticket_types AS t SET sold = t.sold - given_back.count
         FROM (SELECT ticket_type_id, count(*)::integer FROM tickets WHERE id = ANY ($1) AND NOT id = ANY ($2) GROUP BY 1) AS given_back
        WHERE t.id = given_back.ticket_type_id`,
      [ids, gone],
    );
    // In the order of locks, whatever the plan of the UPDATE. What they were sold as is locked, and so they are nobody else's to take.
    await tx.query(
      'SELECT 1 FROM seats WHERE id IN (SELECT seat_id FROM tickets WHERE id = ANY ($1)) ORDER BY id FOR NO KEY UPDATE',
      [ids],
    );
    await tx.query(
      'UPDATE seats SET is_sold = false WHERE id IN (SELECT seat_id FROM tickets WHERE id = ANY ($1))',
      [ids],
    );
  }
  await tx.query(
    'UPDATE tickets SET voided_at = clock_timestamp(), is_returned = $2 OR id = ANY ($3) WHERE id = ANY ($1)',
    [ids, returnsStock, gone],
  );
}

/**
 * Tickets that their buyer has put on sale again (docs/decisions/resale.md): their places are on sale already, or sold. Returns those of which nothing
 * is left to give back. To keep a place from others it must be free still.
 */
async function releaseListings(
  tx: Transaction,
  { orderId, ids, returnsStock }: { orderId: string; ids: string[]; returnsStock: boolean },
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string; ticketId: string; typeId: string | null }>(
    `SELECT id, ticket_ids[1] AS "ticketId", listed_type_id AS "typeId" FROM returns
      WHERE order_id = $1 AND ticket_ids && $2::uuid[] AND (listed_type_id IS NOT NULL OR sold_at IS NOT NULL)`,
    [orderId, ids],
  );
  const sold = rows.filter(({ typeId }) => typeId === null).map(({ ticketId }) => ticketId);
  const listed = rows.filter(({ typeId }) => typeId !== null);
  if (listed.length === 0) return sold;
  if (!returnsStock) {
    for (const { id, typeId } of listed) {
      const { rows: ended } = await tx.query<{ ids: string[] }>(
        `SELECT end_listings(of_type => $1, ids => ARRAY[$2::uuid], new_state => 'lapsed') AS ids`,
        [typeId, id],
      );
      if (ended[0]?.ids.length !== 1)
        throw new Refusal(
          'wrong_state',
          'One of the tickets is on sale again and in a cart at this moment. Put its place back on sale, or try again in a few minutes.',
        );
    }
    return sold;
  }
  await tx.query(
    `UPDATE ticket_types AS t SET listed = t.listed - over.count
       FROM (SELECT type_id, count(*)::integer FROM unnest($1::uuid[]) AS one (type_id) GROUP BY 1) AS over WHERE t.id = over.type_id`,
    [listed.map(({ typeId }) => typeId)],
  );
  return [...sold, ...listed.map(({ ticketId }) => ticketId)];
}

/** A return that has one of these tickets is over: its sum was for all of its tickets. */
async function endReturns(tx: Transaction, orderId: string, tickets: TicketRow[]): Promise<void> {
  await tx.query(
    `UPDATE returns SET state = 'lapsed', ended_at = clock_timestamp(), listed_type_id = NULL, listed_ticket_id = NULL
      WHERE order_id = $1 AND state IN ('asked', 'waiting', 'listed', 'sold') AND ticket_ids && $2::uuid[]`,
    [orderId, tickets.map(({ id }) => id)],
  );
}

/** Brings the order's state up to what became of its money and its tickets. */
export async function recordRefunded(
  tx: Transaction,
  { orderId, cause }: { orderId: string; cause: string },
): Promise<void> {
  const { rows } = await tx.query<{ status: string }>(
    `WITH changed AS (
       UPDATE orders AS o SET status = CASE
           WHEN o.confirmed_at IS NULL THEN 'refunded'
           WHEN EXISTS (SELECT 1 FROM tickets AS t WHERE t.order_id = o.id AND t.voided_at IS NULL)
             -- An order for a change of seat has no tickets: it is refunded when its money is.
             OR o.source = 'exchange' AND EXISTS (SELECT 1 FROM payments AS p
                  WHERE p.order_id = o.id AND p.use = 'order' AND p.refunded_minor < p.amount_minor)
             OR EXISTS (SELECT 1 FROM refunds AS r WHERE r.order_id = o.id AND r.reason = 'host' AND r.status NOT IN ('succeeded', 'settled_by_hand'))
           THEN 'partially_refunded' ELSE 'refunded' END
        WHERE o.id = $1
       RETURNING id, status
     )
     INSERT INTO order_changes (order_id, at, status, cause) SELECT id, clock_timestamp(), status, $2 FROM changed
     RETURNING status`,
    [orderId, cause],
  );
  // Some gateways take several payments by one page.
  if (rows[0]?.status === 'refunded')
    await enqueueJob(tx, { kind: CLOSE_PAYMENT_PAGE, payload: { orderId }, uniqueKey: orderId });
}

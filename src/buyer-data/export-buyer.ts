import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { listOrderDeliveries } from '../webhooks/delivery/list-order-deliveries.ts';
import { findBuyerOrders, isAnswerOfPerson, spellingsOf, type BuyerOfHost } from './find-buyer-orders.ts';

// A person with more orders than this is a business, which has its own books.
const MAX_ORDERS_IN_FILE = 1_000;

type Order = { part: string; [field: string]: unknown };

export type BuyerFile = {
  about: { email: string; host: string; madeAt: Date; isComplete: boolean };
  /** Those that the person made, with all that belongs to them. */
  orders: object[];
  /** Tickets that others bought for the person. */
  ticketsFromOthers: object[];
  /** Entries of waiting lists. */
  waitingLists: object[];
  /** Those that the person wanted to be reminded of, while the address is kept. */
  leftCarts: object[];
};

/** All that a host has of a person, as it is given to them: docs/decisions/buyer-data.md says what is in it. */
export async function exportBuyer(
  tx: Transaction,
  { actor, ...buyer }: BuyerOfHost & { actor: Actor },
): Promise<BuyerFile> {
  const file = await readBuyer(tx, buyer);
  const orders = file.orders.length + file.ticketsFromOthers.length;
  await recordChange(tx, { hostId: buyer.hostId, actor, action: 'buyer.export', after: { orders } });
  return file;
}

async function readBuyer(tx: Queryable, buyer: BuyerOfHost): Promise<BuyerFile> {
  const found = await findBuyerOrders(tx, buyer, MAX_ORDERS_IN_FILE + 1);
  const page = found.slice(0, MAX_ORDERS_IN_FILE);
  const orders: object[] = [];
  const ticketsFromOthers: object[] = [];
  for (const { orderId, part } of page) {
    const order = await readOrder(tx, { orderId, part, spellings: spellingsOf(buyer.email) });
    (part === 'buyer' ? orders : ticketsFromOthers).push(order);
  }
  const { rows } = await tx.query<{ host: string; madeAt: Date }>(
    `SELECT name AS host, clock_timestamp() AS "madeAt" FROM hosts WHERE id = $1`,
    [buyer.hostId],
  );
  const leftCarts = await tx.query<Record<string, unknown>>(
    `SELECT e.name AS event, c.email, c.language, c.asked_at AS "askedAt" FROM left_carts AS c JOIN events AS e ON e.id = c.event_id
      WHERE e.host_id = $1 AND lower(c.email) = ANY ($2) ORDER BY c.asked_at`,
    [buyer.hostId, spellingsOf(buyer.email)],
  );
  const [made] = rows;
  if (!made) throw new Error('the host is not there');
  return {
    about: { email: buyer.email, ...made, isComplete: found.length === page.length },
    orders,
    ticketsFromOthers,
    waitingLists: await readListEntries(tx, buyer),
    leftCarts: leftCarts.rows,
  };
}

async function readListEntries(tx: Queryable, { hostId, email }: BuyerOfHost): Promise<object[]> {
  const { rows } = await tx.query<Record<string, unknown>>(
    `SELECT event.name AS event, t.name AS type, e.email, e.quantity, e.state, e.language, e.asked_at AS "askedAt",
            e.confirmed_at AS "confirmedAt", e.offered_at AS "offeredAt", e.offered_until AS "offeredUntil", e.ended_at AS "endedAt"
       FROM waiting_list_entries AS e JOIN events AS event ON event.id = e.event_id JOIN ticket_types AS t ON t.id = e.ticket_type_id
      WHERE lower(e.email) = ANY ($2) AND event.host_id = $1 ORDER BY e.id LIMIT ${MAX_ORDERS_IN_FILE}`,
    [hostId, spellingsOf(email)],
  );
  return rows;
}

async function readOrder(
  tx: Queryable,
  { orderId, part, spellings }: { orderId: string; part: string; spellings: string[] },
): Promise<object> {
  const isBuyer = part === 'buyer';
  const { rows } = await tx.query<Order>(
    `SELECT o.reference, e.name AS event, e.starts_at AS "eventStartsAt", o.status, o.created_at AS "orderedAt", o.source
            ${isBuyer ? BUYERS_COLUMNS : ''}
       FROM orders AS o JOIN events AS e ON e.id = o.event_id WHERE o.id = $1`,
    [orderId],
  );
  const read = async (sql: string, values: unknown[] = [orderId]): Promise<object[]> =>
    (await tx.query<Record<string, unknown>>(sql, values)).rows;
  const own = {
    ...rows[0],
    tickets: await read(
      `SELECT t.position, y.name AS type, t.first_name AS "firstName", t.last_name AS "lastName", t.email, t.phone,
              t.issued_at AS "issuedAt", t.used_at AS "usedAt", t.voided_at AS "voidedAt"
         FROM tickets AS t JOIN ticket_types AS y ON y.id = t.ticket_type_id
        WHERE t.order_id = $1 AND ($3 OR lower(t.email) = ANY ($2)) ORDER BY t.position`,
      [orderId, spellings, isBuyer],
    ),
    answers: await read(
      `SELECT nullif(a.ticket_position, 0) AS ticket, q.label AS question, a.answer, a.answered_at AS "answeredAt"
         FROM answers AS a JOIN questions AS q ON q.id = a.question_id
        WHERE a.order_id = $1 AND ${isAnswerOfPerson('$3', '$2')}
        ORDER BY a.ticket_position, q.position`,
      [orderId, spellings, isBuyer],
    ),
    mails: await read(
      `SELECT kind, recipient, created_at AS "createdAt", sent_at AS "sentAt", refused_at AS "refusedAt"
         FROM mails WHERE order_id = $1 AND lower(recipient) = ANY ($2) ORDER BY id`,
      [orderId, spellings],
    ),
  };
  if (!isBuyer) return own;
  return { ...own, ...(await readBuyersOwn(read)), webhooks: await readWebhooks(tx, orderId) };
}

const BUYERS_COLUMNS = `, o.confirmed_at AS "confirmedAt", o.first_name AS "firstName", o.last_name AS "lastName", o.email, o.phone,
  o.language, o.quote AS price, o.total_minor AS "totalMinor", o.currency, o.gateway, o.paid_by AS "paidBy", o.note, o.guest_note AS "guestNote",
  o.recipients AS guests, o.metadata::json AS metadata, o.callback_url AS "callbackUrl", o.client_address AS "clientAddress",
  (SELECT client_address FROM reservations WHERE id = o.reservation_id) AS "heldFromAddress"`;

/** Reads the parts for the buyer alone: the money, the history, and the webhooks. */
async function readBuyersOwn(read: (sql: string) => Promise<object[]>): Promise<object> {
  return {
    newsletter: await read(
      `SELECT sentence, agreed_at AS "agreedAt", taken_back_at AS "takenBackAt" FROM newsletter_consents WHERE order_id = $1`,
    ),
    payments: await read(
      `SELECT gateway, gateway_payment_id AS "gatewayPaymentId", amount_minor AS "amountMinor", currency,
              refunded_minor AS "refundedMinor", paid_at AS "paidAt" FROM payments WHERE order_id = $1 ORDER BY id`,
    ),
    refunds: await read(
      `SELECT amount_minor AS "amountMinor", reason, status, note, created_at AS "createdAt", ended_at AS "endedAt"
         FROM refunds WHERE order_id = $1 ORDER BY id`,
    ),
    returns: await read(
      `SELECT state, amount_minor AS "amountMinor", asked_at AS "askedAt", confirmed_at AS "confirmedAt", ended_at AS "endedAt", reason
         FROM returns WHERE order_id = $1 ORDER BY asked_at, id`,
    ),
    disputes: await read(
      `SELECT amount_minor AS "amountMinor", currency, reason, state, opened_at AS "openedAt", due_at AS "dueAt", ended_at AS "endedAt",
              blocked_at AS "blockedAt"
         FROM payment_disputes WHERE order_id = $1 ORDER BY id`,
    ),
    wantedOnInvoice: await read(
      `SELECT company, address_lines AS address, postal_code AS "postalCode", city, region, country_code AS country, tax_number AS "taxNumber",
              purchase_reference AS "purchaseReference", asked_at AS "askedAt" FROM invoice_requests WHERE order_id = $1`,
    ),
    invoices: await read(
      'SELECT content AS invoice FROM invoices WHERE order_id = $1 ORDER BY issued_at, sequence',
    ),
    history: await read('SELECT at, status, cause FROM order_changes WHERE order_id = $1 ORDER BY id'),
    auditLog: await read(
      'SELECT at, action, actor_kind AS "by" FROM audit_log WHERE subject_id = $1 ORDER BY id',
    ),
  };
}

/** Reads the webhooks about the order, while they are kept. */
async function readWebhooks(tx: Queryable, orderId: string): Promise<object[]> {
  const { rows: orders } = await tx.query<{ orderId: string; eventId: string; confirmedAt: Date | null }>(
    `SELECT id AS "orderId", event_id AS "eventId", confirmed_at AS "confirmedAt" FROM orders WHERE id = $1`,
    [orderId],
  );
  const [order] = orders;
  const deliveries = order ? await listOrderDeliveries(tx, order) : [];
  const { rows } = await tx.query<{ id: string; body: string }>(
    'SELECT delivery_id AS id, body FROM webhook_bodies WHERE delivery_id = ANY ($1)',
    [deliveries.map(({ id }) => id)],
  );
  const bodies = new Map(rows.map(({ id, body }) => [id, body]));
  return deliveries.map(({ id, url, status, createdAt, endedAt }) => ({
    sentTo: url,
    status,
    createdAt,
    endedAt,
    body: bodies.get(id) ?? null,
  }));
}

import type { Queryable } from '../db/database.ts';
import { listOrderTickets, type IssuedTicket } from '../tickets/list-order-tickets.ts';
import type { PaidThrough } from '../payments/gateway.ts';
import type { MailKind } from '../tickets/mails/plan-mails.ts';
import { readOrder, type OrderOfEvent, type OrderStatus } from '../tickets/read-order.ts';
import { WHY_RETURNED_SQL, type WhyReturned } from '../rules/payment-use.ts';
import { lostSql } from './disputes/disputed-money.ts';
import { findOrder, type FindOrder } from './find-order.ts';
import { taxLinesSql } from '../money/tax-lines.ts';
import type { PaidMethod } from '../rules/payment-methods.ts';
import type { TaxLine } from '../rules/taxes.ts';
import type { RefundStatus } from './list-refunds.ts';

export type OrderPayment = {
  amountMinor: number;
  currency: string;
  gateway: PaidThrough;
  method: PaidMethod | null;
  /** The order's reference where no gateway has the money. */
  gatewayPaymentId: string;
  /** The use of the payment. All but the order's own are refunded. */
  use: 'order' | 'late' | 'surplus' | 'mismatch';
  refundedMinor: number;
  /** Taken back by the buyer's bank. */
  lostMinor: number;
  paidAt: Date;
};

export type OrderRefund = {
  id: string;
  amountMinor: number;
  currency: string;
  reason: 'host' | 'late' | 'surplus' | 'mismatch';
  /** The use of its payment. */
  use: OrderPayment['use'];
  /** Why that payment bought nothing; of one that did it says nothing. */
  whyReturned: WhyReturned;
  status: RefundStatus;
  /** For the host and the operator, never for the buyer: what the gateway said last, or why it was settled by hand. */
  note: string | null;
  /** The gateway said no to it, or that it failed: it will not be made behind anybody's back. */
  hasFailed: boolean;
  /** Taken back at each rate; empty: nothing that was taxed. */
  taxes: TaxLine[];
  createdAt: Date;
  endedAt: Date | null;
};

/** Null: the program, or whatever the buyer did in the shop. A member is named as people know them: by name, or else by e-mail; empty where forgotten. */
export type ChangedBy = { kind: 'member'; name: string } | { kind: 'operator' } | { kind: 'buyer' } | null;

export type OrderChange = { at: Date; status: OrderStatus; cause: string; by: ChangedBy };

export type OrderMail = {
  kind: MailKind;
  recipient: string;
  /** It is still the buyer's address or a ticket holder's: addresses are corrected. */
  isCurrent: boolean;
  state: 'waiting' | 'sent' | 'refused';
  createdAt: Date;
  endedAt: Date | null;
  /** For the host and the operator: what the mail server said last. */
  lastError: string | null;
};

export type DescribedOrder = Omit<OrderOfEvent, 'receiptToken'> & {
  tickets: IssuedTicket[];
  payments: OrderPayment[];
  refunds: OrderRefund[];
  changes: OrderChange[];
  /** The newest of each kind to each address. */
  mails: OrderMail[];
};

/** All that is known of an order, without the token that opens it; null where there is none, or it is another host's. */
export async function describeOrder(tx: Queryable, find: FindOrder): Promise<DescribedOrder | null> {
  const named = await findOrder(tx, find);
  const found = named && (await readOrder(tx, named.id));
  if (!found) return null;
  const { receiptToken: _, ...known } = found;
  const { id: orderId, items } = found.order;
  // One after the other: a transaction is one connection, which answers one question at a time.
  return {
    ...known,
    tickets: await listOrderTickets(tx, { orderId, items }),
    payments: await listPayments(tx, orderId),
    refunds: await listRefunds(tx, orderId),
    changes: await listChanges(tx, orderId),
    mails: await listMails(tx, orderId),
  };
}

async function listPayments(tx: Queryable, orderId: string): Promise<OrderPayment[]> {
  const { rows } = await tx.query<OrderPayment>(
    `SELECT amount_minor AS "amountMinor", currency, gateway, method, gateway_payment_id AS "gatewayPaymentId", use,
            refunded_minor AS "refundedMinor", ${lostSql('p')} AS "lostMinor", paid_at AS "paidAt"
       FROM payments AS p
      WHERE order_id = $1
      ORDER BY recorded_at, id`,
    [orderId],
  );
  return rows;
}

async function listRefunds(tx: Queryable, orderId: string): Promise<OrderRefund[]> {
  const { rows } = await tx.query<OrderRefund>(
    `SELECT r.id, r.amount_minor AS "amountMinor", p.currency, r.reason, p.use, ${WHY_RETURNED_SQL} AS "whyReturned", r.status, r.note,
            r.failed_at IS NOT NULL AS "hasFailed", ${taxLinesSql('refund_taxes', 'refund_id = r.id')} AS taxes,
            r.created_at AS "createdAt", r.ended_at AS "endedAt"
       FROM refunds AS r JOIN payments AS p ON p.id = r.payment_id
      WHERE r.order_id = $1
      ORDER BY r.created_at, r.id`,
    [orderId],
  );
  return rows;
}

async function listChanges(tx: Queryable, orderId: string): Promise<OrderChange[]> {
  const { rows } = await tx.query<Omit<OrderChange, 'by'> & { actor: string | null; member: string | null }>(
    // The actor as src/audit/actor.ts names it.
    `SELECT c.at, c.status, c.cause, c.actor,
            (SELECT coalesce(nullif(p.name, ''), p.email) FROM people AS p
              WHERE p.id = substring(c.actor FROM '^member ([0-9a-f-]{36})$')::uuid) AS member
       FROM order_changes AS c WHERE c.order_id = $1 ORDER BY c.id`,
    [orderId],
  );
  return rows.map(({ actor, member, ...change }) => ({ ...change, by: changedBy(actor, member) }));
}

function changedBy(actor: string | null, member: string | null): ChangedBy {
  if (actor?.startsWith('member ')) return { kind: 'member', name: member ?? '' };
  return actor === 'operator' || actor === 'buyer' ? { kind: actor } : null;
}

async function listMails(tx: Queryable, orderId: string): Promise<OrderMail[]> {
  const { rows } = await tx.query<OrderMail>(
    `SELECT DISTINCT ON (kind, lower(recipient)) kind, recipient,
            lower(recipient) IN (SELECT lower(email) FROM orders WHERE id = $1
                                  UNION ALL SELECT lower(email) FROM tickets WHERE order_id = $1) AS "isCurrent",
            CASE WHEN sent_at IS NOT NULL THEN 'sent' WHEN refused_at IS NOT NULL THEN 'refused' ELSE 'waiting' END AS state,
            created_at AS "createdAt", coalesce(sent_at, refused_at) AS "endedAt", last_error AS "lastError"
       FROM mails
      WHERE order_id = $1
      ORDER BY kind, lower(recipient), created_at DESC, id DESC`,
    [orderId],
  );
  return rows;
}

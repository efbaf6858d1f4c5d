import assert from 'node:assert/strict';
import type { Database } from '../../db/database.ts';
import { isSameAddress } from '../../values/email-address.ts';
import { errorMessage } from '../../log/error-message.ts';
import type { JobKind } from '../../jobs/job-kind.ts';
import type { JobLogger } from '../../jobs/job-logger.ts';
import { receiptAddress } from '../receipt-address.ts';
import { loadOrderTickets, type FoundOrder, type OrderTickets } from '../load-order-tickets.ts';
import type { TicketPrinter } from '../ticket-printer.ts';
import { MailRefused, type Mailer } from '../../mail/mailer.ts';
import { listUnsentMails, planMails, type MailName, type PlannedMail } from './plan-mails.ts';
import {
  renderPaymentReturnedMail,
  renderRefundedMail,
  type EndedRefund,
  type ReturnedPayment,
} from './render-money-mails.ts';
import { forGuest, renderTicketMail, type RenderedMail } from './render-ticket-mail.ts';
import type { SecretKeys } from '../../secrets/secret-keys.ts';

export type SendMailPayload =
  | {
      mail: 'tickets';
      orderId: string;
      resendKey?: string;
      isForBuyerOnly?: boolean;
      isReplacement?: boolean;
    }
  | { mail: 'payment_returned'; orderId: string; paymentId: string }
  | { mail: 'refunded'; orderId: string; refundId: string };

type Parts = {
  database: Database;
  mailer: Mailer;
  secretKeys: SecretKeys;
  checkoutUrl: string;
  mediaDir: string;
  printer: TicketPrinter;
  logger: JobLogger;
};

const A_MINUTE_MS = 60_000;
const AN_HOUR_MS = 60 * A_MINUTE_MS;
// A mail server's bad day costs the buyer hours, never the tickets: those are on the receipt page all along.
const RETRY_DELAYS_MS = [
  10_000,
  A_MINUTE_MS,
  5 * A_MINUTE_MS,
  30 * A_MINUTE_MS,
  2 * AN_HOUR_MS,
  6 * AN_HOUR_MS,
  12 * AN_HOUR_MS,
];
const LEASE_MS = 15_000;
const CONCURRENCY = 4;
const LAST_ERROR_MAX_CHARS = 500;

/**
 * Sends what an order's buyer and guests are to hear of it. Every mail to every recipient is a row, and a row that is
 * marked as sent is not sent again, however often the job is run.
 *
 * One doubt nobody can take away: a process killed, or cut off from the database, between the server's "250 accepted" and
 * our commit leaves a mail that went out and looks unsent. It goes out again under the same Message-ID, which is made of the row's id, and most mail
 * programs show the two as one.
 */
export function sendMailJob(parts: Parts): JobKind<SendMailPayload> {
  return {
    kind: 'send_mail',
    retryDelaysMs: RETRY_DELAYS_MS,
    leaseMs: LEASE_MS,
    concurrency: CONCURRENCY,
    async run(payload, { signal }) {
      const { database, secretKeys } = parts;
      const found = await loadOrderTickets(database, secretKeys, { orderId: payload.orderId });
      assert(found, 'a mail about an order that is not there');
      const mail: MailName = { orderId: payload.orderId, kind: payload.mail, occasion: occasionOf(payload) };
      const { recipients, render } = await contentOf(parts, payload, found);
      await planMails(database, mail, recipients);
      const failures: string[] = [];
      for (const planned of await listUnsentMails(database, mail)) {
        signal.throwIfAborted();
        const failure = await sendOne(parts, planned, render);
        if (failure !== null) failures.push(failure);
      }
      if (failures.length > 0) throw new Error(`${failures.length} not sent: ${failures[0]}`);
    },
  };
}

function occasionOf(payload: SendMailPayload): string {
  if (payload.mail === 'tickets') return payload.resendKey ?? '';
  return payload.mail === 'refunded' ? payload.refundId : payload.paymentId;
}

/** Answers why it could not be sent this time; null where there is nothing left to do. */
async function sendOne(parts: Parts, planned: PlannedMail, render: Render): Promise<string | null> {
  const { database, mailer, logger } = parts;
  const messageId = `${planned.id}@${mailer.domain}`;
  try {
    const rendered = await render(planned.recipient);
    if (!rendered)
      throw new MailRefused('There is nothing left to send: the tickets are void, or went to others.');
    const { name, ...mail } = rendered;
    await mailer.send({ ...mail, to: { name, address: planned.recipient }, messageId });
  } catch (error) {
    const why = { id: planned.id, message: errorMessage(error), isRefused: error instanceof MailRefused };
    await recordFailure(database, why);
    if (!why.isRefused) return why.message;
    logger.warn({ mailId: why.id, error: why.message }, 'mail refused for good: set aside');
    return null;
  }
  await recordSent(database, { id: planned.id, messageId });
  return null;
}

async function recordFailure(
  database: Database,
  why: { id: string; message: string; isRefused: boolean },
): Promise<void> {
  await database.query(
    `UPDATE mails SET last_error = $2, refused_at = CASE WHEN $3 THEN clock_timestamp() END WHERE id = $1`,
    [why.id, why.message.slice(0, LAST_ERROR_MAX_CHARS), why.isRefused],
  );
}

async function recordSent(database: Database, sent: { id: string; messageId: string }): Promise<void> {
  await database.query('UPDATE mails SET sent_at = clock_timestamp(), message_id = $2 WHERE id = $1', [
    sent.id,
    sent.messageId,
  ]);
}

/** Null where there is nothing for this recipient any more. */
type Render = (recipient: string) => Promise<(RenderedMail & { name: string }) | null>;
type Content = { recipients: string[]; render: Render };

async function contentOf(parts: Parts, payload: SendMailPayload, found: FoundOrder): Promise<Content> {
  const { order } = found;
  const receiptUrl = receiptAddress(parts.checkoutUrl, found.receiptToken);
  if (payload.mail === 'tickets') {
    const { isReplacement = false } = payload;
    const orderUrl = receiptAddress(parts.checkoutUrl, order.reference);
    const content = ticketContent(parts, found, { receiptUrl, orderUrl, isReplacement });
    return payload.isForBuyerOnly ? { ...content, recipients: content.recipients.slice(0, 1) } : content;
  }
  const rendered =
    payload.mail === 'payment_returned'
      ? renderPaymentReturnedMail(found, { payment: await findPayment(parts, payload), receiptUrl })
      : renderRefundedMail(found, { refund: await findRefund(parts, payload), receiptUrl });
  const name = `${order.buyer.firstName} ${order.buyer.lastName}`;
  return { recipients: [order.buyer.email], render: async () => ({ ...rendered, name }) };
}

/** All tickets to the buyer, and to every other recipient his own. Void ones are nobody's. */
function ticketContent(
  parts: Parts,
  found: OrderTickets,
  to: { receiptUrl: string; orderUrl: string; isReplacement: boolean },
): Content {
  const { order, event } = found;
  const { buyer } = order;
  const tickets = found.tickets.filter((ticket) => ticket.voidedAt === null);
  const live: OrderTickets = { order, event, tickets };
  return {
    recipients: tickets.length === 0 ? [] : [buyer.email, ...tickets.map((ticket) => ticket.recipient.email)],
    async render(recipient) {
      const isBuyer = isSameAddress(recipient, buyer.email);
      const theirs = isBuyer ? live : forGuest(live, recipient);
      const person = isBuyer ? buyer : theirs.tickets[0]?.recipient;
      if (!person || theirs.tickets.length === 0) return null;
      const { mediaDir, printer } = parts;
      const mail = await renderTicketMail(theirs, { ...to, isBuyer, mediaDir, printer });
      return { ...mail, name: `${person.firstName} ${person.lastName}` };
    },
  };
}

async function findPayment(
  { database }: Parts,
  { orderId, paymentId }: { orderId: string; paymentId: string },
): Promise<ReturnedPayment> {
  const { rows } = await database.query<ReturnedPayment>(
    `SELECT amount_minor AS "amountMinor", currency, use FROM payments
      WHERE id = $1 AND order_id = $2 AND use <> 'order'`,
    [paymentId, orderId],
  );
  const [payment] = rows;
  assert(payment, 'a mail about a payment that does not go back');
  return payment;
}

async function findRefund(
  { database }: Parts,
  { orderId, refundId }: { orderId: string; refundId: string },
): Promise<EndedRefund> {
  const { rows } = await database.query<EndedRefund>(
    `SELECT r.amount_minor AS "amountMinor", p.currency, r.status = 'settled_by_hand' AS "isSettledByHand"
       FROM refunds AS r JOIN payments AS p ON p.id = r.payment_id WHERE r.id = $1 AND r.order_id = $2`,
    [refundId, orderId],
  );
  const [refund] = rows;
  assert(refund, 'a mail about a refund that is not there');
  return refund;
}

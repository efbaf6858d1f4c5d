import assert from 'node:assert/strict';
import type { Queryable } from '../../db/database.ts';
import { readTransferInstructions } from '../read-transfer-instructions.ts';
import { findOpenQuestions } from '../../questions/open-questions.ts';
import { readOrderAnswers } from '../../questions/read-answers.ts';
import type { MailContent, MailHead } from '../../mail/compose-mail.ts';
import { isSameAddress } from '../../values/email-address.ts';
import { WHY_RETURNED_SQL } from '../../rules/payment-use.ts';
import { nameSeat, type SeatPlace } from '../../rules/seat-name.ts';
import { isForBuyer } from '../list-order-tickets.ts';
import type { FoundOrder, OrderTicket, OrderTickets } from '../load-order-tickets.ts';
import { receiptAddress } from '../receipt-address.ts';
import { termsAddress } from '../terms-address.ts';
import type { TicketPrinter } from '../ticket-printer.ts';
import {
  renderPaymentReturnedMail,
  renderRefundedMail,
  type EndedRefund,
  type ReturnedPayment,
} from './render-money-mails.ts';
import { describeCancelled, describePostponed, type ToldHolders } from './describe-event-news.ts';
import { renderAddressChangedMail } from './render-address-changed-mail.ts';
import type { PassLinks } from './pass-links.ts';
import { MAX_CODES_SHOWN } from './render-ticket-mail.ts';
import { renderPassedOnMail } from './render-passed-on-mail.ts';
import { renderSeatChangeDueMail, renderSeatChangePaidMail } from './render-seat-change-due-mail.ts';
import { renderTransferLapsedMail, renderTransferMail } from './render-transfer-mails.ts';
import { renderReturnAskedMail, renderReturnKeptMail } from './render-return-mails.ts';
import { describeReturned, makeReturnLink, readMailedReturn } from './mailed-return.ts';
import { renderVoidedMail } from './render-voided-mail.ts';
import { textsIn as mailTextsIn } from './texts/texts.ts';
import { replyToOf, type ReplyTo } from './reply-to.ts';

export type SendMailPayload =
  | {
      mail: 'tickets';
      orderId: string;
      resendKey?: string;
      isForBuyerOnly?: boolean;
      isReplacement?: boolean;
      /** The ticket that has another name from now on, by its position. */
      renamed?: number;
      /** The ticket has another seat from now on. */
      moved?: { from: SeatPlace; to: SeatPlace };
      /** This ticket alone, to who holds it. */
      ticketId?: string;
    }
  | { mail: 'passed_on'; orderId: string; passedOn: string; ticketId: string; isByBuyer?: boolean }
  /** To the address that the order had: the host has given it another. */
  | { mail: 'address_changed'; orderId: string; movedKey: string }
  | { mail: 'voided'; orderId: string; voidKey: string; ticketIds: string[] }
  /** Of the order for the difference. `again`: it was asked for once more; 'paid': it has moved the ticket of somebody else. */
  | { mail: 'seat_change_due'; orderId: string; again?: string }
  | TransferMail
  | ReturnMail
  | { mail: 'payment_returned'; orderId: string; paymentId: string }
  | { mail: 'refunded'; orderId: string; refundId: string }
  | { mail: 'event_cancelled'; orderId: string; cancellationId: string }
  | { mail: 'event_postponed'; orderId: string; postponementId: string };

/** About an order that waits for a bank transfer, or has waited for one. */
export type TransferMail = {
  mail: 'transfer_due' | 'transfer_reminder' | 'transfer_lapsed';
  orderId: string;
};

export const isTransferMail = (payload: SendMailPayload): payload is TransferMail =>
  payload.mail === 'transfer_due' ||
  payload.mail === 'transfer_reminder' ||
  payload.mail === 'transfer_lapsed';

/** About tickets that the buyer returns. Never with a token: it is made when the mail is sent, so that no link is at rest anywhere. */
type ReturnMail =
  | { mail: 'return_asked'; orderId: string; returnId: string }
  | { mail: 'returned'; orderId: string; returnId: string }
  | { mail: 'return_declined'; orderId: string; returnId: string }
  | { mail: 'not_resold'; orderId: string; returnId: string };

export type MailDeps = {
  database: Queryable;
  checkoutUrl: string;
  printer: TicketPrinter;
  /** The links that put a ticket into a wallet. Not given: there are none. */
  linkPasses?: (ticket: OrderTicket) => PassLinks;
};

/** The text of a mail; or, if writing takes long, a way to have it written elsewhere, for the wire. */
type WrittenMail = MailContent | { write(from: string, head: MailHead): Promise<Buffer> };

/** The recipients of a mail, and its text for each; null if there is nothing left for a recipient. */
export type ComposedMails = {
  recipients: string[];
  /** The recipient of answers; null: nobody reads them. */
  replyTo: ReplyTo;
  render(recipient: string): Promise<(WrittenMail & { name: string }) | null>;
};

type Payload<Mail extends SendMailPayload['mail']> = SendMailPayload & { mail: Mail };

/** The mails that an order's buyer and guests are to get. All of them are in the order's language. */
export async function composeMails(
  deps: MailDeps,
  payload: SendMailPayload,
  found: FoundOrder,
): Promise<ComposedMails> {
  if (payload.mail === 'tickets') return composeTickets(deps, payload, found);
  if (payload.mail === 'passed_on') return composePassedOn(deps, payload, found);
  if (payload.mail === 'address_changed') return composeAddressChanged(deps, found);
  if (payload.mail === 'event_cancelled')
    return composeToHolders(deps, found, await describeCancelled(deps, payload, found));
  if (payload.mail === 'event_postponed')
    return composeToHolders(deps, found, await describePostponed(deps, payload, found));
  if (payload.mail === 'seat_change_due') return composeSeatChangeDue(deps, payload, found);
  if (isTransferMail(payload)) return composeTransfer(deps, payload, found);
  if (payload.mail === 'return_asked') return composeReturnAsked(deps, payload, found);
  if (payload.mail === 'returned')
    return composeToHolders(deps, found, await describeReturned(deps, payload, found));
  const { buyer } = found.order;
  const receiptUrl = receiptAddress(deps.checkoutUrl, found.receiptToken);
  const urls = { receiptUrl, termsUrl: termsOnReceipt(receiptUrl) };
  const rendered =
    payload.mail === 'voided'
      ? renderVoidedMail(found, { ticketIds: payload.ticketIds, ...urls })
      : payload.mail === 'return_declined' || payload.mail === 'not_resold'
        ? renderReturnKeptMail(found, {
            ...(await readMailedReturn(deps.database, payload, found)),
            ...urls,
          })
        : payload.mail === 'payment_returned'
          ? renderPaymentReturnedMail(found, { payment: await findPayment(deps, payload), ...urls })
          : renderRefundedMail(found, { refund: await findRefund(deps, payload), ...urls });
  return {
    recipients: [buyer.email],
    replyTo: replyToOf(found.event.host),
    render: async () => ({ ...rendered, name: fullName(buyer) }),
  };
}

/** All tickets to the buyer, and to every guest their own. Void ones are sent to no one. */
function composeTickets(
  { database, checkoutUrl, printer, linkPasses }: MailDeps,
  { isForBuyerOnly = false, isReplacement = false, renamed, moved, ticketId }: Payload<'tickets'>,
  { order, event, receiptToken, guestNote, ...found }: FoundOrder,
): ComposedMails {
  const { buyer } = order;
  const receiptUrl = receiptAddress(checkoutUrl, receiptToken);
  const texts = mailTextsIn(order.language).tickets;
  const { language } = order;
  const notice = isReplacement
    ? texts.replacement
    : renamed !== undefined
      ? texts.renamed({ position: renamed, host: event.host.name })
      : moved !== undefined
        ? texts.moved({
            from: nameSeat(moved.from, language),
            to: nameSeat(moved.to, language),
            host: event.host.name,
          })
        : null;
  const tickets = found.tickets.filter(
    (ticket) => ticket.voidedAt === null && (ticketId === undefined || ticket.id === ticketId),
  );
  const guests = isForBuyerOnly ? [] : tickets.map((ticket) => ticket.recipient.email);
  return {
    recipients: tickets.length === 0 ? [] : [...(ticketId === undefined ? [buyer.email] : []), ...guests],
    replyTo: replyToOf(event.host),
    async render(recipient) {
      const isBuyer = ticketId === undefined && isSameAddress(recipient, buyer.email);
      // A guest's view of an order: their own tickets. Its reference opens nothing.
      const theirs: OrderTickets = {
        order,
        event,
        tickets: isBuyer
          ? tickets.filter((ticket) => isForBuyer(ticket, buyer))
          : tickets.filter((ticket) => isSameAddress(ticket.recipient.email, recipient)),
      };
      const [first] = theirs.tickets;
      if (!first) return null;
      const mail = {
        isBuyer,
        hasQuestions: isBuyer && (await hasOpenQuestions(database, { order, event, ...found, tickets })),
        notice,
        // To whom the host gave the tickets, and to nobody whom one was passed on to.
        guestNote: isBuyer ? guestNote : null,
        passLinks: Object.fromEntries(
          theirs.tickets
            .slice(0, linkPasses && event.status !== 'CANCELLED' ? MAX_CODES_SHOWN : 0)
            .flatMap((ticket) => (linkPasses ? [[ticket.position, linkPasses(ticket)]] : [])),
        ),
        receiptUrl,
        // A guest may not open the order. The page of the event is for everybody, while the event is public.
        termsUrl: isBuyer
          ? termsOnReceipt(receiptUrl)
          : termsAddress(checkoutUrl, { slug: event.slug, language: order.language }),
        orderUrl: receiptAddress(checkoutUrl, order.reference),
      };
      return {
        name: fullName(isBuyer ? buyer : first.recipient),
        write: (from, head) => printer.writeMail(theirs, { from, head, mail }),
      };
    },
  };
}

/** Whether the buyer is asked something on the receipt. */
async function hasOpenQuestions(
  database: Queryable,
  { order, event, tickets, isEventOver }: OrderTickets & Pick<FoundOrder, 'isEventOver'>,
): Promise<boolean> {
  if (isEventOver || event.status === 'CANCELLED') return false;
  const asked = await readOrderAnswers(database, { eventId: event.id, orderId: order.id });
  return findOpenQuestions(asked, { source: order.source, tickets }).isOpen;
}

/** To who bought the ticket, for as long as there is something to pay; or once it was paid, where somebody else is sent the ticket. */
function composeSeatChangeDue(
  { checkoutUrl }: MailDeps,
  { again }: Payload<'seat_change_due'>,
  found: FoundOrder,
): ComposedMails {
  const { order, event, receiptToken } = found;
  // The gateway is still asked for the link: the mail is tried again in a moment.
  if (order.status === 'processing') throw new Error('the order has no payment link yet');
  const receiptUrl = receiptAddress(checkoutUrl, receiptToken);
  const urls = { receiptUrl, termsUrl: termsOnReceipt(receiptUrl) };
  const isPaid = again === 'paid';
  const mail = isPaid ? renderSeatChangePaidMail(found, urls) : renderSeatChangeDueMail(found, urls);
  const isWanted = isPaid || order.status === 'pending_payment';
  return {
    recipients: isWanted ? [order.buyer.email] : [],
    replyTo: replyToOf(event.host),
    render: async () => (isWanted ? { ...mail, name: fullName(order.buyer) } : null),
  };
}

/** To the buyer alone, for as long as it can be confirmed. Each time that it is sent it has a new link. */
async function composeReturnAsked(
  { database, checkoutUrl }: MailDeps,
  payload: ReturnMail,
  found: FoundOrder,
): Promise<ComposedMails> {
  const { order, event, receiptToken } = found;
  const receiptUrl = receiptAddress(checkoutUrl, receiptToken);
  const asked = await readMailedReturn(database, payload, found);
  return {
    recipients: [order.buyer.email],
    replyTo: replyToOf(event.host),
    async render(recipient) {
      if (!isSameAddress(recipient, order.buyer.email)) return null;
      const token = await makeReturnLink(database, payload);
      if (token === null) return null;
      const linkUrl = `${receiptUrl}/returns/${token}`;
      const mail = renderReturnAskedMail(found, { ...asked, linkUrl, termsUrl: termsOnReceipt(receiptUrl) });
      return { ...mail, name: fullName(order.buyer) };
    },
  };
}

/** How to pay is told for as long as there is something to pay; that the time was over only while the order has ended for it. */
async function composeTransfer(
  { database, checkoutUrl }: MailDeps,
  { mail }: TransferMail,
  found: FoundOrder,
): Promise<ComposedMails> {
  const { order, event, receiptToken } = found;
  const receiptUrl = receiptAddress(checkoutUrl, receiptToken);
  const urls = { receiptUrl, termsUrl: termsOnReceipt(receiptUrl) };
  const pay = mail === 'transfer_lapsed' ? null : await readTransferInstructions(database, order.id);
  const rendered =
    mail === 'transfer_lapsed'
      ? order.status === 'expired' && renderTransferLapsedMail(found, urls)
      : pay && renderTransferMail(found, { ...urls, mail, pay });
  return {
    recipients: rendered ? [order.buyer.email] : [],
    replyTo: replyToOf(event.host),
    render: async () => (rendered ? { ...rendered, name: fullName(order.buyer) } : null),
  };
}

/** Only the planned mail knows the former holder: the ticket has another one by now. */
function composePassedOn(
  { checkoutUrl }: MailDeps,
  { ticketId, isByBuyer = false }: Payload<'passed_on'>,
  found: FoundOrder,
): ComposedMails {
  const { order, event } = found;
  const termsUrl = termsAddress(checkoutUrl, { slug: event.slug, language: order.language });
  return {
    recipients: [],
    replyTo: replyToOf(found.event.host),
    render: async () => ({ ...renderPassedOnMail(found, { ticketId, termsUrl, isByBuyer }), name: '' }),
  };
}

/** To an address that is the order's no more, which is in the planned mail alone. */
function composeAddressChanged({ checkoutUrl }: MailDeps, found: FoundOrder): ComposedMails {
  const { order, event } = found;
  const termsUrl = termsAddress(checkoutUrl, { slug: event.slug, language: order.language });
  return {
    recipients: [],
    replyTo: replyToOf(event.host),
    render: async () => ({ ...renderAddressChangedMail(found, { termsUrl }), name: '' }),
  };
}

/** News of the event to the buyer and to everybody whose ticket it is about. */
function composeToHolders(
  { checkoutUrl }: MailDeps,
  { order, event, receiptToken }: FoundOrder,
  { tickets, render }: ToldHolders,
): ComposedMails {
  const { buyer } = order;
  const receiptUrl = receiptAddress(checkoutUrl, receiptToken);
  return {
    recipients: tickets.length === 0 ? [] : [buyer.email, ...tickets.map(({ recipient }) => recipient.email)],
    replyTo: replyToOf(event.host),
    async render(recipient) {
      const isBuyer = isSameAddress(recipient, buyer.email);
      const theirs = tickets.find((ticket) => isSameAddress(ticket.recipient.email, recipient));
      const person = isBuyer ? buyer : theirs?.recipient;
      if (!person) return null;
      const mail = render({
        person,
        isBuyer,
        receiptUrl: isBuyer ? receiptUrl : null,
        termsUrl: isBuyer
          ? termsOnReceipt(receiptUrl)
          : termsAddress(checkoutUrl, { slug: event.slug, language: order.language }),
        orderUrl: receiptAddress(checkoutUrl, order.reference),
      });
      return { ...mail, name: fullName(person) };
    },
  };
}

const termsOnReceipt = (receiptUrl: string): string => `${receiptUrl}#terms`;

const fullName = (person: { firstName: string; lastName: string }): string =>
  `${person.firstName} ${person.lastName}`;

async function findPayment(
  { database }: MailDeps,
  { orderId, paymentId }: Payload<'payment_returned'>,
): Promise<ReturnedPayment> {
  const { rows } = await database.query<ReturnedPayment>(
    `SELECT amount_minor AS "amountMinor", currency, ${WHY_RETURNED_SQL} AS why FROM payments
      WHERE id = $1 AND order_id = $2 AND use <> 'order'`,
    [paymentId, orderId],
  );
  const [payment] = rows;
  assert(payment, 'a mail about a payment that does not go back');
  return payment;
}

async function findRefund(
  { database }: MailDeps,
  { orderId, refundId }: Payload<'refunded'>,
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

import type { Language } from '../../../values/language.ts';
import type {
  OrderChange,
  OrderPayment,
  OrderRefund,
  DescribedOrder,
} from '../../../orders/describe-order.ts';
import type { OrderDispute } from '../../../orders/disputes/list-disputes.ts';
import type { PaidExchange } from '../../../orders/exchange/list-exchanges.ts';
import type { ListedMail } from '../../../orders/list-order-mails.ts';
import type { ListedReturn } from '../../../orders/returns/list-returns.ts';
import type { OrderOrigin } from '../../../orders/read-origin.ts';
import type { OrderAnswer } from '../../../questions/list-order-answers.ts';
import type { InvoiceState } from '../../../invoices/read-invoice-state.ts';
import type { AccountGateway } from '../../../rules/gateway-accounts.ts';
import { stepOf } from '../../../rules/gateway-currencies.ts';
import { GATEWAYS } from '../../../rules/gateways/all-gateways.ts';
import type { InvoiceDraft } from '../../../rules/invoices.ts';
import type { OrderStatus } from '../../../tickets/read-order.ts';
import type { Seat } from '../../../tickets/list-order-tickets.ts';
import type { OrderDelivery } from '../../../webhooks/delivery/list-order-deliveries.ts';
import { localeOf } from '../../../money/countries.ts';
import { seenAnswers } from '../../../orders/correct-answers.ts';
import { seenPerson } from '../../../orders/correct-buyer.ts';
import { withoutRequestKey } from '../../../orders/refund-order.ts';
import { tellCause } from './server/tell-cause.ts';
import { fieldsOfOrder } from '../../../questions/answer-questions.ts';
import type { TaxLine } from '../../../rules/taxes.ts';
import { nameField, type AskedQuestion, type GivenAnswer } from '../../../rules/questions.ts';

/** With its dates in ISO 8601, as everything travels. */
type Written<T> = {
  [Key in keyof T]: T[Key] extends Date ? string : T[Key] extends Date | null ? string | null : T[Key];
};

export type AskedOfOrder = {
  questions: AskedQuestion[];
  /** The questions for the order's valid tickets, with the answers so far; empty if none. */
  fields: GivenAnswer[];
  /** The version of these answers, for a correction. */
  seen: string;
};

/** The order's invoices and credit notes, and what is to be on the next. */
export type OrderInvoices = Pick<InvoiceState, 'issued' | 'isUnderWay'> & {
  mayChange: boolean;
  draft: InvoiceDraft;
  /** ISO 3166. */
  countries: string[];
};

/** An order with its whole history, and without any secret that opens it. */
export type OrderView = OrderOrigin & {
  reference: string;
  /** It is paid by bank transfer to the host's own account. */
  byTransfer: boolean;
  status: OrderStatus;
  event: { eventId: string; name: string; startsAt: string; timezone: string };
  buyer: { email: string; firstName: string; lastName: string; phone: string | null };
  /** The version of the buyer's data, for a correction. */
  seenBuyer: string;
  isEventOver: boolean;
  currency: string;
  locale: string;
  totalMinor: number;
  totalFeesMinor: number;
  discountMinor: number;
  /** In the total, rate by rate, once it was paid. */
  taxes: TaxLine[];
  promoCode: string | null;
  createdAt: string;
  confirmedAt: string | null;
  payBy: string | null;
  /** At their prices: with the fees and less the discount they come to the total. */
  items: { name: string; quantity: number; pricesMinor: number }[];
  tickets: {
    ticketId: string;
    position: number;
    ticketTypeId: string;
    typeName: string;
    paidMinor: number;
    seat: Seat | null;
    seatId: string | null;
    holder: { email: string; firstName: string; lastName: string };
    /** The version of the holder's data, for a change. */
    seen: string;
    /** The code that the holder reads out at the door if scanning fails; null for a void ticket. */
    shortCode: string | null;
    isPassedOn: boolean;
    usedAt: string | null;
    voidedAt: string | null;
  }[];
  /** Changes of seats that buyers are asked to pay for, or have paid. */
  seatChanges: PaidExchange[];
  /** The reference of the order whose ticket this one moves; null for any order but one for a change of seat. */
  movesTicketOf: string | null;
  /** Null: the host sends none, or nothing was charged. */
  invoices: OrderInvoices | null;
  /** Answers to the host's questions; empty if there are none. */
  answers: OrderAnswer[];
  /** The answers that a member can enter; null if there are no questions or no valid tickets. */
  asked: AskedOfOrder | null;
  /** `by` caused it; null means the buyer or the program. */
  changes: (Written<OrderChange> & { told: string })[];
  /** Each with what the parts of it that go back are multiples of. */
  payments: (Written<OrderPayment> & { stepMinor: number })[];
  refunds: Written<OrderRefund>[];
  /** Each with the gateway's page on which it is answered, or that leads there. */
  disputes: (Written<OrderDispute> & { address: string })[];
  /** A return by the buyer that a member is to decide on. */
  /** Tickets that the buyer has put on sale again, by their positions. */
  listedTickets: number[];
  waitingReturn: { id: string; positions: number[]; amountMinor: number; askedAt: string } | null;
  mails: Written<ListedMail>[];
  deliveries: Written<OrderDelivery>[];
};

type Known = {
  language: Language;
  origin: OrderOrigin;
  answers: OrderAnswer[];
  asked: { questions: AskedQuestion[]; answers: GivenAnswer[] };
  mails: ListedMail[];
  deliveries: OrderDelivery[];
  seatChanges: PaidExchange[];
  movesTicketOf: string | null;
  invoices: OrderInvoices | null;
  disputes: OrderDispute[];
  returns: ListedReturn[];
};

/** Copied field by field, so that no secret of the order or its codes gets in. The short code is for the help desk. */
export function showOrder(found: DescribedOrder, known: Known): OrderView {
  const { order, event } = found;
  const { language, answers, seatChanges, movesTicketOf, invoices } = known;
  const { buyer } = order;
  return {
    reference: order.reference,
    byTransfer: order.byTransfer,
    status: order.status,
    event: {
      eventId: event.id,
      name: event.name,
      startsAt: event.startsAt.toISOString(),
      timezone: event.timezone,
    },
    buyer: { email: buyer.email, firstName: buyer.firstName, lastName: buyer.lastName, phone: buyer.phone },
    seenBuyer: seenPerson(buyer),
    ...known.origin,
    isEventOver: found.isEventOver || event.status === 'CANCELLED',
    currency: order.currency,
    locale: localeOf(language, event.country),
    totalMinor: order.totalMinor,
    totalFeesMinor: order.totalFeesMinor,
    discountMinor: order.discountMinor,
    taxes: order.confirmedAt === null ? [] : order.taxes,
    promoCode: order.promoCode,
    createdAt: order.createdAt.toISOString(),
    confirmedAt: order.confirmedAt?.toISOString() ?? null,
    payBy: found.payBy?.toISOString() ?? null,
    // Fees and discount have their own lines, so that the lines add up.
    items: order.items.map(({ name, quantity, price }) => ({
      name,
      quantity,
      pricesMinor: quantity * price,
    })),
    tickets: found.tickets.map((ticket) => ({
      ticketId: ticket.id,
      position: ticket.position,
      ticketTypeId: ticket.sku,
      typeName: ticket.typeName,
      paidMinor: ticket.paidMinor,
      seat: ticket.seat,
      seatId: ticket.seatId,
      holder: ticket.recipient,
      seen: seenPerson(ticket.recipient),
      shortCode: ticket.voidedAt ? null : ticket.shortCode,
      isPassedOn: ticket.passedOnAt !== null,
      usedAt: ticket.usedAt?.toISOString() ?? null,
      voidedAt: ticket.voidedAt?.toISOString() ?? null,
    })),
    seatChanges,
    movesTicketOf,
    invoices,
    answers,
    asked: showAsked(found, known.asked),
    changes: found.changes.map((change) => ({
      ...change,
      cause: withoutRequestKey(change.cause),
      told: tellCause(change.cause, language),
      at: change.at.toISOString(),
    })),
    ...showMoney(found, known.disputes),
    listedTickets: known.returns.flatMap(({ state, positions }) => (state === 'listed' ? positions : [])),
    waitingReturn: showWaiting(known.returns),
    ...showSent(known),
  };
}

function showWaiting(returns: ListedReturn[]): OrderView['waitingReturn'] {
  const waiting = returns.find(({ state }) => state === 'waiting');
  if (!waiting) return null;
  const { id, positions, amountMinor, askedAt } = waiting;
  return { id, positions, amountMinor, askedAt: askedAt.toISOString() };
}

function showAsked({ tickets }: DescribedOrder, { questions, answers }: Known['asked']): AskedOfOrder | null {
  const good = tickets.filter(({ voidedAt }) => voidedAt === null);
  const typed = new Map(answers.map((one) => [nameField(one.questionId, one.ticket), one.answer]));
  const fields = fieldsOfOrder(questions, good).map(({ question, ticket }) => ({
    questionId: question.id,
    ticket,
    answer: typed.get(nameField(question.id, ticket)) ?? '',
  }));
  const holders = good.map(({ position, recipient }) => ({ position, email: recipient.email }));
  return fields.length === 0 ? null : { questions, fields, seen: seenAnswers(answers, holders) };
}

const showSent = ({
  mails,
  deliveries,
}: Pick<Known, 'mails' | 'deliveries'>): Pick<OrderView, 'mails' | 'deliveries'> => ({
  mails: mails.map((mail) => ({
    ...mail,
    createdAt: mail.createdAt.toISOString(),
    endedAt: mail.endedAt?.toISOString() ?? null,
  })),
  deliveries: deliveries.map((delivery) => ({
    ...delivery,
    createdAt: delivery.createdAt.toISOString(),
    endedAt: delivery.endedAt?.toISOString() ?? null,
  })),
});

const showMoney = (
  { payments, refunds }: DescribedOrder,
  disputes: OrderDispute[],
): Pick<OrderView, 'payments' | 'refunds' | 'disputes'> => ({
  payments: payments.map((payment) => ({
    ...payment,
    stepMinor: stepOf(payment.gateway, payment.currency),
    paidAt: payment.paidAt.toISOString(),
  })),
  refunds: refunds.map((refund) => ({
    ...refund,
    createdAt: refund.createdAt.toISOString(),
    endedAt: refund.endedAt?.toISOString() ?? null,
  })),
  disputes: disputes.map((dispute) => ({
    ...dispute,
    blockedAt: dispute.blockedAt?.toISOString() ?? null,
    dueAt: dispute.dueAt?.toISOString() ?? null,
    openedAt: dispute.openedAt.toISOString(),
    endedAt: dispute.endedAt?.toISOString() ?? null,
    address:
      dispute.gateway === 'sandbox'
        ? `/checkout/pay/${dispute.gatewayPaymentId}`
        : GATEWAYS[dispute.gateway as AccountGateway].disputesPage,
  })),
});

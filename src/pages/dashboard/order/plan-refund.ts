import type { Static } from 'typebox';
import type { OrderView } from './data.ts';
import type { RefundBody } from './bodies.ts';

type Ticket = OrderView['tickets'][number];
/** The form's values; fields without a choice yet may be empty. */
type Chosen = { what: string; ticketIds: readonly string[] | ''; amountMinor: unknown; money: string };

/** The exact effects of a refund, as shown and sent. */
export type RefundPlan = {
  tickets: Ticket[];
  amountMinor: number;
  /** The part of the payment that stays with the host. */
  staysMinor: number;
  stayGood: number;
  /** Payments for better seats of these tickets, refunded from their own orders. */
  differencesMinor: number;
  /** Set even if the page knows of none: one may be paid while it is open. */
  returnsDifferences: boolean;
  /** The reason why this choice can't be refunded. */
  problem: 'no_ticket' | 'no_amount' | 'too_much' | 'too_fine' | 'nothing' | null;
};

/** The refundable part: valid tickets, and the rest of the order's own payment. */
export function refundable(order: OrderView): {
  good: Ticket[];
  leftMinor: number;
  isByHand: boolean;
  /** The gateway pays out multiples of this. */
  stepMinor: number;
} {
  const good = order.tickets.filter(({ voidedAt }) => voidedAt === null);
  const payment = order.payments.find(({ use }) => use === 'order');
  return {
    good,
    leftMinor: payment ? Math.max(payment.amountMinor - payment.refundedMinor - payment.lostMinor, 0) : 0,
    isByHand: payment?.gateway === 'by_hand' || payment?.gateway === 'bank_transfer',
    stepMinor: payment?.stepMinor ?? 1,
  };
}

export function planRefund(order: OrderView, chosen: Chosen): RefundPlan {
  const { good, leftMinor, stepMinor } = refundable(order);
  const tickets =
    chosen.what === 'all'
      ? good
      : chosen.what === 'tickets'
        ? good.filter(({ ticketId }) => chosen.ticketIds.includes(ticketId))
        : [];
  const amountMinor = amountOf(chosen, tickets, { leftMinor, stepMinor });
  return {
    tickets,
    amountMinor,
    staysMinor: leftMinor - amountMinor,
    stayGood: good.length - tickets.length,
    differencesMinor: chosen.money === 'kept' ? 0 : differencesOf(order, tickets),
    returnsDifferences: chosen.money !== 'kept',
    problem: problemOf(chosen, { tickets, amountMinor, leftMinor, stepMinor }),
  };
}

const differencesOf = ({ seatChanges }: OrderView, tickets: Ticket[]): number =>
  seatChanges
    .filter((change) => tickets.some(({ ticketId }) => ticketId === change.ticketId))
    .reduce((sum, { leftMinor }) => sum + leftMinor, 0);

type Limits = { leftMinor: number; stepMinor: number };

function amountOf(chosen: Chosen, tickets: Ticket[], { leftMinor, stepMinor }: Limits): number {
  if (chosen.what === 'amount') return typeof chosen.amountMinor === 'number' ? chosen.amountMinor : 0;
  if (chosen.money === 'kept') return 0;
  if (chosen.what === 'all') return leftMinor;
  const share = Math.min(
    leftMinor,
    tickets.reduce((sum, { paidMinor }) => sum + paidMinor, 0),
  );
  return share - (share % stepMinor);
}

function problemOf(
  { what }: Chosen,
  { tickets, amountMinor, leftMinor, stepMinor }: Limits & { tickets: Ticket[]; amountMinor: number },
): RefundPlan['problem'] {
  if (what === 'tickets' && tickets.length === 0) return 'no_ticket';
  if (what === 'amount' && amountMinor <= 0) return 'no_amount';
  if (amountMinor > leftMinor) return 'too_much';
  if (amountMinor % stepMinor !== 0) return 'too_fine';
  return tickets.length === 0 && amountMinor === 0 ? 'nothing' : null;
}

/** The body to send: the refund as shown, and the state it was shown on. */
export function toRefund(
  order: OrderView,
  {
    plan,
    requestKey,
    reason,
    returnsStock,
    tellsBuyer,
  }: { plan: RefundPlan; requestKey: string; reason: string; returnsStock: boolean; tellsBuyer: boolean },
): Static<typeof RefundBody> {
  const { good, leftMinor } = refundable(order);
  return {
    requestKey,
    ticketIds: plan.tickets.map(({ ticketId }) => ticketId),
    amountMinor: plan.amountMinor,
    returnsDifferences: plan.returnsDifferences,
    returnsStock,
    tellsBuyer,
    reason,
    leftMinor,
    goodTickets: good.length,
  };
}

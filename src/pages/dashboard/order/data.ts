import type { OrderChange, OrderPayment, OrderRefund } from '../../../orders/describe-order.ts';
import type { PaidExchange } from '../../../orders/exchange/list-exchanges.ts';
import type { ListedMail } from '../../../orders/list-order-mails.ts';
import type { OrderOrigin } from '../../../orders/read-origin.ts';
import type { OrderAnswer } from '../../../questions/list-order-answers.ts';
import type { OrderStatus } from '../../../tickets/read-order.ts';
import type { AskedQuestion, GivenAnswer } from '../../../values/questions.ts';
import type { Seat } from '../../../tickets/list-order-tickets.ts';
import type { OrderDelivery } from '../../../webhooks/delivery/list-order-deliveries.ts';

/** With its dates in ISO 8601, as everything travels. */
type Written<T> = {
  [Key in keyof T]: T[Key] extends Date ? string : T[Key] extends Date | null ? string | null : T[Key];
};

export type AskedOfOrder = {
  questions: AskedQuestion[];
  /** All that is asked of the order's good tickets, with what was answered so far; empty: nothing was. */
  fields: GivenAnswer[];
  /** Stands for what is read here, for a correction. */
  seen: string;
};

/** An order with its whole story, and nothing that opens it. */
export type OrderView = OrderOrigin & {
  reference: string;
  status: OrderStatus;
  event: { eventId: string; name: string; startsAt: string; timezone: string };
  buyer: { email: string; firstName: string; lastName: string; phone: string | null };
  /** Stands for what is read here of the buyer, for a correction. */
  seenBuyer: string;
  isEventOver: boolean;
  currency: string;
  locale: string;
  totalMinor: number;
  totalFeesMinor: number;
  discountMinor: number;
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
    /** Stands for what is read here of the holder, for a change. */
    seen: string;
    /** What the holder reads out at the door where the code can't be scanned; null for a void ticket. */
    shortCode: string | null;
    isPassedOn: boolean;
    usedAt: string | null;
    voidedAt: string | null;
  }[];
  /** Changes of seats that buyers are asked to pay for, or have paid. */
  seatChanges: PaidExchange[];
  /** The reference of the order whose ticket this one moves; null for any order but one for a change of seat. */
  movesTicketOf: string | null;
  /** To what the host asks; none where nothing was answered. */
  answers: OrderAnswer[];
  /** What a member may write down for others; null where nothing is asked, or no ticket is good. */
  asked: AskedOfOrder | null;
  /** `by`: who caused it; null: the buyer or the program. */
  changes: Written<OrderChange>[];
  payments: Written<OrderPayment>[];
  refunds: Written<OrderRefund>[];
  mails: Written<ListedMail>[];
  deliveries: Written<OrderDelivery>[];
};

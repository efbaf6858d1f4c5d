import type { OrderTicket } from '../../tickets/load-order-tickets.ts';
import type { Receipt } from './load-receipt.ts';

/** The order may still change by itself at any moment. */
export const isWaiting = ({ order }: Pick<Receipt, 'order'>): boolean =>
  order.status === 'processing' || order.status === 'pending_payment';

export const isPayable = (receipt: Pick<Receipt, 'order' | 'paymentUrl' | 'secondsLeft'>): boolean =>
  receipt.order.status === 'pending_payment' &&
  receipt.paymentUrl !== null &&
  receipt.secondsLeft !== null &&
  receipt.secondsLeft > 0;

/** Tickets that are still worth something, used ones among them. */
export const liveTickets = ({ tickets }: Pick<Receipt, 'tickets'>): OrderTicket[] =>
  tickets.filter(({ voidedAt }) => voidedAt === null);

/** A hidden place is for those who have a ticket, and for nobody else. */
export const mayKnowPlace = (receipt: Pick<Receipt, 'tickets' | 'hidesLocation'>): boolean =>
  !receipt.hidesLocation || liveTickets(receipt).length > 0;

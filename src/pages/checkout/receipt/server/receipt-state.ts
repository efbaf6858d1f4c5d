import type { Story } from '../contract.ts';
import type { OrderTicket } from '../../../../tickets/load-order-tickets.ts';
import type { OrderStatus } from '../../../../tickets/read-order.ts';
import type { Receipt } from './load-receipt.ts';

/** No money has come for it so far: some may be on its way. */
export const isUnpaid = (status: OrderStatus): boolean =>
  status === 'pending_payment' || status === 'expired' || status === 'cancelled';

const isUnderWay = ({ order, isPaymentUnderWay }: Pick<Receipt, 'order' | 'isPaymentUnderWay'>): boolean =>
  isPaymentUnderWay && isUnpaid(order.status);

/** The order may still change by itself at any moment. */
export const isWaiting = (receipt: Pick<Receipt, 'order' | 'isPaymentUnderWay'>): boolean =>
  receipt.order.status === 'processing' || receipt.order.status === 'pending_payment' || isUnderWay(receipt);

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

/** How the order stands, as far as the buyer is concerned. */
export function storyOf(receipt: Receipt): Story {
  if (isUnderWay(receipt)) return receipt.order.status === 'pending_payment' ? 'under_way' : 'under_way_late';
  const story = STORIES[receipt.order.status](receipt);
  return receipt.order.source === 'exchange' ? storyOfSeat(story, receipt) : story;
}

/** An order for a change of seat has no tickets: it has moved one, or it has not. */
function storyOfSeat(story: Story, { order }: Receipt): Story {
  if (story === 'starting' || story === 'looking') return story;
  if (story === 'payable') return 'seat_payable';
  if (order.confirmedAt === null) return 'seat_kept';
  return order.status === 'refunded' ? 'seat_refunded' : 'seat_changed';
}

const STORIES: Record<OrderStatus, (receipt: Receipt) => Story> = {
  processing: () => 'starting',
  pending_payment: (receipt) =>
    receipt.transfer ? 'transfer_due' : isPayable(receipt) ? 'payable' : 'looking',
  failed: () => 'failed',
  expired: () => 'expired',
  cancelled: () => 'cancelled',
  confirmed: storyOfTickets,
  partially_refunded: storyOfTickets,
  refunded: (receipt) => {
    if (receipt.order.confirmedAt !== null) return storyOfTickets(receipt);
    return wasSettledByHand(receipt) ? 'late_settled' : 'late_returned';
  },
};

function storyOfTickets(receipt: Receipt): Story {
  const { order, event, tickets } = receipt;
  const live = liveTickets(receipt).length;
  if (live === 0) {
    if (receipt.isPassedOn) return 'passed_on';
    const isPaidBack = order.status === 'refunded' && order.totalMinor > 0 && !wasSettledByHand(receipt);
    return isPaidBack ? 'refunded' : 'tickets_cancelled';
  }
  if (live < tickets.length) return 'some_valid';
  return receipt.isEventOver || event.status === 'CANCELLED' ? 'past' : 'going';
}

/** Then the money did not go back the way it came, and how the host settled it is told further down. */
const wasSettledByHand = ({ refunds }: Receipt): boolean =>
  refunds.some(({ status }) => status === 'settled_by_hand');

import { html } from '../../mail/html.ts';
import type { OrderStatus } from '../../tickets/read-order.ts';
import type { Receipt } from './load-receipt.ts';
import type { Headline } from './receipt-layout.ts';
import { isPayable, liveTickets } from './receipt-state.ts';

/** How the order stands, in a line and a sentence. */
export function describeOrder(receipt: Receipt): Headline {
  return HEADLINES[receipt.order.status](receipt);
}

const HEADLINES: Record<OrderStatus, (receipt: Receipt) => Headline> = {
  processing: () => ({
    tone: 'wait',
    icon: 'clock',
    title: 'Getting your payment ready',
    text: 'We are opening the payment page for you. This takes a few seconds, and this page follows by itself.',
  }),
  pending_payment: (receipt) =>
    isPayable(receipt)
      ? {
          tone: 'wait',
          icon: 'clock',
          title: 'Waiting for your payment',
          text: 'Your tickets are kept for you meanwhile. As soon as you have paid, they are here.',
        }
      : {
          tone: 'wait',
          icon: 'clock',
          title: 'Looking for your payment',
          text: 'The time to pay is over. We are asking the payment provider one last time, and this page tells you what it says.',
        },
  failed: (receipt) => ({
    tone: 'ended',
    icon: 'alert',
    title: 'The payment could not be started',
    text: [
      'The payment provider gave no answer, which is not your fault. Go back and order again: your tickets may still be kept for you.',
      nothingTaken(receipt),
    ],
  }),
  expired: (receipt) => ({
    tone: 'ended',
    icon: 'clock',
    title: 'The time to pay is over',
    text: ['The tickets went back on sale.', nothingTaken(receipt)],
  }),
  cancelled: (receipt) => ({
    tone: 'ended',
    icon: 'stop',
    title: 'This order was cancelled',
    text: ['Its tickets went back on sale.', nothingTaken(receipt)],
  }),
  confirmed: describeTickets,
  partially_refunded: describeTickets,
  refunded: (receipt) =>
    receipt.order.confirmedAt === null
      ? {
          tone: 'ended',
          icon: 'back',
          title: wasSettledByHand(receipt) ? 'Your payment came too late' : 'Your payment was returned',
          text: 'It came when the time to pay was over and the tickets were gone. We are sorry.',
        }
      : describeTickets(receipt),
};

/** Money that came and went is told of elsewhere on the page: then there is no saying that none was taken. */
const nothingTaken = ({ refunds }: Receipt): string | false =>
  refunds.length === 0 &&
  ' Nothing was taken. Should a payment of yours still arrive, you get your tickets if they are still there; if not, the money goes back to you by itself.';

/** Then the money did not go back the way it came, and how the host settled it is told further down. */
const wasSettledByHand = ({ refunds }: Receipt): boolean =>
  refunds.some(({ status }) => status === 'settled_by_hand');

function describeTickets(receipt: Receipt): Headline {
  const { order, event, tickets } = receipt;
  const live = liveTickets(receipt).length;
  const voids = tickets.length - live;
  if (live === 0) {
    const isPaidBack = order.status === 'refunded' && order.totalMinor > 0 && !wasSettledByHand(receipt);
    return {
      tone: 'ended',
      icon: 'back',
      title: isPaidBack ? 'This order was refunded' : 'Your tickets were cancelled',
      text: 'The tickets below are void: they don’t admit anybody.',
    };
  }
  if (voids > 0) {
    return {
      tone: 'good',
      icon: 'check',
      title: live === 1 ? 'One ticket is valid' : `${live} tickets are valid`,
      text: `${voids} of this order’s ${tickets.length} tickets ${voids === 1 ? 'is' : 'are'} void, and marked so below.`,
    };
  }
  if (receipt.isEventOver || event.status === 'CANCELLED') {
    return {
      tone: 'good',
      icon: 'check',
      title: 'Your tickets',
      text: html`For <strong>${event.name}</strong>.`,
    };
  }
  return {
    tone: 'good',
    icon: 'check',
    title: 'You’re going!',
    text: html`Have ${tickets.length === 1 ? 'the code' : 'the codes'} below ready at the door of
      <strong>${event.name}</strong>, here or on paper.`,
  };
}

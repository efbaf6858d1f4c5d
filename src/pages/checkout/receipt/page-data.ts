import type {
  ReceiptEvent,
  ReceiptInvoice,
  ReceiptMail,
  ReceiptMove,
  ReceiptNotice,
  ReceiptOrder,
  ReceiptRefund,
  ReceiptReturns,
  ReceiptSummary,
  ReceiptWait,
} from './contract.ts';
import { publicEventUrl } from '../../../events/public-address.ts';
import { pictureSources } from '../../../media/picture-sources.ts';
import { localeOf } from '../../../money/countries.ts';
import { isPaidToHost } from '../../../tickets/read-order.ts';
import type { OrderRefund } from '../../../orders/describe-order.ts';
import { eventHours, eventPlace, eventWhen } from '../../../tickets/describe-event.ts';
import { epcText } from '../../../rules/bank-transfer.ts';
import { tellPayment } from '../../../tickets/tell-payment.ts';
import { qrPath } from '../../../tickets/draw-qr.ts';
import { mapLink } from '../../../values/map-link.ts';
import type { PricedItem } from '../../../reservations/price-cart.ts';
import type { Language } from '../../../values/language.ts';
import { accentFor } from '../../shared/accent.ts';
import type { Receipt } from './server/load-receipt.ts';
import { maskEmail } from './server/mask-email.ts';
import { isPayable, isWaiting, liveTickets, mayKnowPlace, storyOf } from './server/receipt-state.ts';
import { toAsked, toNewsletter, type AskedOfOrder } from './server/asked-of-order.ts';
import { toTickets } from './ticket-data.ts';

const POSTER_WIDTH_PX = 352;
// Mails are begun within seconds, or hours where the program stood still.
const A_DAY_MS = 24 * 60 * 60_000;

/** The page's data: facts that its reader may know, and no word or address more. */
export function toReceiptOrder(
  receipt: Receipt,
  options: {
    mediaUrl: string;
    checkoutUrl: string;
    publicUrl: string;
    notice: ReceiptNotice | null;
    ticketsPage: number;
    askedLanguage: Language | null;
    asked: AskedOfOrder;
    invoice: ReceiptInvoice | null;
    wallets: ReceiptOrder['wallets'];
    returns: ReceiptReturns | null;
  },
): ReceiptOrder {
  const { order, event, receiptToken } = receipt;
  const tickets =
    receipt.tickets.length > 0 && !isWaiting(receipt) ? toTickets(receipt, options.ticketsPage) : null;
  const wait = isWaiting(receipt) ? toWait(receipt) : null;
  // It stays in the address, and is over once the order is paid or can't be.
  const isStopped = wait?.payment && !wait.isUnderWay;
  const notice = options.notice === 'payment_stopped' && !isStopped ? null : options.notice;
  return {
    about: 'order',
    story: storyOf(receipt),
    receiptToken,
    askedLanguage: options.askedLanguage,
    wallets: options.wallets,
    accents: { light: accentFor('light', receipt.color), dark: accentFor('dark', receipt.color) },
    locale: localeOf(order.language, event.country),
    timezone: event.timezone,
    notice,
    wait,
    event: toEvent(receipt, options),
    summary: toSummary(receipt),
    tickets,
    asked: toAsked(receipt, options.asked, tickets?.shown.map(({ position }) => position) ?? []),
    invoice: options.invoice,
    newsletter: toNewsletter(receipt, options.asked.consent),
    returns: options.returns,
    mails: toMails(receipt),
    refunds: toRefunds(receipt),
    move: toMove(receipt),
    terms: receipt.terms,
    refundPolicy: receipt.refundPolicy,
    ticketsToken: receipt.ticketsToken,
    shopUrl: isOverWithoutTickets(receipt) ? `${options.checkoutUrl}/${event.slug}` : null,
  };
}

function toMove({ order, event, move, offer }: Receipt): ReceiptMove | null {
  if (event.status === 'CANCELLED' || (!move && !offer)) return null;
  const before = move && eventWhen({ ...event, startsAt: move.from }, order.language);
  return { before, message: move?.message ?? '', offer };
}

function toWait(receipt: Receipt): ReceiptWait {
  const { order, paymentUrl, payBy, secondsLeft, transfer } = receipt;
  const epc = transfer && epcText(transfer);
  return {
    status: order.status,
    payment:
      isPayable(receipt) && paymentUrl !== null && payBy !== null
        ? { url: paymentUrl, payBy, secondsLeft: secondsLeft ?? 0 }
        : null,
    transfer: transfer && { ...transfer, qr: epc === null ? null : qrPath(epc) },
    isUnderWay: receipt.isPaymentUnderWay,
  };
}

function toEvent(
  receipt: Receipt,
  { mediaUrl, publicUrl }: { mediaUrl: string; publicUrl: string },
): ReceiptEvent {
  const { order, event } = receipt;
  const isPlaceHidden = !mayKnowPlace(receipt);
  const hasTickets = liveTickets(receipt).length > 0;
  return {
    name: event.name,
    hostName: event.host.name,
    contactEmail: event.host.contactEmail,
    ...eventWhen(event, order.language),
    times: eventHours(event, order.language).times,
    isOnline: event.isOnline,
    place: eventPlace(isPlaceHidden ? { ...event, street: null } : event, order.language),
    isPlaceHidden: isPlaceHidden && !event.isOnline,
    mapUrl: isPlaceHidden ? null : mapLink(event),
    directions: isPlaceHidden ? null : event.directions,
    hostMessage: hasTickets || isWaiting(receipt) ? event.hostMessage : null,
    isCancelled: event.status === 'CANCELLED',
    pageUrl: event.status === 'LIVE' && !receipt.isEventOver ? publicEventUrl(publicUrl, event.slug) : null,
    poster:
      event.posterFile === null
        ? null
        : {
            shown: pictureSources(mediaUrl, event.posterFile),
            widthPx: POSTER_WIDTH_PX,
            heightPx: Math.round(POSTER_WIDTH_PX / (event.posterAspectRatio ?? 1)),
          },
  };
}

function toSummary(receipt: Receipt): ReceiptSummary {
  const { order } = receipt;
  const isPaid = order.totalMinor > 0 && order.confirmedAt !== null;
  return {
    reference: order.reference,
    seller: toSeller(receipt),
    items: toSummaryItems(order.items),
    feesMinor: order.totalFeesMinor,
    discountMinor: order.discountMinor,
    promoCode: order.promoCode,
    totalMinor: order.totalMinor,
    isPaid,
    taxes: isPaid ? order.taxes : [],
    paidWith: tellPayment(order),
    paidAt: isPaid ? order.confirmedAt : null,
    currency: order.currency,
    buyerName: `${order.buyer.firstName} ${order.buyer.lastName}`,
    maskedEmail: maskEmail(order.buyer.email),
    orderedAt: order.createdAt,
  };
}

export const toSummaryItems = (items: readonly PricedItem[]): ReceiptSummary['items'] =>
  items.map(({ name, quantity, price }) => ({ name, quantity, priceMinor: price }));

/** A host that has given no more than its name is named beside the event, which is enough. */
function toSeller({ event: { host, seller }, order }: Receipt): ReceiptSummary['seller'] {
  const { name, address, taxNumber } = seller;
  const isTaxed = seller.vatBasisPoints !== null || order.taxes.length > 0;
  const isMore = name !== host.name || address !== '' || taxNumber !== null || isTaxed;
  return isMore ? { name, address, taxNumber } : null;
}

const REFUND_STATES: Record<OrderRefund['status'], ReceiptRefund['state']> = {
  pending: 'under_way',
  asking: 'under_way',
  sent: 'under_way',
  needs_attention: 'delayed',
  succeeded: 'returned',
  settled_by_hand: 'settled_by_hand',
};

function toRefunds({ order, refunds }: Receipt): ReceiptRefund[] {
  return refunds.map((refund) => ({
    amountMinor: refund.amountMinor,
    taxes: refund.taxes,
    currency: refund.currency,
    use: refund.use === 'order' ? 'order' : refund.whyReturned,
    reason: refund.reason,
    state: isPaidToHost(order) ? 'given_by_host' : REFUND_STATES[refund.status],
    endedAt: refund.endedAt,
  }));
}

/** The state of the newest mail with tickets to each address. An address that was corrected since is left out. */
function toMails({ order, tickets, mails }: Receipt): ReceiptMail[] {
  const recorded = mails
    .filter(({ kind, isCurrent }) => kind === 'tickets' && isCurrent)
    .map(({ recipient, state }) => ({ maskedEmail: maskEmail(recipient), state }));
  if (recorded.length > 0 || order.source === 'exchange') return recorded;
  // Before the job has begun nothing is on record, and all of it is on its way. Later, the record has been forgotten.
  if (Date.now() - (order.confirmedAt?.getTime() ?? 0) > A_DAY_MS) return [];
  const addresses = new Set([order.buyer.email, ...tickets.map(({ recipient }) => recipient.email)]);
  return [...addresses].map((address) => ({ maskedEmail: maskEmail(address), state: 'waiting' }));
}

const isOverWithoutTickets = (receipt: Receipt): boolean =>
  receipt.order.source !== 'exchange' &&
  !isWaiting(receipt) &&
  receipt.tickets.length === 0 &&
  receipt.event.status === 'LIVE' &&
  !receipt.isEventOver;

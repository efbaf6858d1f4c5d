import { html, type Html, type HtmlValue } from '../../mail/html.ts';
import { describeOrder } from './describe-order.ts';
import { formatMoment, formatSum } from './describe-refund.ts';
import { icon } from './draw-icon.ts';
import type { Delivery, Receipt } from './load-receipt.ts';
import { maskEmail } from './mask-email.ts';
import { ASSETS, headline, layout } from './receipt-layout.ts';
import { isPayable, isWaiting, liveTickets } from './receipt-state.ts';
import { renderEvent, renderRefunds, renderSummary } from './render-order.ts';
import { addressOf, renderTickets } from './render-tickets.ts';

/** What the page says about the button that was just pressed. */
export const NOTICES = {
  resent: { tone: 'good', text: 'The tickets are on their way once more. They should be there in a minute.' },
  too_often: {
    tone: 'bad',
    text: 'The tickets were sent several times already. Look among your spam, or try again in an hour.',
  },
  nothing_to_send: { tone: 'bad', text: 'This order has no tickets to send.' },
} as const;
export type Notice = keyof typeof NOTICES;

// For those without JavaScript; a page that reloads more often can't be read.
const REFRESH_SECONDS = 10;
// Mails are begun within seconds, or hours where the program stood still.
const A_DAY_MS = 24 * 60 * 60_000;
const MAX_ADDRESSES = 3;

export function renderReceipt(
  receipt: Receipt,
  options: { mediaUrl: string; checkoutUrl: string; notice: Notice | null; ticketsPage: number },
): string {
  const head = describeOrder(receipt);
  const { notice } = options;
  const hasTickets = receipt.tickets.length > 0 && !isWaiting(receipt);
  return layout({
    title: `${head.title} · ${receipt.event.name}`,
    assets: ASSETS,
    head:
      isWaiting(receipt) &&
      html`<noscript><meta http-equiv="refresh" content="${REFRESH_SECONDS}" /></noscript>`,
    main: html` <div class="top">
        ${notice !== null && renderNotice(notice)} ${headline(head)}
        ${
          receipt.event.status === 'CANCELLED' &&
          html`<p class="notice bad">
            ${icon('alert')}<span>This event was cancelled by ${receipt.event.hostName}.</span>
          </p>`
        }
        ${isWaiting(receipt) && renderWait(receipt)} ${renderRefunds(receipt)}
        ${liveTickets(receipt).length > 0 && renderActions(receipt, options.ticketsPage)}
        ${isOverWithoutTickets(receipt) && renderWayBack(receipt, options.checkoutUrl)}
      </div>
      ${hasTickets && renderTickets(receipt, options.ticketsPage)}
      <aside>${renderEvent(receipt, options.mediaUrl)} ${renderSummary(receipt)}</aside>`,
  });
}

const renderNotice = (notice: Notice): Html =>
  html`<div class="notice ${NOTICES[notice].tone}" role="status" tabindex="-1">
    ${icon(NOTICES[notice].tone === 'good' ? 'check' : 'alert')}<span>${NOTICES[notice].text}</span>
  </div>`;

/** The part that changes by itself; the script knows it by its attributes. */
function renderWait(receipt: Receipt): Html {
  const { order, event, payBy, secondsLeft, paymentUrl, receiptToken } = receipt;
  return html`<div class="wait" data-live="${receiptToken}/state" data-status="${order.status}">
    ${
      isPayable(receipt) &&
      payBy !== null &&
      html`<p class="countdown">
          ${icon('clock')}<span role="timer" data-seconds-left="${secondsLeft ?? 0}"
            >Pay by ${formatMoment(payBy, event)}</span
          >
        </p>
        <a class="button main" href="${paymentUrl ?? ''}"
          >Pay ${formatSum(order.totalMinor, order.currency)}</a
        >`
    }
    <p class="soft">
      <span class="pulse" aria-hidden="true"></span>
      ${isPayable(receipt) && 'Paid already? It can take a minute until we hear of it. '} You may close this
      page: the tickets come by e-mail to ${maskEmail(order.buyer.email)} as well.
    </p>
  </div>`;
}

function renderActions(receipt: Receipt, ticketsPage: number): Html {
  const { order, deliveries, tickets, receiptToken } = receipt;
  const next = tickets.find(({ usedAt, voidedAt }) => !usedAt && !voidedAt);
  return html`<div class="actions">
    <p class="buttons">
      ${
        next &&
        html`<a class="button main to-ticket" href="${addressOf(receipt, { ticket: next, ticketsPage })}"
          >Show at the door</a
        >`
      }
      <a class="button" href="${receiptToken}/calendar.ics">${icon('calendar')}Add to calendar</a>
      <a class="button" href="${receiptToken}/tickets.pdf">${icon('download')}Tickets as PDF</a>
    </p>
    <form method="post" action="${receiptToken}/resend">
      <p>${icon('letter')}<span>${describeDeliveries(deliveries, planned({ order, tickets }))}</span></p>
      <button>Send again</button>
    </form>
  </div>`;
}

/** Before the job has begun nothing is on record, and all of it is on its way. Later, the record has been forgotten. */
function planned({ order, tickets }: Pick<Receipt, 'order' | 'tickets'>): Delivery[] {
  if (Date.now() - (order.confirmedAt?.getTime() ?? 0) > A_DAY_MS) return [];
  const addresses = new Set([order.buyer.email, ...tickets.map(({ recipient }) => recipient.email)]);
  return [...addresses].map((recipient) => ({ recipient, state: 'waiting' }));
}

function describeDeliveries(recorded: Delivery[], byDefault: Delivery[]): string {
  const deliveries = recorded.length > 0 ? recorded : byDefault;
  if (deliveries.length === 0) return 'Your tickets are on this page.';
  const to = (state: Delivery['state']): string => {
    const addresses = deliveries
      .filter((delivery) => delivery.state === state)
      .map(({ recipient }) => maskEmail(recipient));
    const named = addresses.slice(0, MAX_ADDRESSES);
    if (addresses.length > named.length) named.push(`${addresses.length - named.length} more`);
    return new Intl.ListFormat('en').format(named);
  };
  const [sent, waiting, refused] = [to('sent'), to('waiting'), to('refused')];
  return [
    sent && `Sent to ${sent}.`,
    waiting && `On the way to ${waiting}.`,
    refused && `${refused} can’t be reached: keep this page or the PDF.`,
  ]
    .filter(Boolean)
    .join(' ');
}

const isOverWithoutTickets = (receipt: Receipt): boolean =>
  !isWaiting(receipt) &&
  receipt.tickets.length === 0 &&
  receipt.event.status === 'LIVE' &&
  !receipt.isEventOver;

function renderWayBack({ event }: Receipt, checkoutUrl: string): HtmlValue {
  return html`<p>
    <a class="button main" href="${checkoutUrl}/${event.slug}">See what tickets are left</a>
  </p>`;
}

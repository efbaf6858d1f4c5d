import { formatMoney } from '../../money/format-money.ts';
import { html } from '../../mail/html.ts';
import type { OrderTickets } from '../load-order-tickets.ts';
import { mailButton, mailFacts, mailHeading, mailKicker, mailLayout } from '../../mail/mail-layout.ts';
import type { RenderedMail } from './render-ticket-mail.ts';
import { unlinked } from '../../mail/unlinked.ts';

export type ReturnedPayment = { amountMinor: number; currency: string; use: 'late' | 'surplus' | 'mismatch' };

const WHY_RETURNED: Record<ReturnedPayment['use'], string> = {
  late: 'It came after the time to pay was over, and the tickets had gone to others by then. You have no tickets from this order.',
  surplus: 'The order was paid already. Your tickets are yours, and this second payment was one too many.',
  mismatch:
    'It is not the sum, or not the currency, that the order asked for, so no tickets were issued for it.',
};

/** Money came that bought nothing, and goes back by itself. */
export function renderPaymentReturnedMail(
  { order, event }: OrderTickets,
  { payment, receiptUrl }: { payment: ReturnedPayment; receiptUrl: string },
): RenderedMail {
  const amount = formatSum(payment, { order, event });
  return plainMail({
    title: `We are sending ${amount} back to you`,
    kicker: event.name,
    paragraphs: [
      `Hello ${unlinked(order.buyer.firstName)}, a payment of ${amount} for ${event.name} goes back to you, the way it came.`,
      WHY_RETURNED[payment.use],
      'You need not do anything. Banks take up to ten working days to show it.',
    ],
    facts: [
      ['Amount', amount],
      ['Order', order.reference],
    ],
    receiptUrl,
    footer: `From ${event.hostName}, by Tessera.`,
  });
}

export type EndedRefund = { amountMinor: number; currency: string; isSettledByHand: boolean };

/** Tickets were given back, and their money follows; or the host has settled, in a way of his own, what goes back. */
export function renderRefundedMail(
  { order, event, tickets }: OrderTickets,
  { refund, receiptUrl }: { refund: EndedRefund; receiptUrl: string },
): RenderedMail {
  const amount = formatSum(refund, { order, event });
  const gone = tickets.filter((ticket) => ticket.voidedAt !== null);
  const kept = tickets.length - gone.length;
  return plainMail({
    title: `Your refund of ${amount}`,
    kicker: event.name,
    paragraphs: [
      refund.isSettledByHand
        ? `Hello ${unlinked(order.buyer.firstName)}, ${event.hostName} has settled your refund of ${amount} for ${event.name}. It does not go back the way you paid.`
        : `Hello ${unlinked(order.buyer.firstName)}, ${event.hostName} refunds you ${amount} for ${event.name}. It goes back the way you paid.`,
      ...(gone.length > 0
        ? [
            `${gone.length === 1 ? 'This ticket no longer admits anyone' : 'These tickets no longer admit anyone'}: ${gone
              .map((ticket) => `ticket ${ticket.position} (${ticket.typeName})`)
              .join(', ')}.`,
          ]
        : []),
      ...(kept > 0 ? [kept === 1 ? 'One ticket stays good.' : `${kept} tickets stay good.`] : []),
      refund.isSettledByHand
        ? `If you don’t know how you were given it, ask ${event.hostName} and name the order below.`
        : 'You need not do anything. Banks take up to ten working days to show it.',
    ],
    facts: [
      ['Refund', amount],
      ['Order', order.reference],
    ],
    receiptUrl,
    footer: `From ${event.hostName}, by Tessera.`,
  });
}

function plainMail(mail: {
  title: string;
  kicker: string;
  paragraphs: string[];
  facts: [string, string][];
  receiptUrl: string;
  footer: string;
}): RenderedMail {
  return {
    subject: mail.title,
    html: mailLayout({
      title: mail.title,
      preview: mail.paragraphs[0] ?? '',
      header: html`${mailKicker(mail.kicker)} ${mailHeading(mail.title)}`,
      body: html`${mail.paragraphs.map((text) => html`<p style="margin:0 0 14px">${text}</p>`)}
      ${mailFacts(mail.facts.map(([name, value]) => [name, [value]]))}
      ${mailButton('See your order', mail.receiptUrl)}`,
      footer: html`${mail.footer}`,
    }),
    text: `${[
      ...mail.paragraphs.flatMap((text) => [text, '']),
      ...mail.facts.map(([name, value]) => `${name}: ${value}`),
      `Your order: ${mail.receiptUrl}`,
      '',
      mail.footer,
    ].join('\n')}\n`,
    attachments: [],
  };
}

function formatSum(
  sum: { amountMinor: number; currency: string },
  { order, event }: Pick<OrderTickets, 'order' | 'event'>,
): string {
  return sum.currency === order.currency
    ? formatMoney(sum.amountMinor, event.country)
    : inCurrency(sum.amountMinor, sum.currency);
}

/** Another currency than the event's own: by its code, which nobody mistakes. */
function inCurrency(amountMinor: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(amountMinor / 10 ** digits);
}

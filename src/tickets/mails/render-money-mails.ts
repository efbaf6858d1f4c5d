import { commaOf } from '../../values/comma.ts';
import { LANGUAGE_FACTS } from '../../values/language.ts';
import { moneyFormatter } from '../../values/money-formatter.ts';
import { unlinked } from '../../mail/unlinked.ts';
import { formatMoney } from '../../money/format-money.ts';
import type { WhyReturned } from '../../rules/payment-use.ts';
import { isPaidToHost } from '../read-order.ts';
import type { OrderTickets } from '../load-order-tickets.ts';
import { plainMail } from './plain-mail.ts';
import type { MailContent } from '../../mail/compose-mail.ts';
import { textsIn as mailTextsIn } from './texts/texts.ts';

export type Sum = { amountMinor: number; currency: string };
export type ReturnedPayment = Sum & { why: WhyReturned };
type Urls = { receiptUrl: string; termsUrl: string };
export type EndedRefund = Sum & { isSettledByHand: boolean };

/** Money came that bought nothing, and goes back by itself. */
export function renderPaymentReturnedMail(
  { order, event }: OrderTickets,
  { payment, ...urls }: { payment: ReturnedPayment } & Urls,
): MailContent {
  const { returned, money } = mailTextsIn(order.language);
  const amount = formatSum(payment, { order, event });
  const name = unlinked(order.buyer.firstName);
  const whyReturned = (): string =>
    payment.why === 'surplus' || payment.why === 'mismatch'
      ? returned.why[payment.why]
      : event.status === 'CANCELLED'
        ? returned.eventCancelled
        : order.source === 'exchange'
          ? returned.seatNotChanged
          : returned.why[payment.why];
  return plainMail({
    about: { order, event },
    title: returned.title(amount),
    kicker: event.name,
    paragraphs: [returned.news({ name, amount, event: event.name }), whyReturned(), money.wait],
    facts: [
      [money.amount, amount],
      [money.order, order.reference],
    ],
    ...urls,
    footer: money.footer(event.host.name),
  });
}

/** Tickets were given back, and their money follows; or the host has given it back in another way, or gives back what it took itself. */
export function renderRefundedMail(
  { order, event, tickets }: OrderTickets,
  { refund, ...urls }: { refund: EndedRefund } & Urls,
): MailContent {
  const { refunded, money } = mailTextsIn(order.language);
  const amount = formatSum(refund, { order, event });
  const host = event.host.name;
  const about = { name: unlinked(order.buyer.firstName), host, amount, event: event.name };
  const gone = tickets.filter((ticket) => ticket.voidedAt !== null);
  const keptCount = tickets.length - gone.length;
  const isToHost = isPaidToHost(order);
  const news = isToHost ? 'byHost' : refund.isSettledByHand ? 'settledByHand' : 'news';
  const paragraphs = [refunded[news](about)];
  if (gone.length > 0) {
    const names = gone.map(({ position, typeName }) => refunded.ticket({ number: position, type: typeName }));
    paragraphs.push(refunded.gone({ count: names.length, tickets: names.join(commaOf(order.language)) }));
  }
  if (keptCount > 0) paragraphs.push(refunded.kept(keptCount));
  const ask = isToHost ? refunded.askHow(host) : refunded.ask(host);
  paragraphs.push(refund.isSettledByHand ? ask : money.wait);
  return plainMail({
    about: { order, event },
    title: refunded.title(amount),
    kicker: event.name,
    paragraphs,
    facts: [
      [money.refund, amount],
      [money.order, order.reference],
    ],
    ...urls,
    footer: money.footer(host),
  });
}

export function formatSum(sum: Sum, { order, event }: Pick<OrderTickets, 'order' | 'event'>): string {
  return sum.currency === order.currency
    ? formatMoney(sum.amountMinor, event.country, order.language)
    : // Another currency than the event's own: by its code, which nobody mistakes.
      moneyFormatter(LANGUAGE_FACTS[order.language].locale, sum.currency, 'code')(sum.amountMinor);
}

import type { MailContent } from '../../mail/compose-mail.ts';
import { unlinked } from '../../mail/unlinked.ts';
import type { OrderTickets } from '../load-order-tickets.ts';
import { plainMail } from './plain-mail.ts';
import { formatSum } from './render-money-mails.ts';
import { textsIn as mailTextsIn } from './texts/texts.ts';

/** To who bought a ticket: the host keeps a better seat, and this is where the difference is paid. */
export function renderSeatChangeDueMail(
  { order, event }: OrderTickets,
  urls: { receiptUrl: string; termsUrl: string },
): MailContent {
  const { seatChangeDue: texts, money, newsOf } = mailTextsIn(order.language);
  const host = event.host.name;
  const amount = formatSum({ amountMinor: order.totalMinor, currency: order.currency }, { order, event });
  return plainMail({
    about: { order, event },
    title: texts.title(event.name),
    kicker: newsOf(host),
    paragraphs: [
      texts.news({ name: unlinked(order.buyer.firstName), host, event: event.name }),
      texts.what(amount),
      texts.ask(host),
    ],
    facts: [
      ...order.items.map(({ name }): [string, string] => [texts.seat, name]),
      [money.amount, amount],
      [money.order, order.reference],
    ],
    ...urls,
    footer: money.footer(host),
    button: texts.pay,
  });
}

/** To who paid for the seat of somebody else's ticket: it has moved. The ticket itself, with its code, is its holder's alone. */
export function renderSeatChangePaidMail(
  { order, event }: OrderTickets,
  urls: { receiptUrl: string; termsUrl: string },
): MailContent {
  const { seatChangeDue: texts, money, newsOf } = mailTextsIn(order.language);
  const host = event.host.name;
  const amount = formatSum({ amountMinor: order.totalMinor, currency: order.currency }, { order, event });
  return plainMail({
    about: { order, event },
    title: texts.title(event.name),
    kicker: newsOf(host),
    paragraphs: [
      texts.paid({ name: unlinked(order.buyer.firstName), amount, event: event.name }),
      texts.toHolder,
    ],
    facts: [
      ...order.items.map(({ name }): [string, string] => [texts.seat, name]),
      [money.amount, amount],
      [money.order, order.reference],
    ],
    ...urls,
    footer: money.footer(host),
  });
}

import { commaOf } from '../../values/comma.ts';
import { unlinked } from '../../mail/unlinked.ts';
import type { MailContent } from '../../mail/compose-mail.ts';
import type { OrderTicket, OrderTickets } from '../load-order-tickets.ts';
import { isPaidToHost, type Person } from '../read-order.ts';
import { plainMail } from './plain-mail.ts';
import { formatSum } from './render-money-mails.ts';
import { textsIn as mailTextsIn } from './texts/texts.ts';

/** Tickets that the buyer returns: the sum that goes back, and why the host declined it. */
export type MailedReturn = {
  tickets: OrderTicket[];
  amountMinor: number;
  /** It was on sale again: somebody has bought it, or nobody has. */
  isResale: boolean;
  reason: string | null;
};

type Urls = { receiptUrl: string | null; termsUrl: string };

const nameTickets = ({ order }: OrderTickets, tickets: readonly OrderTicket[]): string =>
  tickets
    .map(({ position, typeName }) =>
      mailTextsIn(order.language).refunded.ticket({ number: position, type: typeName }),
    )
    .join(commaOf(order.language));

const sumOf = ({ order, event }: OrderTickets, amountMinor: number): string =>
  formatSum({ amountMinor, currency: order.currency }, { order, event });

/** To the buyer: the link that confirms it, with the exact sum. */
export function renderReturnAskedMail(
  found: OrderTickets,
  { tickets, amountMinor, linkUrl, termsUrl }: MailedReturn & { linkUrl: string; termsUrl: string },
): MailContent {
  const { order, event } = found;
  const { returns, money } = mailTextsIn(order.language);
  const about = {
    name: unlinked(order.buyer.firstName),
    event: event.name,
    tickets: nameTickets(found, tickets),
  };
  const isResold = order.returnTerms?.isResold === true;
  const back = sumOf(found, amountMinor);
  return plainMail({
    about: { order, event },
    title: isResold ? returns.resaleTitle(event.name) : returns.askedTitle(event.name),
    kicker: event.name,
    paragraphs: [
      isResold ? returns.resale(about) : returns.asked(about),
      amountMinor === 0 ? returns.free : isResold ? returns.onceSold(back) : returns.youGet(back),
      returns.link,
      returns.ignore,
    ],
    facts: [[money.order, order.reference]],
    receiptUrl: linkUrl,
    termsUrl,
    button: returns.button,
    footer: money.footer(event.host.name),
  });
}

/** To the buyer, and to each guest who had one of the tickets. */
export function renderReturnedMail(
  found: OrderTickets,
  {
    tickets,
    amountMinor,
    isResale,
    person,
    isBuyer,
    ...urls
  }: Omit<MailedReturn, 'reason'> & { person: Person; isBuyer: boolean } & Urls,
): MailContent {
  const { order, event } = found;
  const { returns, money, passedOn } = mailTextsIn(order.language);
  const host = event.host.name;
  const amount = sumOf(found, amountMinor);
  const about = {
    name: unlinked(person.firstName),
    event: event.name,
    tickets: nameTickets(found, tickets),
  };
  const paid = isPaidToHost(order)
    ? [returns.byHost({ host, amount })]
    : [returns.goesBack(amount), money.wait];
  return plainMail({
    about: { order, event },
    title: isResale ? returns.soldTitle(event.name) : returns.title(event.name),
    kicker: event.name,
    paragraphs: isBuyer
      ? [
          isResale ? returns.sold(about) : returns.news(about),
          ...(amountMinor > 0 ? paid : []),
          passedOn.ask(host),
        ]
      : [returns.guest({ ...about, buyer: unlinked(order.buyer.firstName) })],
    facts: [
      ...(isBuyer && amountMinor > 0 ? [[money.refund, amount] satisfies [string, string]] : []),
      [money.order, order.reference],
    ],
    ...urls,
    footer: money.footer(host),
  });
}

/** To the buyer, whose tickets stay valid: the host has declined it, or nobody has bought them. */
export function renderReturnKeptMail(
  found: OrderTickets,
  { tickets, isResale, reason, ...urls }: Omit<MailedReturn, 'amountMinor'> & Urls,
): MailContent {
  const { order, event } = found;
  const { returns, money, writes, newsOf } = mailTextsIn(order.language);
  const host = event.host.name;
  const about = {
    name: unlinked(order.buyer.firstName),
    event: event.name,
    tickets: nameTickets(found, tickets),
  };
  return plainMail({
    about: { order, event },
    title: isResale ? returns.notSoldTitle(event.name) : returns.declinedTitle(event.name),
    kicker: isResale ? event.name : newsOf(host),
    paragraphs: [isResale ? returns.notSold(about) : returns.declined({ ...about, host })],
    quote: reason === null ? null : { intro: writes(host), words: reason },
    facts: [[money.order, order.reference]],
    ...urls,
    footer: money.footer(host),
  });
}

import { commaOf } from '../../values/comma.ts';
import { unlinked } from '../../mail/unlinked.ts';
import type { OrderTickets } from '../load-order-tickets.ts';
import { plainMail } from './plain-mail.ts';
import type { MailContent } from '../../mail/compose-mail.ts';
import { textsIn as mailTextsIn } from './texts/texts.ts';

/** To the buyer: the host has made tickets void, and no money goes back for them. */
export function renderVoidedMail(
  { order, event, tickets }: OrderTickets,
  { ticketIds, ...urls }: { ticketIds: string[]; receiptUrl: string; termsUrl: string },
): MailContent {
  const { voided, refunded, passedOn, money, newsOf } = mailTextsIn(order.language);
  const host = event.host.name;
  const gone = tickets.filter(({ id }) => ticketIds.includes(id));
  const names = gone.map(({ position, typeName }) => refunded.ticket({ number: position, type: typeName }));
  const keptCount = tickets.filter(({ voidedAt }) => voidedAt === null).length;
  return plainMail({
    about: { order, event },
    title: voided.title({ event: event.name, count: gone.length }),
    kicker: newsOf(host),
    paragraphs: [
      voided.news({ name: unlinked(order.buyer.firstName), host, event: event.name, count: gone.length }),
      refunded.gone({ count: names.length, tickets: names.join(commaOf(order.language)) }),
      ...(keptCount > 0 ? [refunded.kept(keptCount)] : []),
      ...(order.totalMinor > 0 ? [voided.noMoney] : []),
      passedOn.ask(host),
    ],
    facts: [[money.order, order.reference]],
    ...urls,
    footer: money.footer(host),
  });
}

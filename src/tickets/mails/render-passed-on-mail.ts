import type { OrderTickets } from '../load-order-tickets.ts';
import { plainMail } from './plain-mail.ts';
import type { MailContent } from '../../mail/compose-mail.ts';
import { textsIn as mailTextsIn } from './texts/texts.ts';

/** To who had a ticket: it is another person's now. Not whose: that is nobody else's business. */
export function renderPassedOnMail(
  { order, event, tickets }: OrderTickets,
  { ticketId, termsUrl, isByBuyer }: { ticketId: string; termsUrl: string; isByBuyer: boolean },
): MailContent {
  const { passedOn, refunded, money, newsOf } = mailTextsIn(order.language);
  const host = event.host.name;
  const ticket = tickets.find(({ id }) => id === ticketId);
  return plainMail({
    about: { order, event },
    title: passedOn.title(event.name),
    kicker: newsOf(host),
    paragraphs: [
      isByBuyer ? passedOn.byBuyer(event.name) : passedOn.news({ host, event: event.name }),
      passedOn.dead,
      passedOn.ask(host),
    ],
    facts: [
      ...(ticket
        ? [
            [passedOn.ticket, refunded.ticket({ number: ticket.position, type: ticket.typeName })] satisfies [
              string,
              string,
            ],
          ]
        : []),
      [money.order, order.reference],
    ],
    // It may be a guest's address, or no longer the buyer's.
    receiptUrl: null,
    termsUrl,
    footer: money.footer(host),
  });
}

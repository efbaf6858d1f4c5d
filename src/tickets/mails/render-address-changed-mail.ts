import type { MailContent } from '../../mail/compose-mail.ts';
import type { OrderTickets } from '../load-order-tickets.ts';
import { plainMail } from './plain-mail.ts';
import { textsIn as mailTextsIn } from './texts/texts.ts';

/**
 * To the address that an order had: the host has sent its tickets elsewhere. Not where to, since whoever reads this may be a stranger whose
 * address was mistyped; and no name, code or link to the order.
 */
export function renderAddressChangedMail(
  { order, event }: Pick<OrderTickets, 'order' | 'event'>,
  { termsUrl }: { termsUrl: string },
): MailContent {
  const { addressChanged, money, newsOf } = mailTextsIn(order.language);
  const host = event.host.name;
  return plainMail({
    about: { order, event },
    title: addressChanged.title(event.name),
    kicker: newsOf(host),
    paragraphs: [
      addressChanged.news({ host, event: event.name }),
      addressChanged.dead,
      addressChanged.ask(host),
    ],
    facts: [[money.order, order.reference]],
    receiptUrl: null,
    termsUrl,
    footer: money.footer(host),
  });
}

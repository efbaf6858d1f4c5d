import { html, type Html } from '../../mail/html.ts';
import { mailLink } from '../../mail/mail-layout.ts';
import { mailtoLink } from '../../values/mailto.ts';
import type { OrderSummary, TicketedEvent } from '../read-order.ts';
import { textsIn as ticketTextsIn } from '../texts/texts.ts';
import { textsIn as mailTextsIn } from './texts/texts.ts';

/** The subject of a mail, as far as its layout shows it. */
export type About = {
  order: Pick<OrderSummary, 'language' | 'reference'>;
  event: Pick<TicketedEvent, 'name' | 'host'>;
};

/** The host's lines at the end of every mail: the contact, and the agreed terms. */
export function hostLinesHtml({ order, event }: About, { termsUrl }: { termsUrl: string }): Html {
  const { ask, askAt } = mailTextsIn(order.language);
  const { name, contactEmail } = event.host;
  const terms = termsName({ order, event });
  const asked =
    contactEmail === null
      ? [ask(name)]
      : [
          `${askAt(name)} `,
          mailLink(contactEmail, mailtoLink(contactEmail, `${event.name} · ${order.reference}`)),
        ];
  return html`<br />${asked}${terms !== null && html`<br />${mailLink(terms, termsUrl)}`}`;
}

export function hostLinesText({ order, event }: About, { termsUrl }: { termsUrl: string }): string[] {
  const { ask, askAt, money } = mailTextsIn(order.language);
  const { name, contactEmail } = event.host;
  const terms = termsName({ order, event });
  return [
    contactEmail === null ? ask(name) : `${askAt(name)} ${contactEmail}`,
    ...(terms === null ? [] : [money.link({ name: terms, url: termsUrl })]),
  ];
}

/** The common name of the host's texts; null if it wrote none. */
function termsName({ order, event }: About): string | null {
  const { both, terms, refundPolicy } = ticketTextsIn(order.language).agreed;
  const { hasTerms, hasRefundPolicy } = event.host;
  if (hasTerms && hasRefundPolicy) return both;
  if (hasTerms) return terms;
  return hasRefundPolicy ? refundPolicy : null;
}

import type { MailContent } from '../mail/compose-mail.ts';
import { plainMail } from '../tickets/mails/plain-mail.ts';
import { textsIn as mailTextsIn } from '../tickets/mails/texts/texts.ts';
import type { HostForBuyers } from '../tickets/read-order.ts';
import { termsAddress } from '../tickets/terms-address.ts';
import { cartFragment, type CartItem } from '../rules/cart-in-address.ts';
import { commaOf } from '../values/comma.ts';
import type { Language } from '../values/language.ts';
import { textsIn } from './texts/texts.ts';

/** The cart that somebody left behind, with the way back to it. */
export function composeCartMail(cart: {
  language: Language;
  host: HostForBuyers;
  slug: string;
  eventName: string;
  isSeated: boolean;
  note: string;
  items: readonly (CartItem & { name: string })[];
  checkoutUrl: string;
  unsubscribeUrl: string;
}): MailContent {
  const { language, slug, eventName: event, host, items, note } = cart;
  const mailTexts = mailTextsIn(language);
  const texts = textsIn(language);
  // Seats are chosen afresh: others may have taken these.
  const chosen = cart.isSeated ? '' : `#${cartFragment(items)}`;
  return plainMail({
    about: { order: { language, reference: '' }, event: { name: event, host } },
    title: texts.cart.title(event),
    kicker: mailTexts.newsOf(host.name),
    paragraphs: [texts.cart.news(event), texts.cart.free],
    quote: note === '' ? null : { intro: mailTexts.writes(host.name), words: note },
    facts: [
      [mailTexts.message.event, event],
      [texts.tickets, items.map(({ quantity, name }) => `${quantity} × ${name}`).join(commaOf(language))],
    ],
    receiptUrl: `${cart.checkoutUrl}/${slug}?lang=${language}${chosen}`,
    button: texts.cart.button,
    line: texts.cart.link,
    termsUrl: termsAddress(cart.checkoutUrl, { slug, language }),
    footer: texts.cart.footer({ event, host: host.name }),
    unsubscribeUrl: cart.unsubscribeUrl,
  });
}

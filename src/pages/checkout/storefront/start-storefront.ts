import { startCheckout } from '../embed/start-checkout.tsx';
import type { Texts as CheckoutTexts } from '../embed/texts/texts.ts';
import type { PageData } from '../embed/server/page-data-schema.ts';
import { offerSharing } from '../../shared/offer-sharing.ts';
import { momentElsewhere } from '../../shared/format-moment.ts';

/** Each language has a script of its own that calls this: nobody loads the words of another. */
export function startStorefront(checkoutTexts: CheckoutTexts): void {
  startCheckout(checkoutTexts, { isInPage: true });
  tellBuyersTime(checkoutTexts);
  offerSharing();
}

/** The server doesn't know the buyer's clock. */
function tellBuyersTime(texts: CheckoutTexts): void {
  const line = document.querySelector<HTMLElement>('.hero-elsewhere');
  const json = document.getElementById('page-data')?.textContent;
  if (!line || !json) return;
  const { event, locale } = JSON.parse(json) as PageData;
  const there = momentElsewhere(event.startsAt, { locale, timezone: event.timezone });
  if (there === null) return;
  line.textContent = texts.yourTime(there);
  line.hidden = false;
}

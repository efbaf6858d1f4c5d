import { startCheckout } from '../checkout/start-checkout.tsx';
import type { Texts as CheckoutTexts } from '../checkout/texts/en.ts';
import type { PageData } from '../../src/checkout/embed/page-data-schema.ts';
import { momentElsewhere } from '../shared/format-moment.ts';
import type { Texts } from './texts/en.ts';

/** Each language has a script of its own that calls this: nobody loads the words of another. */
export function startStorefront(texts: Texts, checkoutTexts: CheckoutTexts): void {
  startCheckout(checkoutTexts, { isInPage: true });
  tellBuyersTime(checkoutTexts);
  offerSharing(texts);
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

/** A phone shares by its own sheet; elsewhere the link is copied. */
function offerSharing(texts: Texts): void {
  const button = document.querySelector<HTMLButtonElement>('#share');
  const said = document.querySelector('#share-said');
  if (!button || !said) return;
  const { title = '', address: url = '' } = button.dataset;
  const canShare = 'share' in navigator;
  if (!canShare && !('clipboard' in navigator)) return;
  const label = button.querySelector('span');
  if (canShare && label) label.textContent = texts.share;
  button.hidden = false;
  button.addEventListener('click', () => {
    if (canShare) {
      // Who closes the sheet has changed their mind.
      navigator.share({ title, url }).catch(() => undefined);
      return;
    }
    void navigator.clipboard.writeText(url).then(() => {
      said.textContent = texts.copied;
      if (label) label.textContent = texts.copied;
    });
  });
}

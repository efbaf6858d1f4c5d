import { effect } from '@preact/signals';
import { hydrate } from 'preact';
import { readCart } from '../../../rules/cart-in-address.ts';
import { addressIn } from '../../shared/address-in.ts';
import { closeLanguages } from '../../shared/close-languages.ts';
// The host's questions and the later steps share it, and would wait for a file of its own.
import '../../shared/field.tsx';
import { onceDrawn } from '../../shared/once-drawn.ts';
import { Checkout as CheckoutSteps } from './checkout.tsx';
import { createCheckout, type Checkout } from './checkout-state.ts';
import { pressAgain, takeEarlyTaps } from './early-taps.ts';
import type { PageData } from './server/page-data-schema.ts';
import { keepUpToDate } from './keep-up-to-date.ts';
import { fetchLaterStepsAhead } from './load-later-steps.ts';
import { refreshTickets } from './refresh-tickets.ts';
import { syncHistory } from './sync-history.ts';
import { shownReceiptToken, wasPaymentCancelled } from './page-address.ts';
import { STEP_HEADING } from './components/step-heading.tsx';
import { fillInConfirmedEmail } from './fill-in-email.ts';
import { saveVisit, restoreVisit } from './saved-visit.ts';
import type { Texts } from './texts/texts.ts';

const storage = (): Storage => sessionStorage;

/**
 * Each language has a script of its own that calls this: nobody loads the words of another.
 *
 * The later chunks (the seat picker, the host's questions, the steps after the first) import this file without using it. The bundler
 * makes a file of its own of whatever just some of them share; so they all share the whole: two files instead of six, and 2 KB less.
 */
export function startCheckout(texts: Texts, { isInPage = false } = {}): void {
  const root = document.getElementById('checkout');
  const json = document.getElementById('page-data')?.textContent;
  if (root && json) start(root, createCheckout(JSON.parse(json) as PageData, texts, { isInPage }));
}

function start(root: HTMLElement, checkout: Checkout): void {
  const tapped = takeEarlyTaps();
  const sent = checkout.step.value;
  hydrate(<CheckoutSteps checkout={checkout} />, root);
  restoreVisit(checkout, {
    storage,
    nowMs: Date.now(),
    receiptToken: shownReceiptToken(),
    cart: readCart(location.hash.slice(1)),
  });
  checkout.wasCancelled.value ||= wasPaymentCancelled();
  fillInConfirmedEmail(checkout);
  effect(() => saveVisit(checkout, storage));
  keepUpToDate(checkout);
  fetchLaterStepsAhead(checkout);
  syncHistory(checkout);
  // The page around it was made for everybody, some seconds ago; and no page knows what its reader holds.
  if (checkout.isInPage || checkout.hold.value !== null) void refreshTickets(checkout);
  if (location.search.includes('offer='))
    void import('./open-offer-link.ts').then((it) => it.openOfferLink(checkout));

  keepPlaceInLanguages();
  closeLanguages();

  let shown = checkout.step.value;
  effect(() => {
    if (checkout.step.value === shown) return;
    shown = checkout.step.value;
    // The frame scrolls, never the page around it.
    onceDrawn(() => {
      document.getElementById(STEP_HEADING)?.focus({ preventScroll: true });
      if (checkout.isInPage) root.scrollIntoView();
      else scrollTo(0, 0);
    });
  });
  // A visit that goes on at another step has none of the buttons.
  if (shown === sent) pressAgain(tapped);
}

/** In another language too the page shows the order that is in its address by now. */
function keepPlaceInLanguages(): void {
  document.querySelector('.languages')?.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLAnchorElement)
      target.href = addressIn(target.hreflang, location.search) + location.hash;
  });
}

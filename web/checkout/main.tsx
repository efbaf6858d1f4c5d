import { effect } from '@preact/signals';
import { hydrate } from 'preact';
import { Checkout } from './checkout.tsx';
import { createCheckout } from './checkout-state.ts';
import type { PageData } from '../../src/checkout/embed/page-data-schema.ts';
import { keepUpToDate } from './keep-up-to-date.ts';
import { syncHistory } from './sync-history.ts';
import { shownReceiptToken } from './page-address.ts';
import { STEP_HEADING } from './parts/step-heading.tsx';
import { saveVisit, restoreVisit } from './saved-visit.ts';

const storage = (): Storage => sessionStorage;

function start(root: HTMLElement, data: PageData): void {
  const checkout = createCheckout(data);
  hydrate(<Checkout checkout={checkout} />, root);
  restoreVisit(checkout, { storage, nowMs: Date.now(), receiptToken: shownReceiptToken() });
  effect(() => saveVisit(checkout, storage));
  keepUpToDate(checkout);
  syncHistory(checkout);

  let shown = checkout.step.value;
  effect(() => {
    if (checkout.step.value === shown) return;
    shown = checkout.step.value;
    // Once it is drawn. The frame scrolls, never the page around it.
    requestAnimationFrame(() => {
      document.getElementById(STEP_HEADING)?.focus({ preventScroll: true });
      scrollTo(0, 0);
    });
  });
}

const root = document.getElementById('checkout');
const json = document.getElementById('page-data')?.textContent;
if (root && json) start(root, JSON.parse(json) as PageData);

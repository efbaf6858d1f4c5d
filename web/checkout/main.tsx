import { effect } from '@preact/signals';
import { hydrate } from 'preact';
import { Checkout } from './checkout.tsx';
import { createCheckout } from './checkout-state.ts';
import type { PageData } from '../../src/checkout/embed/page-data-schema.ts';
import { keepFresh } from './keep-fresh.ts';
import { keepHistory } from './keep-history.ts';
import { shownReceiptToken } from './page-address.ts';
import { STEP_HEADING } from './parts/step-heading.tsx';
import { remember, restore } from './remember.ts';

const shelf = (): Storage => sessionStorage;

function start(root: HTMLElement, data: PageData): void {
  const checkout = createCheckout(data);
  hydrate(<Checkout checkout={checkout} />, root);
  restore(checkout, { shelf, nowMs: Date.now(), receiptToken: shownReceiptToken() });
  effect(() => remember(checkout, shelf));
  keepFresh(checkout);
  keepHistory(checkout);

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

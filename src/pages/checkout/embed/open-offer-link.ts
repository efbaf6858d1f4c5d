// So that all that the page has begun with stays one file: see start-checkout.tsx.
import './start-checkout.tsx';
import type { Checkout } from './checkout-state.ts';
import { continueWithCart } from './hold-cart.ts';

/**
 * Opened by a link of the waiting list: what is offered goes into the cart, once. The code stays in the address, and so leads past a waiting room at
 * every reload.
 */
export async function openOfferLink(checkout: Checkout): Promise<void> {
  const query = new URLSearchParams(location.search);
  const [code, ticket, count] = ['offer', 'ticket', 'count'].map((name) => query.get(name) ?? '');
  query.delete('ticket');
  query.delete('count');
  history.replaceState(history.state, '', `${location.pathname}?${query.toString()}${location.hash}`);
  const quantity = Number(count);
  if (!code || !ticket || !(quantity > 0) || checkout.step.value !== 'choose') return;
  checkout.quantities.value = { [ticket]: quantity };
  checkout.promoCode.value = code;
  await continueWithCart(checkout);
}

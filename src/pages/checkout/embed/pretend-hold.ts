// So that all that the page has begun with stays one file: see start-checkout.tsx.
import './start-checkout.tsx';
import type { Checkout } from './checkout-state.ts';

// As long as a real one, so that its clock is seen as buyers see it.
const SHOWN_MS = 10 * 60_000;

/** A preview's cart goes on to the next step by the prices on the page. No server hears of it, and nothing is held. */
export function pretendHold(checkout: Checkout): void {
  const { lines, fees, discount, total } = checkout.totals.value;
  const nowMs = Date.now();
  checkout.nowMs.value = nowMs;
  checkout.hold.value = {
    reservation: {
      reservationToken: '',
      quoteReference: '',
      total,
      totalFees: fees,
      discount,
      promoCode: null,
      items: lines.map(({ sku, name, quantity, amount }) => ({
        sku,
        name,
        quantity,
        price: amount / quantity,
        // The summary shows the fees of the whole cart.
        fee: 0,
        discount: 0,
        total: amount,
      })),
      currency: checkout.data.currency,
      formattedTotal: checkout.formatPrice(total),
      clientExpiresAt: new Date(nowMs + SHOWN_MS).toISOString(),
    },
    endsAtMs: nowMs + SHOWN_MS,
    cart: JSON.stringify(checkout.cart.value),
  };
}

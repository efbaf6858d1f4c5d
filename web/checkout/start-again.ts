import { batch } from '@preact/signals';
import { goTo, type Checkout } from './checkout-state.ts';
import { refreshTickets } from './refresh-tickets.ts';

/** Back to the tickets after an order that came to nothing: the choice is still there. */
export function chooseAgain(checkout: Checkout): void {
  // All at once: the step that is left keeps its order in the browser's history.
  batch(() => {
    checkout.order.value = null;
    checkout.receiptToken.value = null;
    checkout.attempt.value = null;
    checkout.hold.value = null;
    checkout.issued.value = null;
    goTo(checkout, 'choose');
  });
  void refreshTickets(checkout);
}

/** Another purchase after one that is done: only the buyer's own details are still there. */
export function buyMore(checkout: Checkout): void {
  checkout.quantities.value = {};
  checkout.chosenSeats.value = [];
  checkout.promoCode.value = '';
  checkout.promoDraft.value = '';
  checkout.promoRefused.value = null;
  checkout.token.value = null;
  checkout.recipients.value = [];
  checkout.wantsSplit.value = false;
  chooseAgain(checkout);
}

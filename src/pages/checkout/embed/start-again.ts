import { batch } from '@preact/signals';
import { goTo, type Checkout, type OwnPurchase } from './checkout-state.ts';
import { refreshTickets } from './refresh-tickets.ts';

/** Back to the tickets after an order that came to nothing: the choice is still there. `own` is what is still the buyer's. */
export function chooseAgain(checkout: Checkout, own: OwnPurchase | null = null): void {
  // All at once: the step that is left keeps its order in the browser's history.
  batch(() => {
    checkout.order.value = null;
    checkout.unpaid.value = null;
    checkout.transfer.value = null;
    checkout.isPaymentUnderWay.value = false;
    checkout.receiptToken.value = null;
    checkout.attempt.value = null;
    checkout.hold.value = null;
    checkout.issued.value = null;
    checkout.ownPurchase.value = own;
    goTo(checkout, 'choose');
  });
  void refreshTickets(checkout);
}

/**
 * Another purchase after one that is done: only the buyer's own details are still there. A buyer who can go Forward to the
 * one that is done still has it as `own`.
 */
export function buyMore(checkout: Checkout, own: OwnPurchase | null = null): void {
  checkout.quantities.value = {};
  checkout.chosenSeats.value = [];
  checkout.promoCode.value = '';
  checkout.promoDraft.value = '';
  checkout.promoRefused.value = null;
  checkout.token.value = null;
  checkout.recipients.value = [];
  checkout.wantsSplit.value = false;
  checkout.orderAnswers.value = {};
  chooseAgain(checkout, own);
}

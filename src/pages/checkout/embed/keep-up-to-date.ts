import { effect, untracked } from '@preact/signals';
import type { Checkout } from './checkout-state.ts';
import { repriceCart } from './hold-cart.ts';
import { refreshTickets } from './refresh-tickets.ts';

const REFRESH_MS = 15_000;
// All who wait know the same moment: together they would come as one wave.
const SPREAD_MS = 6_000;
const TICK_MS = 1_000;
// Long enough for a few presses of the same button to be one question.
const REPRICE_AFTER_MS = 500;
const TOLD_AT_SECONDS = new Set([120, 60]);

/** Runs while the page is open: availability, the countdown, messages, and the price of a cart with a code. */
export function keepUpToDate(checkout: Checkout): void {
  refreshWhileChoosing(checkout);
  countDown(checkout);
  clearOldMessages(checkout);
  repriceWithCode(checkout);
}

const isChoosing = ({ step }: Checkout): boolean => step.value === 'choose';

function refreshWhileChoosing(checkout: Checkout): void {
  const refresh = (): void => {
    // If the server could not be reached, this finds out whether it can be.
    const isWanted = isChoosing(checkout) || checkout.trouble.peek()?.isUnreached;
    if (!document.hidden && isWanted) void refreshTickets(checkout);
  };
  setInterval(refresh, REFRESH_MS);
  addEventListener('online', refresh);
  addEventListener('focus', refresh);
  document.addEventListener('visibilitychange', refresh);
  effect(() => {
    const inMs = checkout.backAtMs.value - Date.now();
    if (!(inMs > 0)) return undefined;
    const timer = setTimeout(refresh, inMs + Math.random() * SPREAD_MS);
    return () => clearTimeout(timer);
  });
  let isFirst = true;
  effect(() => {
    // Back from a later step, where nobody looked at what is left. At the start it is as fresh as the page.
    if (isChoosing(checkout) && !isFirst) untracked(refresh);
    isFirst = false;
  });
}

function countDown(checkout: Checkout): void {
  const tick = (): void => {
    if (checkout.hold.value || checkout.unpaid.value) checkout.nowMs.value = Date.now();
  };
  setInterval(tick, TICK_MS);
  // A phone that slept has not counted.
  document.addEventListener('visibilitychange', tick);
  effect(() => {
    if (checkout.step.value === 'details' && TOLD_AT_SECONDS.has(checkout.secondsLeft.value))
      checkout.announcement.value = checkout.texts.hold.minutesLeft(checkout.secondsLeft.value / 60);
  });
}

/** Removes a message once it is no longer true. */
function clearOldMessages(checkout: Checkout): void {
  let isFirstChoice = true;
  effect(() => {
    // Another choice: what was said about the last one is over.
    void checkout.quantities.value;
    void checkout.chosenSeats.value;
    if (!isFirstChoice) {
      checkout.trouble.value = null;
      checkout.note.value = null;
    }
    isFirstChoice = false;
  });
  effect(() => {
    const count = checkout.wrongCount.value;
    const trouble = checkout.trouble.peek();
    if (!trouble?.isAboutFields) return;
    checkout.trouble.value = count === 0 ? null : { ...trouble, text: checkout.texts.details.wrong(count) };
  });
  effect(() => {
    // Good news about the hold is old by now.
    if (checkout.isLapsed.value) checkout.note.value = null;
  });
}

function repriceWithCode(checkout: Checkout): void {
  effect(() => {
    // Read in any case, so that this runs again when a price that was asked for arrives.
    void checkout.hold.value;
    const isStale =
      checkout.promoCode.value !== '' && !checkout.isCartHeld.value && checkout.totals.value.count > 0;
    if (!isStale || !isChoosing(checkout)) return undefined;
    const timer = setTimeout(() => void repriceCart(checkout), REPRICE_AFTER_MS);
    return () => clearTimeout(timer);
  });
}

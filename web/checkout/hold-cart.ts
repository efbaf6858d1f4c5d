import { callServer } from './call-server.ts';
import { choiceStep, goTo, ticketSeats, type Checkout } from './checkout-state.ts';
import { EMPTY_DRAFT } from './check-person.ts';
import type { Reservation } from './contract.ts';
import { onThisClock } from './countdown.ts';
import { mintId } from './mint-id.ts';
import { refreshTickets } from './refresh-tickets.ts';
import { tellTrouble, whileBusy } from './tell-trouble.ts';

/** From choosing to the details: the tickets are held, or the buyer learns why not. */
export function continueWithCart(checkout: Checkout): Promise<void> {
  const { texts, totals } = checkout;
  if (totals.value.count === 0) {
    const text = checkout.isSeated ? texts.choose.noSeats : texts.choose.nothing;
    checkout.trouble.value = { text, retry: null };
    return Promise.resolve();
  }
  takePromoCode(checkout);
  return whileBusy(checkout, async () => {
    if (!(await holdCart(checkout, () => void continueWithCart(checkout)))) return;
    shapeRecipients(checkout);
    goTo(checkout, 'details');
  });
}

/** Prices the cart with its code before the buyer goes on, which holds it too. */
export function applyPromoCode(checkout: Checkout): Promise<void> {
  takePromoCode(checkout);
  if (checkout.totals.value.count === 0) return Promise.resolve();
  return whileBusy(checkout, async () => {
    if (!(await holdCart(checkout, () => void applyPromoCode(checkout)))) return;
    void refreshTickets(checkout);
    checkout.announcement.value = checkout.texts.promo.applied(checkout.promoCode.value.trim());
  });
}

function takePromoCode({ promoCode, promoDraft, promoError }: Checkout): void {
  const typed = promoDraft.value.trim();
  promoError.value = null;
  promoDraft.value = '';
  if (typed !== '') promoCode.value = typed;
}

/** More time for a slow typist, or a second chance for a cart that lapsed: the same cart, held anew. */
export function holdAgain(checkout: Checkout): Promise<void> {
  const { texts, isLapsed } = checkout;
  return whileBusy(checkout, async () => {
    const text = isLapsed.value ? texts.hold.heldAgain : texts.hold.extended;
    const before = checkout.totals.value.total;
    if (!(await holdCart(checkout, () => void holdAgain(checkout)))) return;
    const otherPrice = hasOtherPrice(checkout, before);
    checkout.note.value = otherPrice === null ? { tone: 'good', text } : { tone: 'warn', text: otherPrice };
  });
}

export function hasOtherPrice({ totals, texts, formatPrice }: Checkout, before: number): string | null {
  const { total } = totals.value;
  return total === before ? null : texts.details.priceChanged(formatPrice(total));
}

/** Whether the cart is held now. Where it can't be, the buyer is back where it can be changed. */
export async function holdCart(checkout: Checkout, retry: () => void): Promise<boolean> {
  const body = checkout.cart.value;
  // A token of one's own from the start: without one, all buyers behind an address would share a cart.
  const token = (checkout.token.value ??= mintId());
  checkout.askedSeats.value = body.seatIds ?? [];
  try {
    const { answer, date } = await callServer(`${checkout.data.path}/reservations`, {
      method: 'POST',
      headers: { 'x-device-id': token },
      body,
    });
    const reservation = (answer as { data: Reservation }).data;
    const nowMs = Date.now();
    checkout.token.value = reservation.reservationToken;
    checkout.nowMs.value = nowMs;
    checkout.hold.value = {
      reservation,
      endsAtMs: onThisClock(reservation.clientExpiresAt, { date, nowMs }),
      cart: JSON.stringify(body),
    };
    // Holding anew cancels an order that was not paid.
    checkout.order.value = null;
    checkout.attempt.value = null;
    return true;
  } catch (error) {
    await explain(checkout, error, retry);
    return false;
  } finally {
    checkout.askedSeats.value = [];
  }
}

async function explain(checkout: Checkout, error: unknown, retry: () => void): Promise<void> {
  const { code, refusal } = tellTrouble(checkout, error, retry);
  const trouble = checkout.trouble.value;
  if (code === 'invalid_promo_code') {
    goTo(checkout, choiceStep(checkout));
    checkout.promoError.value = trouble?.text ?? null;
    checkout.promoDraft.value = checkout.promoCode.value;
    checkout.promoCode.value = '';
  } else if (refusal?.takenSeats) {
    const taken = new Set(refusal.takenSeats);
    goTo(checkout, 'seats');
    checkout.chosenSeats.value = checkout.chosenSeats.value.filter((id) => !taken.has(id));
    // The picker says which.
    checkout.takenNotice.value = refusal.takenSeats;
  } else if (code === 'tickets_unavailable' || code === 'quantity_limit' || code === 'unknown_ticket') {
    if (checkout.isLapsed.value) checkout.hold.value = null;
    goTo(checkout, choiceStep(checkout));
    await refreshTickets(checkout);
    // What exactly had to shrink says more than that something had to.
    if (trouble && checkout.note.value === null) checkout.trouble.value = { text: trouble.text, retry: null };
  }
}

/**
 * As many recipients as tickets, and the first ticket is the buyer's own. What was typed stays, with its seat where that is
 * still among the chosen ones.
 */
function shapeRecipients(checkout: Checkout): void {
  const typed = checkout.recipients.value;
  const seats = ticketSeats(checkout);
  const stayed = seats.map((seat) => typed.find((recipient) => seat && recipient.seat?.id === seat.id));
  const others = typed.filter((recipient) => !stayed.includes(recipient));
  checkout.recipients.value = seats.map((seat, index) => {
    const fresh = { ...EMPTY_DRAFT, isBuyer: typed.length === 0 && index === 0 };
    return { ...(stayed[index] ?? others.shift() ?? fresh), seat };
  });
  // Beside the buyer everybody may have another place now.
  checkout.fieldErrors.value = checkout.fieldErrors.value.slice(0, 1);
}

import { CallFailed } from '../../shared/call-server.ts';
import { callEvent, refusalOf } from './call-embed.ts';
import { goTo, ticketSeats, type Checkout } from './checkout-state.ts';
import { EMPTY_DRAFT } from './check-person.ts';
import { onThisClock } from './countdown.ts';
import { OFFER_CODE } from '../../../rules/waiting-list.ts';
import { mintId } from '../../shared/mint-id.ts';
import { queryOf, shownAdmission } from './page-address.ts';
import { refreshTickets } from './refresh-tickets.ts';
import { tellTrouble, whileBusy } from './tell-trouble.ts';

/** From choosing to the details: the tickets are held, or the buyer learns why not. */
export function continueWithCart(checkout: Checkout): Promise<void> {
  const { texts, totals, promoDraft, promoRefused } = checkout;
  if (totals.value.count === 0) {
    const text = checkout.isSeated ? texts.choose.noSeats : texts.choose.nothing;
    checkout.trouble.value = { text, retry: null };
    return Promise.resolve();
  }
  // A code that was typed is meant. One that was refused and left standing is not.
  if (promoDraft.value.trim() !== promoRefused.value?.code) takePromoCode(checkout);
  return whileBusy(checkout, async () => {
    const held = await holdCart(checkout, () => void continueWithCart(checkout));
    if (!held) return;
    shapeRecipients(checkout);
    goTo(checkout, 'details');
    tellLostCode(checkout, held);
  });
}

/** Prices the cart with the code that was typed before the buyer goes on, which holds it too. */
export function applyPromoCode(checkout: Checkout): Promise<void> {
  takePromoCode(checkout);
  if (checkout.totals.value.count === 0) return Promise.resolve();
  return whileBusy(checkout, async () => {
    const held = await holdCart(checkout, () => void applyPromoCode(checkout));
    if (!held) return;
    void refreshTickets(checkout);
    if (held.lostCode === null)
      checkout.announcement.value = checkout.texts.promo.applied(checkout.promoCode.value.trim());
  });
}

/** The price of a cart that has changed since its code was taken. */
export function repriceCart(checkout: Checkout): Promise<void> {
  return whileBusy(checkout, async () => {
    const held = await holdCart(checkout, () => void repriceCart(checkout));
    if (!held) return;
    void refreshTickets(checkout);
    tellLostCode(checkout, held);
  });
}

function takePromoCode({ promoCode, promoDraft, promoRefused }: Checkout): void {
  const typed = promoDraft.value.trim();
  promoRefused.value = null;
  promoDraft.value = '';
  if (typed !== '') promoCode.value = typed;
}

/** More time for a slow typist, or a second chance for a cart that lapsed: the same cart, held again. */
export function holdAgain(checkout: Checkout): Promise<void> {
  return whileBusy(checkout, async () => {
    checkout.note.value = null;
    const before = checkout.totals.value.total;
    const held = await holdCart(checkout, () => void holdAgain(checkout));
    if (!held) return;
    const otherPrice = hasOtherPrice(checkout, before, held);
    checkout.note.value =
      otherPrice === null
        ? { tone: 'good', text: checkout.texts.hold.heldAgain }
        : { tone: 'warn', text: otherPrice };
  });
}

export function hasOtherPrice(
  { totals, texts, formatPrice }: Checkout,
  before: number,
  { lostCode }: Held,
): string | null {
  const { total } = totals.value;
  if (total === before) return null;
  return lostCode ?? texts.details.priceChanged(formatPrice(total));
}

/** Once the new step is drawn: what is in a region from its start may go unread. */
function tellLostCode(checkout: Checkout, { lostCode }: Held): void {
  if (lostCode === null) return;
  requestAnimationFrame(() => (checkout.note.value = { tone: 'warn', text: lostCode }));
}

/** The cart is held. `lostCode` says that its promo code was not taken, why, and what it costs without. */
export type Held = { lostCode: string | null };

/**
 * Holds the cart as it is now; a code that is not taken is dropped, and the cart held without it. Null where it can't be
 * held: the buyer is back where it can be changed.
 */
export async function holdCart(checkout: Checkout, retry: () => void): Promise<Held | null> {
  try {
    await askForHold(checkout);
    return { lostCode: null };
  } catch (error) {
    const notTaken = dropRefusedCode(checkout, error);
    if (notTaken === null) {
      await explain(checkout, error, retry);
      return null;
    }
    const { texts, totals, formatPrice } = checkout;
    return (
      (await holdCart(checkout, retry)) && {
        lostCode: `${notTaken} ${texts.promo.wentOn(formatPrice(totals.value.total))}`,
      }
    );
  }
}

async function askForHold(checkout: Checkout): Promise<void> {
  if (checkout.data.previewToken) return (await import('./pretend-hold.ts')).pretendHold(checkout);
  const body = checkout.cart.value;
  // A token of one's own from the start: without one, all buyers behind an address would share a cart.
  const token = (checkout.token.value ??= mintId());
  checkout.askedSeats.value = body.seatIds ?? [];
  try {
    const { answer, date } = await callEvent(checkout, '/reservations', {
      method: 'POST',
      headers: { 'x-device-id': token },
      body: { ...body, admission: shownAdmission() },
    });
    const reservation = answer.data;
    const nowMs = Date.now();
    checkout.token.value = reservation.reservationToken;
    checkout.nowMs.value = nowMs;
    checkout.hold.value = {
      reservation,
      endsAtMs: onThisClock(reservation.clientExpiresAt, { date, nowMs }),
      cart: JSON.stringify(body),
    };
    // Holding again cancels an order that was not paid.
    checkout.order.value = null;
    checkout.attempt.value = null;
  } finally {
    checkout.askedSeats.value = [];
  }
}

/** Takes a code that is not taken out of the cart, and says so; null where something else is wrong. */
function dropRefusedCode(
  { texts, promoCode, promoDraft, promoRefused }: Checkout,
  error: unknown,
): string | null {
  if (!(error instanceof CallFailed) || error.code !== 'invalid_promo_code') return null;
  const code = promoCode.value.trim();
  const isOffer = OFFER_CODE.test(code);
  const text = texts.promo.notTaken({
    code: isOffer ? `${code.slice(0, 4)}…` : code,
    why: texts.promo.problems[refusalOf(error).promoProblem ?? 'any'],
  });
  // It stays where it was typed, to be mended there.
  promoRefused.value = isOffer ? null : { code, text };
  promoDraft.value = isOffer ? '' : code;
  promoCode.value = '';
  return text;
}

// Another choice may be available.
const CHOOSE_OTHERWISE = new Set([
  'tickets_unavailable',
  'quantity_limit',
  'too_many_held',
  'unknown_ticket',
]);

async function explain(checkout: Checkout, error: unknown, retry: () => void): Promise<void> {
  // It is not the buyer's turn, or no longer.
  if ((error as CallFailed).code === 'waiting_room')
    return location.assign(`${checkout.data.path}/room?${queryOf(checkout)}`);
  const failure = tellTrouble(checkout, error, retry);
  const { takenSeats, singleSeats } = refusalOf(failure);
  const trouble = checkout.trouble.value;
  if (takenSeats) {
    const taken = new Set(takenSeats);
    goTo(checkout, 'choose');
    checkout.chosenSeats.value = checkout.chosenSeats.value.filter((id) => !taken.has(id));
    // The picker says which.
    checkout.takenNotice.value = takenSeats;
  } else if (singleSeats) {
    // Everything stays chosen: often one seat more, or one along, is all it takes.
    if (checkout.isLapsed.value) checkout.hold.value = null;
    goTo(checkout, 'choose');
    // The picker says which.
    checkout.trouble.value = null;
    checkout.singleNotice.value = singleSeats;
  } else if (CHOOSE_OTHERWISE.has(failure.code ?? '')) {
    if (checkout.isLapsed.value) checkout.hold.value = null;
    goTo(checkout, 'choose');
    await refreshTickets(checkout);
    // Naming the type that shrank says more than that something did.
    if (trouble && checkout.note.value === null) checkout.trouble.value = { text: trouble.text, retry: null };
  }
}

/**
 * As many recipients as tickets, and the first ticket is the buyer's own. Typed names stay, with their seat if that is
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
  // Recipients may be others now, or in another order.
  checkout.fieldErrors.value = checkout.fieldErrors.value.slice(0, 1);
}

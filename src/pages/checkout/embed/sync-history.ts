import { batch, effect, untracked } from '@preact/signals';
import { goTo, type Checkout, type PendingOrder, type Step } from './checkout-state.ts';
import { addressWith, shownReceiptToken, type ShownOrder } from './page-address.ts';
import { buyMore } from './start-again.ts';

/** The browser keeps this with each entry of the frame's history. */
type Entry = {
  /** The steps on the way here, this one last. */
  trail: Step[];
  /** The order that is paid or shown here. */
  order: ShownOrder | null;
  /** How long the history was with this entry at its end. */
  length: number;
};

const RANKS: Record<Step, number> = { choose: 0, details: 1, pay: 2, done: 3 };
// A browser's history grows no longer than this; its length then says nothing.
const FULL_LENGTH = 50;
// A browser that doesn't let a frame go back doesn't say so. One that is only slow must not be given up: when it arrives after
// all, it looks as if the buyer had gone back, and the tickets that they have just got are put away.
const PATIENCE_MS = 10_000;

/** The page's position in the history. */
type Position = {
  entry: Entry;
  /** Once the history is longer than it was with our last entry, somebody else has added to it. */
  ownLength: number;
  /** We went back in it, and have not arrived yet: the end of our patience. */
  moving: ReturnType<typeof setTimeout> | null;
};

/**
 * Every step is an entry of the browser's history: Back is one step back, and leaves from the first. The history is shared
 * with the page around the frame, so the checkout itself goes back in it only over entries that are its own. If it may not
 * write any, Back leaves, as it would without this.
 */
export function syncHistory(checkout: Checkout): void {
  const found = entryIn(history.state);
  const entry = found ?? first();
  const position: Position = { entry, ownLength: entry.length, moving: null };

  addEventListener('popstate', ({ state }) => {
    // Its own address opened once more, at the same page: to the browser this is a step to another fragment, and an entry without a state.
    if (entryIn(state) === null && shownReceiptToken() !== null) return location.reload();
    position.entry = entryIn(state) ?? first();
    if (position.moving !== null) {
      clearTimeout(position.moving);
      position.moving = null;
      followStep(checkout, position, checkout.step.value);
      return;
    }
    const { order } = position.entry;
    const step = nearestTo(checkout, position.entry);
    if (step !== stepOf(position.entry)) write(checkout, position, 'replaceState', step);
    batch(() => openFromHistory(checkout, step, order));
  });

  if (!found) {
    const [firstStep = 'choose', ...others] = stepsTo(checkout);
    write(checkout, position, 'replaceState', firstStep);
    for (const step of others) write(checkout, position, 'pushState', step);
  }
  effect(() => {
    const step = checkout.step.value;
    void checkout.receiptToken.value;
    untracked(() => followStep(checkout, position, step));
  });
}

function write(checkout: Checkout, position: Position, how: 'pushState' | 'replaceState', step: Step): void {
  const { entry } = position;
  const before = how === 'pushState' ? entry.trail : entry.trail.slice(0, -1);
  const fresh = { ...entry, trail: [...before, step], order: orderAt(checkout, step) };
  try {
    history[how](fresh, '', addressWith(fresh.order));
    position.entry = fresh;
    if (how === 'replaceState') return;
    // Nobody can say beforehand how many entries a new one removes.
    position.ownLength = fresh.length = history.length;
    history.replaceState(fresh, '');
  } catch {
    // A sandboxed frame may forbid it, and some browsers do so after a hundred times. The entry is the same as before.
    position.entry = { ...fresh, trail: [...position.entry.trail.slice(0, -1), step] };
  }
}

function moveBack(checkout: Checkout, position: Position, count: number): void {
  history.go(-count);
  position.moving = setTimeout(() => {
    position.moving = null;
    write(checkout, position, 'replaceState', checkout.step.value);
  }, PATIENCE_MS);
}

/** Brings the history in line with the step that is shown. */
function followStep(checkout: Checkout, position: Position, step: Step): void {
  if (position.moving !== null) return;
  const { trail, order } = position.entry;
  const last = stepOf(position.entry);
  const depth = trail.length - 1;
  const shown = orderAt(checkout, step);
  if (step === last) {
    if (shown?.receiptToken !== order?.receiptToken) write(checkout, position, 'replaceState', step);
    return;
  }
  // Tickets that are shown again: until their order is looked up it is called one that is being paid.
  if (last === 'done' && step === 'pay' && order?.reference === shown?.reference) return;
  const at = trail.lastIndexOf(step);
  const { ownLength } = position;
  const mayMove = history.length === ownLength && ownLength < FULL_LENGTH;
  if (step === 'done' && depth > 0 && mayMove) {
    // The steps before a purchase can't be gone back to: it is paid.
    moveBack(checkout, position, depth);
  } else if (step === 'done' && last !== 'choose') {
    write(checkout, position, 'replaceState', step);
  } else if (at < 0 || RANKS[step] > RANKS[last]) {
    write(checkout, position, 'pushState', step);
  } else if (mayMove) {
    moveBack(checkout, position, depth - at);
  } else {
    write(checkout, position, 'replaceState', step);
  }
}

const first = (): Entry => ({ trail: ['choose'], order: null, length: history.length });

const stepOf = ({ trail }: Entry): Step => trail.at(-1) ?? 'choose';

function entryIn(state: unknown): Entry | null {
  const { trail, order = null, length = 0 } = (state ?? {}) as Partial<Entry>;
  const isOurs = Array.isArray(trail) && trail.length > 0 && trail.every((step) => step in RANKS);
  return isOurs ? { trail, order, length } : null;
}

/** The order that is in the address of a step. */
function orderAt({ order, receiptToken, data }: Checkout, step: Step): ShownOrder | null {
  const reference = order.value?.reference ?? data.reference;
  if (reference === null || (step !== 'pay' && step !== 'done')) return null;
  return { reference, receiptToken: receiptToken.value };
}

/** The way to a step that is picked up from an earlier visit. After paying, the entry before is the payment's page. */
function stepsTo({ step, data }: Checkout): Step[] {
  if (data.reference !== null) return [step.value];
  const steps: Step[] = ['choose', 'details', 'pay'];
  return steps.filter((name) => RANKS[name] <= RANKS[step.value]);
}

/** The step of an entry, or the one before it that there is still something to show of. */
function nearestTo(checkout: Checkout, entry: Entry): Step {
  const { step, order, isOrdered, hold, isCartHeld } = checkout;
  const wanted = stepOf(entry);
  if (wanted === 'done' && entry.order) return 'done';
  // Its cart is paid for.
  if (step.value === 'done') return 'choose';
  if (wanted === 'pay' && isOrdered.value && order.value?.reference === entry.order?.reference) return 'pay';
  if (RANKS[wanted] >= RANKS.details && hold.value && isCartHeld.value) return 'details';
  return 'choose';
}

function openFromHistory(checkout: Checkout, step: Step, order: ShownOrder | null): void {
  if (step === checkout.step.value) return;
  if (step === 'done' && order) {
    checkout.issued.value = null;
    checkout.order.value = { ...BOUGHT, reference: order.reference };
    checkout.receiptToken.value = order.receiptToken;
  } else if (checkout.step.value === 'done') {
    buyMore(checkout, checkout.ownPurchase.value);
    return;
  }
  goTo(checkout, step);
}

const BOUGHT: Omit<PendingOrder, 'reference'> = {
  status: 'confirmed',
  checkoutUrl: null,
  isFramable: false,
  frameUrl: null,
};

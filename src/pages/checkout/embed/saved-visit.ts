import { fitCart, type Quantities } from './cart.ts';
import { goTo, type Checkout } from './checkout-state.ts';
import { saveInTab, readFromTab, type TabStorage } from './tab-storage.ts';

const SAVED = [
  'step',
  'quantities',
  'chosenSeats',
  'seatTypes',
  'promoCode',
  'token',
  'hold',
  'buyer',
  'wantsSplit',
  'recipients',
  'orderAnswers',
  'wantsNewsletter',
  'wantsCartMail',
  'invoiceDraft',
  'attempt',
  'order',
  'receiptToken',
  'ownPurchase',
  'wasCancelled',
] as const satisfies (keyof Checkout)[];
type SavedVisit = { [Name in (typeof SAVED)[number]]: Checkout[Name]['value'] };

/** A preview is a visit of its own: nothing of it is left once the event is public. */
const nameOf = ({ data }: Checkout): string => (data.previewToken ? 'preview ' : '') + data.slug;

/** Saves what a reload must not lose. Of a finished purchase only what corrects its e-mail: the page's address has the order. */
export function saveVisit(checkout: Checkout, storage: () => TabStorage): void {
  const names = checkout.step.value === 'done' ? (['ownPurchase'] as const) : SAVED;
  saveInTab(storage, nameOf(checkout), Object.fromEntries(names.map((name) => [name, checkout[name].value])));
}

/** Picks up where the buyer left off. `receiptToken` is that of the page's address. */
export function restoreVisit(
  checkout: Checkout,
  {
    storage,
    nowMs,
    receiptToken,
    cart,
  }: {
    storage: () => TabStorage;
    nowMs: number;
    receiptToken: string | null;
    cart?: Quantities;
  },
): void {
  const saved = readFromTab(storage, nameOf(checkout)) as Partial<SavedVisit>;
  for (const name of SAVED) {
    if (name === 'step' || name === 'order' || name === 'receiptToken') continue;
    const value = saved[name];
    if (value !== undefined) (checkout[name] as { value: unknown }).value = value;
  }
  // A mail about a cart that was left behind leads to the same one.
  if (saved.quantities === undefined && cart) checkout.quantities.value = cart;
  checkout.nowMs.value = nowMs;
  checkout.wasRestored.value = saved.order !== undefined;
  if (checkout.data.reference === null) restoreStep(checkout, saved);
  else restorePaidOrder(checkout, saved, receiptToken);
}

/** Back from paying, whatever the address of the payment was when the buyer left. */
function restorePaidOrder(
  checkout: Checkout,
  { order, ownPurchase, receiptToken: savedToken = null }: Partial<SavedVisit>,
  receiptToken: string | null,
): void {
  const { reference } = checkout.data;
  const isSaved = order?.reference === reference;
  if (order && isSaved) checkout.order.value = order;
  checkout.wasCancelled.value &&= isSaved;
  const own = ownPurchase?.reference === reference ? ownPurchase : null;
  checkout.receiptToken.value = own?.receiptToken ?? receiptToken ?? (isSaved ? savedToken : null);
  if (checkout.receiptToken.value === null) {
    checkout.trouble.value = { text: checkout.texts.pay.byEmail, retry: null };
  }
}

function restoreStep(checkout: Checkout, { step, order, receiptToken = null }: Partial<SavedVisit>): void {
  if (step === 'pay' && order) {
    checkout.order.value = order;
    checkout.receiptToken.value = receiptToken;
    goTo(checkout, 'pay');
  } else if (step === 'details' && checkout.hold.value) {
    goTo(checkout, 'details');
  } else if (checkout.hold.value === null || checkout.isLapsed.value) {
    // The page was made for everybody, so it leaves out what this buyer holds: a cart that is held waits for its own list.
    checkout.quantities.value = fitCart(checkout.data.tickets, checkout.quantities.value).quantities;
  }
}

import { fitCart } from './cart.ts';
import { goTo, type Checkout } from './checkout-state.ts';
import { keep, recall, type Shelf } from './keep.ts';

const KEPT = [
  'step',
  'quantities',
  'chosenSeats',
  'promoCode',
  'token',
  'hold',
  'buyer',
  'wantsSplit',
  'recipients',
  'attempt',
  'order',
  'receiptToken',
  'ownPurchase',
] as const satisfies (keyof Checkout)[];
type Kept = { [Name in (typeof KEPT)[number]]: Checkout[Name]['value'] };

/** Keeps what a reload must not lose. Of a finished purchase only what corrects its e-mail: the page's address has the order. */
export function remember(checkout: Checkout, shelf: () => Shelf): void {
  const names = checkout.step.value === 'done' ? (['ownPurchase'] as const) : KEPT;
  keep(shelf, checkout.data.slug, Object.fromEntries(names.map((name) => [name, checkout[name].value])));
}

/** Picks up where the buyer left off. `receiptToken` is that of the page's address. */
export function restore(
  checkout: Checkout,
  { shelf, nowMs, receiptToken }: { shelf: () => Shelf; nowMs: number; receiptToken: string | null },
): void {
  const { data } = checkout;
  const { step, order, receiptToken: keptToken = null, ...kept } = recall(shelf, data.slug) as Partial<Kept>;
  for (const name of KEPT) {
    if (name === 'step' || name === 'order' || name === 'receiptToken') continue;
    const value = kept[name];
    if (value !== undefined) (checkout[name] as { value: unknown }).value = value;
  }
  checkout.nowMs.value = nowMs;
  checkout.wasRestored.value = order !== undefined;
  if (data.reference !== null) {
    // Back from paying, whatever the address of the payment was when the buyer left.
    const isKept = order?.reference === data.reference;
    if (isKept) checkout.order.value = order;
    const own = kept.ownPurchase?.reference === data.reference ? kept.ownPurchase : null;
    checkout.receiptToken.value = own?.receiptToken ?? receiptToken ?? (isKept ? keptToken : null);
    if (checkout.receiptToken.value === null) {
      checkout.trouble.value = { text: checkout.texts.pay.byEmail, retry: null };
    }
    return;
  }
  if (step === 'pay' && order) {
    checkout.order.value = order;
    checkout.receiptToken.value = keptToken;
    goTo(checkout, 'pay');
  } else if (step === 'details' && checkout.hold.value) {
    goTo(checkout, 'details');
  } else if (step === 'seats' && checkout.isSeated) {
    goTo(checkout, 'seats');
  } else {
    const reservation = checkout.isLapsed.value ? null : (checkout.hold.value?.reservation ?? null);
    const { quantities } = fitCart(data.tickets, { quantities: checkout.quantities.value, reservation });
    checkout.quantities.value = quantities;
  }
}

import type { Checkout } from './checkout-state.ts';

const REFERENCE = 'reference';
const RECEIPT = 'receipt';

/** An order and what opens it, where the page knows that. */
export type ShownOrder = { reference: string; receiptToken: string | null };

/** The buyer's admission from the waiting room, if the event has one. It stays in the address, and so through every reload. */
export const shownAdmission = (): string | undefined =>
  new URLSearchParams(location.search).get('admission') ?? undefined;

/** The page's options: theme, colorScheme, lang. */
export function ownQuery(): string {
  const query = new URLSearchParams(location.search);
  query.delete(REFERENCE);
  return query.toString();
}

/** The same, with which page it is: the event's own has the checkout within it. */
export const queryOf = ({ isInPage }: Pick<Checkout, 'isInPage'>): string =>
  isInPage ? `${ownQuery()}&page=event` : ownQuery();

/**
 * The page's own address with an order in it, so that a reload finds it even without storage. The token that opens it is
 * behind the `#`, which reaches no server, no log and no referrer.
 */
export function addressWith(order: ShownOrder | null): string {
  const query = new URLSearchParams(ownQuery());
  if (order) query.set(REFERENCE, order.reference);
  const search = query.toString();
  const token = order?.receiptToken ?? null;
  const fragment = token === null ? '' : `#${new URLSearchParams({ [RECEIPT]: token }).toString()}`;
  return `${location.pathname}${search === '' ? '' : `?${search}`}${fragment}`;
}

/** Whether the buyer comes back by Cancel or Close on the gateway's page. */
export const wasPaymentCancelled = (): boolean => inFragment('payment') === 'cancelled';

/** The receipt token in the address, if the buyer comes back from paying or reloads the page. */
export const shownReceiptToken = (): string | null => inFragment(RECEIPT);

const inFragment = (name: string): string | null => new URLSearchParams(location.hash.slice(1)).get(name);

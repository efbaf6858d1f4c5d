import type { Checkout } from './checkout-state.ts';

const REFERENCE = 'reference';
const RECEIPT = 'receipt';
const ADMISSION = 'admission';

/** An order and what opens it, where the page knows that. */
export type ShownOrder = { reference: string; receiptToken: string | null };

/** What the waiting room gave the buyer. */
export const shownAdmission = (): string | null => new URLSearchParams(location.search).get(ADMISSION);

/** Where the buyer waits, if it is not their turn after all: with the look of this page, and the way back to it. */
export function roomAddress({ data, isInPage }: Pick<Checkout, 'data' | 'isInPage'>): string {
  const query = new URLSearchParams(ownQuery());
  // Used already, or over: the room is not to send the buyer here by itself once more.
  if (query.has(ADMISSION)) query.set('back', '1');
  query.delete(ADMISSION);
  if (isInPage) query.set('page', 'event');
  return `${data.path}/room?${query.toString()}`;
}

/** What the page was opened with: theme, colorScheme, lang. */
export function ownQuery(): string {
  const query = new URLSearchParams(location.search);
  query.delete(REFERENCE);
  return query.toString();
}

/**
 * The page's own address with an order in it, so that a reload finds it even where nothing can be stored. What opens it is
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

/** The receipt token in the address, where the buyer comes back from paying or loads the page anew. */
export const shownReceiptToken = (): string | null =>
  new URLSearchParams(location.hash.slice(1)).get(RECEIPT);

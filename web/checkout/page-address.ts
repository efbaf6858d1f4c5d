const REFERENCE = 'reference';
const RECEIPT = 'receipt';

/** What the page was opened with: theme, colorScheme, lang. */
export function ownQuery(): string {
  const query = new URLSearchParams(location.search);
  query.delete(REFERENCE);
  return query.toString();
}

/**
 * The order in the page's own address, so that a reload finds it even where nothing can be stored. What opens it is behind
 * the `#`, which reaches no server, no log and no referrer.
 */
export function showOrder(order: { reference: string; receiptToken: string } | null): void {
  const query = new URLSearchParams(ownQuery());
  if (order) query.set(REFERENCE, order.reference);
  const search = query.toString();
  const fragment = order ? `#${new URLSearchParams({ [RECEIPT]: order.receiptToken }).toString()}` : '';
  try {
    history.replaceState(null, '', `${location.pathname}${search === '' ? '' : `?${search}`}${fragment}`);
  } catch {
    // A sandboxed frame may forbid it; only the reload forgets then.
  }
}

/** The receipt token in the address, where the buyer comes back from paying or loads the page anew. */
export const shownReceiptToken = (): string | null =>
  new URLSearchParams(location.hash.slice(1)).get(RECEIPT);

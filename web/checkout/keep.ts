/** Where the buyer's choice outlives a reload: the tab's own storage, which may be blocked, full or not there at all. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem'>;

// Another version of the page reads nothing that it doesn't know.
const keyOf = (slug: string): string => `tessera-checkout-1:${slug}`;

export function keep(shelf: () => Shelf, slug: string, kept: object): void {
  attempt(() => shelf().setItem(keyOf(slug), JSON.stringify(kept)));
}

/** What was kept, or nothing: a page without storage works all the same, it only forgets. */
export function recall(shelf: () => Shelf, slug: string): object {
  const kept = attempt((): unknown => JSON.parse(shelf().getItem(keyOf(slug)) ?? 'null'));
  return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? kept : {};
}

// Reading `sessionStorage` alone throws where a browser blocks it, so it is handed in as a function.
function attempt<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}

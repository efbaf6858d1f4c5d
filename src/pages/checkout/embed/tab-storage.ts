/** Keeps the buyer's choice over a reload: the tab's own storage, which may be blocked, full or missing. */
export type TabStorage = Pick<Storage, 'getItem' | 'setItem'>;

// Another version of the page reads nothing that it doesn't know.
const keyOf = (slug: string): string => `tessera-checkout-1:${slug}`;

export function saveInTab(storage: () => TabStorage, slug: string, saved: object): void {
  attempt(() => storage().setItem(keyOf(slug), JSON.stringify(saved)));
}

/** The saved value, or nothing: a page without storage works all the same, it only forgets. */
export function readFromTab(storage: () => TabStorage, slug: string): object {
  const saved = attempt((): unknown => JSON.parse(storage().getItem(keyOf(slug)) ?? 'null'));
  return typeof saved === 'object' && saved !== null && !Array.isArray(saved) ? saved : {};
}

// Reading `sessionStorage` alone throws where a browser blocks it, so it is handed in as a function.
function attempt<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}

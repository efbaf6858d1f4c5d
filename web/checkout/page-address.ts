const REFERENCE = 'reference';

/** What the page was opened with: theme, colorScheme, lang. */
export function ownQuery(): string {
  const query = new URLSearchParams(location.search);
  query.delete(REFERENCE);
  return query.toString();
}

/** The order in the page's own address, so that a reload finds it even where nothing can be stored. */
export function showReference(reference: string | null): void {
  const query = new URLSearchParams(ownQuery());
  if (reference !== null) query.set(REFERENCE, reference);
  const search = query.toString();
  try {
    history.replaceState(null, '', search === '' ? location.pathname : `?${search}`);
  } catch {
    // A sandboxed frame may forbid it; only the reload forgets then.
  }
}

/** The address with other values in its query. Empty ones are left out. */
export function withQuery(address: string, values: Record<string, string>): string {
  const [path = '', search = ''] = address.split('?');
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(values)) {
    if (value === '') query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** A value of the query; empty if missing. */
export const queryValue = ({ address }: { address: string }, name: string): string =>
  new URLSearchParams(address.split('?')[1] ?? '').get(name) ?? '';

/** The path and query of an address, as in the browser's own. */
export function pathOf(href: string): string {
  const { pathname, search } = new URL(href, location.href);
  return pathname + search;
}

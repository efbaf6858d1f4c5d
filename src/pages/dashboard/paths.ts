/** The address with other values in its query. An empty one is left out. */
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

/** A value of the query; empty where it is not there. */
export const queryValue = ({ address }: { address: string }, name: string): string =>
  new URLSearchParams(address.split('?')[1] ?? '').get(name) ?? '';

/** The path and query of an address, as the browser's own has it. */
export function pathOf(href: string): string {
  const { pathname, search } = new URL(href, location.href);
  return pathname + search;
}

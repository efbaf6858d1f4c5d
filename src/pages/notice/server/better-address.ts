import { ALL_ROUTES } from '../../../routes.ts';

/** Pages whose address says all: nothing in it is a name or a token. */
const PAGES = new Set(
  ALL_ROUTES.filter(({ method, path }) => method === 'GET' && !/[:*]|^\/api\//.test(path)).map(
    ({ path }) => path,
  ),
);
const SHARED_PAGE = /^\/(events|hosts)\/[a-z0-9-]+$/;

/** The address that was meant by one with a slash too many, or in capitals, as phones and people write it; null: none. */
export function betterAddress(url: string): string | null {
  const [path = '', query] = url.split('?', 2);
  const tidy = path.toLowerCase().slice(0, endOf(path)) || '/';
  if (tidy === path || !(PAGES.has(tidy) || SHARED_PAGE.test(tidy))) return null;
  return query === undefined ? tidy : `${tidy}?${query}`;
}

/** Without the slashes at the end. By hand: a pattern starts over at each of ten thousand slashes. */
function endOf(path: string): number {
  let end = path.length;
  while (path.charAt(end - 1) === '/') end -= 1;
  return end;
}

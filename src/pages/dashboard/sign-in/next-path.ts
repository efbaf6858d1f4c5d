/**
 * The next page after a sign-in or a second step: an address of the dashboard, whatever the link said; otherwise its first page. Read as
 * a browser reads it, so that no spelling leads to another site.
 */
export function nextPath(base: string, next: string | undefined): string {
  const ORIGIN = 'http://dashboard.invalid';
  const url = next !== undefined && URL.canParse(next, ORIGIN) ? new URL(next, ORIGIN) : null;
  const isBelow = url?.origin === ORIGIN && `${url.pathname}/`.startsWith(`${base}/`);
  // A path that begins with two slashes is another host's address to a browser.
  return isBelow && !url.pathname.startsWith('//') ? `${url.pathname}${url.search}` : base || '/';
}

/** The path of an event's checkout, such as `/checkout/lagos-rooftop-sessions`. */
export const checkoutPath = (checkoutUrl: string, slug: string): string =>
  `${new URL(checkoutUrl).pathname}/${slug}`;

/** The room is below it. */
export const roomPath = (checkoutUrl: string, slug: string): string =>
  `${checkoutPath(checkoutUrl, slug)}/room`;

/** An address with more in its query. */
export function withQuery(address: string, more: Record<string, string>): string {
  const [path = '', query = ''] = address.split('?');
  const text = new URLSearchParams([...new URLSearchParams(query), ...Object.entries(more)]).toString();
  return text === '' ? path : `${path}?${text}`;
}

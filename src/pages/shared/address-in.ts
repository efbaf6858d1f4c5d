/** The page's own address in another language, as a query. */
export function addressIn(language: string, query: string): string {
  const own = new URLSearchParams(query);
  own.set('lang', language);
  return `?${own.toString()}`;
}

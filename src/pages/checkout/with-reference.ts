/** The integrator's page, told the order. As text: writing the query again would change its spelling, and break one that is signed. */
export function withReference(callbackUrl: string, reference: string): string {
  const url = new URL(callbackUrl);
  if (url.searchParams.has('reference')) {
    url.searchParams.set('reference', reference);
    return url.href;
  }
  // Not by the parts of the URL: to those a question mark with nothing behind it is not there.
  const [, bare = '', fragment = ''] = /^([^#]*)(.*)$/s.exec(callbackUrl) ?? [];
  const joint = !bare.includes('?') ? '?' : /[?&]$/.test(bare) ? '' : '&';
  return `${bare}${joint}reference=${reference}${fragment}`;
}

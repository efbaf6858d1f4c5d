/**
 * An absolute http or https address, in its plain spelling; null where the text is none. A browser takes `https:\\evil` and
 * `https:evil` for addresses too.
 */
export function parseHttpUrl(text: string): URL | null {
  const url = URL.parse(text);
  return url && /^https?:\/\/[^/\\]/i.test(text) && ['http:', 'https:'].includes(url.protocol) ? url : null;
}

/** Whether the address names a user, an empty one too: `https://shop.example@evil.example` leads to evil. */
export function namesUser(text: string, url: URL): boolean {
  return url.username !== '' || url.password !== '' || /^[^/]*\/\/[^/?#]*@/.test(text);
}

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

const END_OF_SENTENCE = '.,;:!?…*_~]}»”’';

/**
 * As people write an address into a sentence: what ends the sentence is no part of it, nor is a bracket that was opened before it. From
 * behind, and not by a pattern, which begins anew at each of a thousand dots.
 */
export function withoutSentenceEnd(address: string): string {
  let unopened = address.split(')').length - address.split('(').length;
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address.charAt(end - 1);
    if (last === ')' && unopened > 0) unopened -= 1;
    else if (!END_OF_SENTENCE.includes(last)) break;
  }
  return address.slice(0, end);
}

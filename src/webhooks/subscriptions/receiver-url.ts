import { invalidField } from '../../refusal.ts';

const MAX_CHARACTERS = 2_000;

/**
 * The one way to write a receiver's URL: host in lower case and without a closing dot, no default port, no fragment, no
 * empty query. Odd ways to write an address (2130706433, 0x7f.1, full-width digits) come out as the address.
 */
export function readReceiverUrl(text: string): URL {
  // Before parsing, which drops line breaks and spaces silently.
  const url = text.length <= MAX_CHARACTERS && !/[\s\\]/.test(text) ? URL.parse(text) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw invalidField('url', `must be an absolute https URL of at most ${MAX_CHARACTERS} characters.`);
  }
  if (url.username || url.password) throw invalidField('url', 'must not name a user.');
  url.hostname = url.hostname.replace(/\.$/, '');
  url.hash = '';
  if (url.search === '') url.search = '';
  if (url.href.length > MAX_CHARACTERS) {
    throw invalidField('url', `must have at most ${MAX_CHARACTERS} characters.`);
  }
  return url;
}

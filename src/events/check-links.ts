import { namesUser, parseHttpUrl } from '../values/http-url.ts';
import { invalidField } from '../refusal.ts';

export type EventLinks = { website: string | null; instagram: string | null; xAccount: string | null };

const MAX_WEBSITE_CHARACTERS = 500;
const MAX_ACCOUNT_CHARACTERS = 200;

// The account names that both sites allow.
const INSTAGRAM_NAME = /^[A-Za-z0-9._]{1,30}$/;
const X_NAME = /^[A-Za-z0-9_]{1,15}$/;
const INSTAGRAM_HOSTS = /^(www\.)?instagram\.com$/;
const X_HOSTS = /^((www|mobile)\.)?(x|twitter)\.com$/;

/**
 * Sites that show an event make links of these: they trust that a link leads to a page and runs no script. The database has
 * the same rule as constraints.
 */
export function checkLinks({ website, instagram, xAccount }: EventLinks): void {
  if (website !== null && (website.length > MAX_WEBSITE_CHARACTERS || !isPage(website))) {
    throw invalidField(
      'website',
      `must be an http or https address of at most ${MAX_WEBSITE_CHARACTERS} characters, without a user name.`,
    );
  }
  if (instagram !== null && !INSTAGRAM_NAME.test(instagram) && !isOn(instagram, INSTAGRAM_HOSTS)) {
    throw invalidField(
      'instagram',
      'must be an account’s name without the @, or its https address on instagram.com.',
    );
  }
  if (xAccount !== null && !X_NAME.test(xAccount) && !isOn(xAccount, X_HOSTS)) {
    throw invalidField('xAccount', 'must be an account’s name without the @, or its https address on x.com.');
  }
}

function isPage(text: string): boolean {
  const url = parseHttpUrl(text);
  return url !== null && !namesUser(text, url) && !/[\s\\<>"\p{Cc}]/u.test(text);
}

function isOn(text: string, hosts: RegExp): boolean {
  const url = URL.parse(text);
  const isPlain = /^https:\/\/[a-z.]+\/[\x21-\x7e]+$/.test(text) && text.length <= MAX_ACCOUNT_CHARACTERS;
  return isPlain && url !== null && hosts.test(url.host);
}

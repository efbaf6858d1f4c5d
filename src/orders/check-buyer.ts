import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { namesUser, parseHttpUrl } from '../values/http-url.ts';
import { invalidField } from '../refusal.ts';
import { COUNTRIES, type Country } from '../money/countries.ts';
import { MAX_CALLBACK_URL_CHARACTERS } from './order-schema.ts';

/**
 * The number as the whole world dials it, `+2348012345678`. What can't be read is kept as typed: nobody loses a sale over a field that
 * may be left out. Null where there is none.
 */
export function readPhone(
  typed: string | null | undefined,
  { country }: { country: Country },
): string | null {
  const text = typed?.trim() ?? '';
  if (text === '') return null;
  const { phoneRegion } = COUNTRIES[country];
  // By default a number would be picked out of any sentence that has one.
  const number = parsePhoneNumberFromString(text, {
    ...(phoneRegion !== undefined && { defaultCountry: phoneRegion }),
    extract: false,
  });
  return number?.isValid() ? number.number : text;
}

/** Answers the address as it will be used, so that what was checked and what is followed are the same. */
export function readCallbackUrl(typed: string, allowedOrigins: string[] | null): string {
  const url = parseHttpUrl(typed);
  if (!url) {
    throw invalidField('callbackUrl', 'must be an absolute http or https URL.');
  }
  if (namesUser(typed, url)) {
    throw invalidField('callbackUrl', 'must not contain a user name or a password.');
  }
  if (allowedOrigins && !allowedOrigins.includes(url.origin)) {
    throw invalidField('callbackUrl', 'must be on a site that the host allows.');
  }
  // Written out, a letter beyond ASCII is six characters or more.
  if (url.href.length > MAX_CALLBACK_URL_CHARACTERS) {
    throw invalidField(
      'callbackUrl',
      `must have at most ${MAX_CALLBACK_URL_CHARACTERS} characters when it is percent-encoded.`,
    );
  }
  return url.href;
}

const MAX_METADATA_BYTES = 4096;

// Every escape from left to right, so that the backslash of one is not taken for the start of another.
const ESCAPES = /\\(?:u([0-9a-f]{4})|.)/gi;

/** Of JSON. An escape by number counts as what it stands for: some languages write everything beyond ASCII that way. */
export function checkMetadata(json: string): void {
  const meant = json.replace(ESCAPES, (escape, code: string | undefined) =>
    code === undefined ? escape : String.fromCharCode(Number.parseInt(code, 16)),
  );
  const bytes = Buffer.byteLength(meant);
  if (bytes > MAX_METADATA_BYTES) {
    throw invalidField('metadata', `must be at most ${MAX_METADATA_BYTES} bytes of JSON, not ${bytes}.`);
  }
}

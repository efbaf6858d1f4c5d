import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { namesUser, parseHttpUrl } from '../values/http-url.ts';
import { invalidField } from '../refusal.ts';
import { COUNTRIES, type Country } from '../money/countries.ts';
import { MAX_CALLBACK_URL_CHARACTERS } from './order-schema.ts';

/** The number as the whole world dials it, `+2348012345678`. */
export function readPhone(
  typed: string,
  { country, field = 'phone' }: { country: Country; field?: string },
): string {
  const { region, samplePhone } = COUNTRIES[country];
  // By default a number would be picked out of any sentence that has one.
  const number = parsePhoneNumberFromString(typed.trim(), { defaultCountry: region, extract: false });
  if (!number?.isValid()) {
    throw invalidField(
      field,
      `must be a number of the event's country, or an international one such as ${samplePhone}.`,
    );
  }
  return number.number;
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
    throw invalidField('callbackUrl', 'must be on a site that the host has allowed.');
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

export function checkMetadata(json: string): void {
  const bytes = Buffer.byteLength(json);
  if (bytes > MAX_METADATA_BYTES) {
    throw invalidField('metadata', `must be at most ${MAX_METADATA_BYTES} bytes of JSON, not ${bytes}.`);
  }
}

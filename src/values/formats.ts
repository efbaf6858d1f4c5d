import { isEmailAddress } from './email-address.ts';
import { parseHttpUrl } from './http-url.ts';
import { isUuid } from './is-uuid.ts';
import { isParagraphs } from './paragraphs.ts';
import { isLine, isPersonName } from './person-name.ts';
import { readSite } from './site-origin.ts';
import { isDay, isTimezone, isWallTime } from './wall-time.ts';

// No event of ours was before, nor is a century ahead: a year is 0002 while it is being typed.
const isOurDay = (text: string): boolean => text.startsWith('20') && isDay(text);

// They go into headers and into JSON.
const MPESA_KEY = /^[\x21-\x7e]+$/;
const MPESA_NUMBER = /^\d{5,7}$/;

const ALL = {
  // PostgreSQL can't store NUL, so nothing can match it: refused before the database is asked.
  text: (text) => !text.includes('\0'),
  line: isLine,
  'line-or-empty': (text) => text === '' || isLine(text),
  paragraphs: isParagraphs,
  // A code as people type it, or bytes in base64url.
  letters: (text) => /^[A-Za-z0-9_-]*$/.test(text),
  word: (text) => /^[\x21-\x7e]+$/.test(text),
  // Of a header that may be sent empty.
  'word-or-empty': (text) => /^[\x21-\x7e]*$/.test(text),
  // The format's own rule also takes `urn:uuid:…`, which the database does not.
  uuid: isUuid,
  'uuid-or-empty': (text) => text === '' || isUuid(text),
  'idn-email': isEmailAddress,
  // The reader removes the spaces around it: phones add one behind a word that they complete.
  'spaced-email': (text) => isEmailAddress(text.trim()),
  'person-name': isPersonName,
  'http-url': (text) => parseHttpUrl(text) !== null,
  // Secrets of gateways go into a header, so they have no spaces or control characters.
  'paystack-key': (text) => /^sk_[\x21-\x7e]+$/.test(text),
  'flutterwave-key': (text) => /^FLWSECK[\x21-\x7e]+$/.test(text),
  'flutterwave-hash': (text) => /^[\x21-\x7e]+$/.test(text),
  'stripe-key': (text) => /^[rs]k_[\x21-\x7e]+$/.test(text),
  'stripe-signing-secret': (text) => /^whsec_[\x21-\x7e]+$/.test(text),
  'mollie-key': (text) => /^(test|live)_[A-Za-z0-9]+$/.test(text),
  'paypal-client-id': (text) => /^[A-Za-z0-9_-]{16,}$/.test(text),
  'paypal-secret': (text) => /^[A-Za-z0-9_-]{16,}$/.test(text),
  'mpesa-key': (text) => MPESA_KEY.test(text),
  'mpesa-key-or-empty': (text) => text === '' || MPESA_KEY.test(text),
  'mpesa-number': (text) => MPESA_NUMBER.test(text),
  'mpesa-number-or-empty': (text) => text === '' || MPESA_NUMBER.test(text),
  'flutterwave-public-key': (text) => /^FLWPUBK[\x21-\x7e]+$/.test(text),
  'stripe-public-key': (text) => /^pk_[\x21-\x7e]+$/.test(text),
  site: (text) => readSite(text) !== null,
  // As the server writes it itself.
  moment: (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text)),
  date: isOurDay,
  'date-or-empty': (text) => text === '' || isOurDay(text),
  'wall-time': isWallTime,
  timezone: isTimezone,
  color: (text) => /^#?[0-9a-f]{6}$/i.test(text),
  uri: null,
  'date-time': null,
} satisfies Record<string, ((text: string) => boolean) | null>;
export type FormatName = keyof typeof ALL;
/** The formats of texts, by their names in schemas. Null: the validator's own rule, which bodies of the dashboard don't use. */
export const FORMATS: Readonly<Record<string, ((text: string) => boolean) | null>> = ALL;

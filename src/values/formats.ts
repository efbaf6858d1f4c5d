import { isEmailAddress } from './email-address.ts';
import { parseHttpUrl } from './http-url.ts';
import { isUuid } from './is-uuid.ts';
import { isParagraphs } from './paragraphs.ts';
import { isLine, isPersonName } from './person-name.ts';
import { readSite } from './site-origin.ts';
import { isDay, isTimezone, isWallTime } from './wall-time.ts';

type Format = {
  /** Null: the validator's own rule, which bodies of the dashboard don't use. */
  takes: ((text: string) => boolean) | null;
  says: string;
};

/** The formats of texts, by their names in schemas. */
export const FORMATS: Readonly<Record<string, Format>> = {
  // PostgreSQL can't store NUL, so nothing can match it: refused before the database is asked.
  text: { takes: (text) => !text.includes('\0'), says: 'text without NUL characters' },
  line: { takes: isLine, says: 'one line of text' },
  paragraphs: { takes: isParagraphs, says: 'plain text' },
  word: { takes: (text) => /^[\x21-\x7e]+$/.test(text), says: 'text without spaces, in ASCII' },
  // Of a header that may be sent empty.
  'word-or-empty': { takes: (text) => /^[\x21-\x7e]*$/.test(text), says: 'text without spaces, in ASCII' },
  // The format's own rule also takes `urn:uuid:…`, which the database does not.
  uuid: { takes: isUuid, says: 'a UUID' },
  'uuid-or-empty': { takes: (text) => text === '' || isUuid(text), says: 'a UUID' },
  'idn-email': { takes: isEmailAddress, says: 'an e-mail address' },
  // The reader removes the spaces around it: phones add one behind a word that they complete.
  'spaced-email': { takes: (text) => isEmailAddress(text.trim()), says: 'an e-mail address' },
  'person-name': { takes: isPersonName, says: 'a name in one line: not blank, and without a link' },
  'http-url': {
    takes: (text) => parseHttpUrl(text) !== null,
    says: 'an address that begins with https:// or http://',
  },
  // Secrets of gateways go into a header, so they have no spaces or control characters.
  'paystack-key': {
    takes: (text) => /^sk_[\x21-\x7e]+$/.test(text),
    says: 'a Paystack secret key, which begins with sk_test_ or sk_live_',
  },
  'flutterwave-key': {
    takes: (text) => /^FLWSECK[\x21-\x7e]+$/.test(text),
    says: 'a Flutterwave secret key, which begins with FLWSECK',
  },
  'flutterwave-hash': {
    takes: (text) => /^[\x21-\x7e]+$/.test(text),
    says: "the secret hash of your Flutterwave account's webhooks, without spaces",
  },
  'stripe-key': {
    takes: (text) => /^[rs]k_[\x21-\x7e]+$/.test(text),
    says: 'a Stripe key, which begins with sk_ or rk_',
  },
  'stripe-signing-secret': {
    takes: (text) => /^whsec_[\x21-\x7e]+$/.test(text),
    says: "a Stripe endpoint's signing secret, which begins with whsec_",
  },
  site: {
    takes: (text) => readSite(text) !== null,
    says: 'a site such as https://shop.example, without a path',
  },
  // As the server writes it itself.
  moment: {
    takes: (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text)),
    says: 'a time such as 2027-03-06T18:00:00.000Z',
  },
  date: { takes: isDay, says: 'a day such as 2027-03-06' },
  'wall-time': { takes: isWallTime, says: 'a date and time' },
  timezone: { takes: isTimezone, says: 'a time zone such as Africa/Lagos' },
  color: {
    takes: (text) => /^#?[0-9a-f]{6}$/i.test(text),
    says: 'a colour of six digits from 0 to f, such as #b8431c',
  },
  uri: { takes: null, says: 'an absolute URL' },
  'date-time': { takes: null, says: 'a date and time such as 2027-03-06T18:00:00Z' },
};

import type { FormatName } from './formats.ts';

/** A rule that a field of a body breaks: the server and the forms of the dashboard tell of the same ones. */
export type Rule =
  | { kind: 'required'; format?: string | undefined }
  | { kind: 'unknown' }
  | { kind: 'type'; type: string }
  | { kind: 'range'; minimum: number; maximum: number }
  | { kind: 'minimum'; limit: number }
  | { kind: 'maximum'; limit: number }
  | { kind: 'minLength'; limit: number; format?: string | undefined }
  | { kind: 'maxLength'; limit: number }
  | { kind: 'minItems'; limit: number }
  | { kind: 'maxItems'; limit: number }
  | { kind: 'format'; format: string }
  | { kind: 'oneOf'; values: readonly unknown[] }
  | { kind: 'unique' }
  | { kind: 'unchanged' }
  | { kind: 'other'; text: string };

/** A text in each format, in words. */
const SAYS: Readonly<Record<FormatName, string>> = {
  text: 'text without NUL characters',
  line: 'one line of text',
  'line-or-empty': 'one line of text',
  paragraphs: 'plain text',
  letters: 'letters from A to Z, digits, - and _, without spaces',
  word: 'text without spaces, in ASCII',
  'word-or-empty': 'text without spaces, in ASCII',
  uuid: 'a UUID',
  'uuid-or-empty': 'a UUID',
  'idn-email': 'an e-mail address',
  'spaced-email': 'an e-mail address',
  'person-name': 'a name in one line: not blank, and without a link',
  'http-url': 'an address that begins with https:// or http://',
  'paystack-key': 'a Paystack secret key, which begins with sk_test_ or sk_live_',
  'flutterwave-key': 'a Flutterwave secret key, which begins with FLWSECK',
  'flutterwave-hash': "the secret hash of your Flutterwave account's webhooks, without spaces",
  'stripe-key': 'a Stripe key, which begins with sk_ or rk_',
  'stripe-signing-secret': "a Stripe endpoint's signing secret, which begins with whsec_",
  'mollie-key': 'a Mollie API key, which begins with test_ or live_',
  'paypal-client-id': 'the client ID of your PayPal app, without spaces',
  'paypal-secret': 'the secret of your PayPal app, without spaces',
  'mpesa-key': 'text without spaces, as the Daraja portal shows it',
  'mpesa-key-or-empty': 'text without spaces, as the Daraja portal shows it, or nothing',
  'mpesa-number': 'a number of five to seven digits',
  'mpesa-number-or-empty': 'a number of five to seven digits, or nothing',
  'flutterwave-public-key': 'a Flutterwave public key, which begins with FLWPUBK',
  'stripe-public-key': 'a Stripe publishable key, which begins with pk_',
  site: 'a site such as https://shop.example, without a path',
  moment: 'a time such as 2027-03-06T18:00:00.000Z',
  date: 'a day such as 2027-03-06',
  'date-or-empty': 'a day such as 2027-03-06',
  'wall-time': 'a date and time',
  timezone: 'a time zone such as Africa/Lagos',
  color: 'a colour of six digits from 0 to f, such as #b8431c',
  uri: 'an absolute URL',
  'date-time': 'a date and time such as 2027-03-06T18:00:00Z',
};

/** The rule in words, as the end of a sentence that begins with the field's name. */
export function describeRule(rule: Rule): string {
  switch (rule.kind) {
    case 'required':
      return 'is required.';
    case 'unknown':
      return 'is not a known field.';
    case 'type':
      return `must be ${withArticle(rule.type)}.`;
    case 'range':
      return `must be a ${Number.isInteger(rule.minimum) ? 'whole ' : ''}number from ${rule.minimum} to ${rule.maximum}.`;
    case 'minimum':
      return `must be at least ${rule.limit}.`;
    case 'maximum':
      return `must be at most ${rule.limit}.`;
    case 'minLength':
      return rule.limit === 1 ? 'must not be empty.' : `must have at least ${rule.limit} characters.`;
    case 'maxLength':
      return `must have at most ${rule.limit} characters.`;
    case 'minItems':
      return `must have at least ${entries(rule.limit)}.`;
    case 'maxItems':
      return `must have at most ${entries(rule.limit)}.`;
    case 'format':
      return `must be ${SAYS[rule.format as FormatName]}.`;
    case 'oneOf':
      return `must be one of ${rule.values.join(', ')}.`;
    case 'unique':
      return 'must name each entry once.';
    case 'unchanged':
      return 'must have a field to change.';
    default:
      return `${rule.text}.`;
  }
}

const entries = (count: number): string => (count === 1 ? 'one entry' : `${count} entries`);

function withArticle(type: string): string {
  const article = /^[aeiou]/.test(type) ? 'an' : 'a';
  return type === 'integer' ? 'a whole number' : `${article} ${type}`;
}

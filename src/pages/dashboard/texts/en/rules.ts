import type { Rule } from '../../../../values/describe-rule.ts';
import type { FormatName } from '../../../../values/formats.ts';

const DATE_AND_TIME = 'Choose a date and time.';
const FILL_IN = 'Fill this in.';
const CHECK = 'Check this value.';
// Only an old page or a bug of ours sends this.
const RELOAD = 'This page is out of date. Reload it, then try again.';

/** The message at a field whose text has another format. */
const FORMATS: Partial<Record<FormatName, string>> = {
  text: 'Remove the characters that can’t be printed.',
  line: 'Enter text in one line.',
  paragraphs: 'Enter plain text.',
  letters: 'Use letters from A to Z, digits, - and _, without spaces.',
  word: 'Use letters and digits without spaces or accents.',
  uuid: 'Choose one from the list.',
  'idn-email': 'Enter an e-mail address, e.g. ada@example.com.',
  'person-name': 'Enter a name in one line, without a link.',
  'http-url': 'Enter an address that begins with https:// or http://.',
  'paystack-key': 'Enter a Paystack secret key. It begins with sk_test_ or sk_live_.',
  'flutterwave-key': 'Enter a Flutterwave secret key. It begins with FLWSECK.',
  'flutterwave-hash': 'Enter the secret hash of your Flutterwave account’s webhooks, without spaces.',
  'stripe-key': 'Enter a Stripe key. It begins with sk_ or rk_.',
  'stripe-signing-secret': 'Enter the signing secret of a Stripe endpoint. It begins with whsec_.',
  site: 'Enter a site such as https://shop.example, without a path.',
  moment: DATE_AND_TIME,
  date: 'Choose a date.',
  'wall-time': DATE_AND_TIME,
  timezone: 'Choose a time zone.',
  color: 'Enter a colour of six digits from 0 to f, e.g. #b8431c.',
};

// An empty field of these says more than that it is empty.
const ASKED_FOR = /email|time|date|url/;

const number = (value: number): string => value.toLocaleString('en');

/** A number's limits. The end of a field's name is its unit: a form shows percent and amounts, and never the integers that it sends. */
function sayRange(field: string, minimum: number, maximum: number): string {
  if (field.endsWith('BasisPoints'))
    return `Enter a percentage from ${number(minimum / 100)} to ${number(maximum / 100)}.`;
  if (field.endsWith('Minor')) return 'This amount is too small or too large.';
  return `Enter a whole number from ${number(minimum)} to ${number(maximum)}.`;
}

function sayType(type: string): string {
  if (/integer/.test(type)) return 'Enter a whole number.';
  return /number/.test(type) ? 'Enter a number.' : RELOAD;
}

const sayFormat = (format: string): string => FORMATS[format.replace('-or-empty', '') as FormatName] ?? CHECK;

function sayEmpty(limit: number, format: string | undefined): string {
  if (format !== undefined && ASKED_FOR.test(format)) return sayFormat(format);
  return limit > 1 ? `Use at least ${number(limit)} characters.` : FILL_IN;
}

/** The message at a field that breaks a rule. */
export function sayRule(rule: Rule, field: string): string {
  switch (rule.kind) {
    case 'required':
      return sayEmpty(1, rule.format);
    case 'minLength':
      return sayEmpty(rule.limit, rule.format);
    case 'maxLength':
      return `Use at most ${number(rule.limit)} characters.`;
    case 'range':
      return sayRange(field, rule.minimum, rule.maximum);
    case 'minimum':
      return `Enter ${number(rule.limit)} or more.`;
    case 'maximum':
      return `Enter ${number(rule.limit)} or less.`;
    case 'minItems':
      return rule.limit === 1 ? 'Choose at least one.' : `Choose at least ${number(rule.limit)}.`;
    case 'maxItems':
      return `You can have at most ${number(rule.limit)} here.`;
    case 'unique':
      return 'Name each only once.';
    case 'oneOf':
      return 'Choose one.';
    case 'format':
      return sayFormat(rule.format);
    case 'type':
      return field.endsWith('BasisPoints') ? 'Enter a percentage, e.g. 12.5.' : sayType(rule.type);
    case 'unchanged':
      return 'Nothing has changed yet.';
    case 'unknown':
      return RELOAD;
    default:
      return CHECK;
  }
}

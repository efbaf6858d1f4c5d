// `npm run texts` writes this file after en.json.
import { loadTexts } from '../../../../languages/load-texts.ts';
import type { Language } from '../../../../values/language.ts';

export type Texts = {
  fillIn: string;
  check: string;
  reload: string;
  dateAndTime: string;
  formats: {
    text: string;
    line: string;
    paragraphs: string;
    letters: string;
    word: string;
    uuid: string;
    'idn-email': string;
    'person-name': string;
    'http-url': string;
    'paystack-key': string;
    'flutterwave-key': string;
    'flutterwave-hash': string;
    'stripe-key': string;
    'stripe-signing-secret': string;
    'flutterwave-public-key': string;
    'stripe-public-key': string;
    'mollie-key': string;
    'paypal-client-id': string;
    'paypal-secret': string;
    'mpesa-key': string;
    'mpesa-key-or-empty': string;
    'mpesa-number': string;
    'mpesa-number-or-empty': string;
    site: string;
    date: string;
    timezone: string;
    color: string;
  };
  percentFrom: (values: { from: number; to: number }) => string;
  amountRange: string;
  numberFrom: (values: { from: number; to: number }) => string;
  wholeNumber: string;
  number: string;
  atLeast: (count: number) => string;
  atMost: (count: number) => string;
  orMore: (limit: number) => string;
  orLess: (limit: number) => string;
  chooseAtLeast: (count: number) => string;
  haveAtMost: (count: number) => string;
  unique: string;
  oneOf: string;
  percentage: string;
  unchanged: string;
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;

import type { PaidMethod } from '../rules/payment-methods.ts';

// Of Paystack (`channel`), Flutterwave (`payment_type`), Stripe (`payment_method_details.type`, and `wallet.type` of a card) and Mollie (`method`), as
// their references had them in November 2026. Flutterwave's has no list; those are the words in its samples.
const METHODS: Partial<Record<string, PaidMethod>> = {
  card: 'card',
  creditcard: 'card',
  bank_transfer: 'bank_transfer',
  banktransfer: 'bank_transfer',
  customer_balance: 'bank_transfer',
  account: 'bank',
  bancontact: 'bank',
  bank: 'bank',
  belfius: 'bank',
  blik: 'bank',
  capitec_pay: 'bank',
  directdebit: 'bank',
  eps: 'bank',
  ideal: 'bank',
  kbc: 'bank',
  mybank: 'bank',
  p24: 'bank',
  paybybank: 'bank',
  pay_by_bank: 'bank',
  przelewy24: 'bank',
  sepa_debit: 'bank',
  trustly: 'bank',
  us_bank_account: 'bank',
  eft: 'eft',
  mobile_money: 'mobile_money',
  mpesa: 'mobile_money',
  paypal: 'paypal',
  ussd: 'ussd',
  amazon_pay: 'wallet',
  apple_pay: 'wallet',
  applepay: 'wallet',
  google_pay: 'wallet',
  googlepay: 'wallet',
  link: 'wallet',
  samsung_pay: 'wallet',
};

/** A gateway's word for what a payment was made with. Null: one that we do not know, and only the gateway is told. */
export function readMethod(word: string | null): PaidMethod | null {
  const known = word?.toLowerCase() ?? '';
  // One for each country: `mobilemoneygh`, `mobilemoneyrwanda`.
  if (known.startsWith('mobilemoney')) return 'mobile_money';
  return Object.hasOwn(METHODS, known) ? (METHODS[known] ?? null) : null;
}

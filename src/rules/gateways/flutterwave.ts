import type { PaymentMethod } from '../payment-methods.ts';
import { withPublicKey, LARGEST_KNOWN, type GatewayFacts } from './gateway-facts.ts';

// Unconfirmed beyond NGN, GHS and ZAR. No smallest amount is known.
const CURRENCIES = 'NGN GHS ZAR KES USD EUR GBP CAD CLP COP EGP GNF MAD MWK RWF TZS UGX XAF XOF ZMW'.split(
  ' ',
);

// The same as at Paystack for Nigeria and Ghana; elsewhere its API charges bank accounts, and its page is not said to.
const BESIDES_CARDS: Record<string, PaymentMethod[]> = {
  NGN: ['bank_transfer', 'ussd'],
  GHS: ['mobile_money'],
};

export const FLUTTERWAVE = {
  url: 'https://api.flutterwave.com/v3',
  disputesPage: 'https://app.flutterwave.com',
  credentials: withPublicKey(
    { secretKey: 'flutterwave-key', secretHash: 'flutterwave-hash' },
    'flutterwave-public-key',
  ),
  testKeys: /^FLWSECK_TEST/,
  neededPermissions: 'Use the account’s secret key.',
  currencies: CURRENCIES,
  atHomeIn: ['NGN', 'GHS', 'KES', 'RWF', 'TZS', 'UGX', 'XAF', 'XOF', 'ZMW'],
  takingOf: () => ({ smallestMinor: 1, largestMinor: LARGEST_KNOWN, stepMinor: 1, decimals: null }),
  besidesCards: (currency) => BESIDES_CARDS[currency] ?? [],
} as const satisfies GatewayFacts;

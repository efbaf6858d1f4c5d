import { decimalsOf } from '../../values/major-units.ts';
import type { PaymentMethod } from '../payment-methods.ts';
import { credentialsOf, LARGEST_KNOWN, toMinor, type GatewayFacts } from './gateway-facts.ts';

// Currencies and smallest amounts from our notes on its API, of 18 November 2026.
const SMALLEST: Record<string, string> = {
  NGN: '50',
  GHS: '0.1',
  ZAR: '1',
  KES: '3',
  USD: '2',
  XOF: '1',
};

// Transfer and USSD for Nigeria, mobile money for Ghana, EFT for South Africa.
const BESIDES_CARDS: Record<string, PaymentMethod[]> = {
  NGN: ['bank_transfer', 'ussd'],
  GHS: ['mobile_money'],
  ZAR: ['eft'],
};

export const PAYSTACK = {
  url: 'https://api.paystack.co',
  disputesPage: 'https://dashboard.paystack.com',
  credentials: credentialsOf({ secretKey: 'paystack-key' }),
  testKeys: /^sk_test_/,
  neededPermissions: 'Allow the address of this server there, or use the account’s secret key.',
  currencies: Object.keys(SMALLEST),
  atHomeIn: ['NGN', 'GHS', 'KES', 'ZAR', 'XOF'],
  takingOf: (currency) => ({
    smallestMinor: toMinor(SMALLEST[currency] ?? '0', decimalsOf(currency)),
    largestMinor: LARGEST_KNOWN,
    stepMinor: 1,
    decimals: 2,
  }),
  besidesCards: (currency) => BESIDES_CARDS[currency] ?? [],
} as const satisfies GatewayFacts;

import type { PaymentMethod } from '../payment-methods.ts';
import { credentialsOf, LARGEST_KNOWN, type GatewayFacts } from './gateway-facts.ts';

// docs.mollie.com/docs/multicurrency (as of 29 July 2026): those that cards are charged in. Others it takes by PayPal alone, which has a page of its own
// here. Decimals are those of ISO 4217. Smallest and largest amounts hang on the way to pay (docs.mollie.com/docs/cards: none, and 10,000 EUR).
const CURRENCIES =
  'AED AUD CAD CHF CZK DKK EUR GBP HKD HUF ILS ISK JPY NOK NZD PLN RON SEK SGD USD ZAR'.split(' ');

// A host chooses there which ways its page has. These come with an account in the euro area.
const BESIDES_CARDS: Record<string, PaymentMethod[]> = { EUR: ['bank_transfer'] };

export const MOLLIE = {
  url: 'https://api.mollie.com',
  disputesPage: 'https://my.mollie.com/dashboard/chargebacks',
  credentials: credentialsOf({ secretKey: 'mollie-key' }),
  testKeys: /^test_/,
  neededPermissions: 'Use the API key of your website profile.',
  currencies: CURRENCIES,
  atHomeIn: ['CHF', 'CZK', 'DKK', 'EUR', 'GBP', 'HUF', 'NOK', 'PLN', 'RON', 'SEK'],
  takingOf: () => ({ smallestMinor: 1, largestMinor: LARGEST_KNOWN, stepMinor: 1, decimals: null }),
  besidesCards: (currency) => BESIDES_CARDS[currency] ?? [],
} as const satisfies GatewayFacts;

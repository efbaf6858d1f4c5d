import { decimalsOf } from '../../values/major-units.ts';
import { credentialsOf, LARGEST_KNOWN, toMinor, type GatewayFacts } from './gateway-facts.ts';

// developer.paypal.com/docs/api/reference/currency-codes (read on 19 November 2026), without those that are for accounts within one country only
// (BRL, CNY, MYR) and RUB. No smallest or largest amount is given there.
const CURRENCIES =
  'AUD CAD CHF CZK DKK EUR GBP HKD HUF ILS JPY MXN NOK NZD PHP PLN SEK SGD THB TWD USD'.split(' ');
// "This currency does not support decimals. If you pass a decimal amount, an error occurs."
const WHOLE = new Set(['HUF', 'JPY', 'TWD']);

export const PAYPAL = {
  url: 'https://api-m.paypal.com',
  testUrl: 'https://api-m.sandbox.paypal.com',
  disputesPage: 'https://www.paypal.com/resolutioncenter',
  credentials: credentialsOf({ clientId: 'paypal-client-id', secretKey: 'paypal-secret' }),
  // Its sandbox is another address, and each knows no key of the other.
  testKeys: null,
  neededPermissions: 'Make a REST app of the type Merchant, and use its client ID and secret.',
  currencies: CURRENCIES,
  atHomeIn: ['CAD', 'MXN', 'USD'],
  takingOf(currency) {
    const stepMinor = WHOLE.has(currency) ? toMinor('1', decimalsOf(currency)) : 1;
    return {
      smallestMinor: stepMinor,
      largestMinor: LARGEST_KNOWN - (LARGEST_KNOWN % stepMinor),
      stepMinor,
      decimals: null,
    };
  },
  besidesCards: () => ['paypal'],
} as const satisfies GatewayFacts;

import { decimalsOf } from '../../values/major-units.ts';
import { withPublicKey, toMinor, type GatewayFacts, type Taking } from './gateway-facts.ts';

// Currencies, units, special cases, smallest and largest amounts as others quote docs.stripe.com/currencies: Stripe's own page was not read
// when this was written, on 18 November 2026. The smallest is the one of an account that is paid out in that currency; of another one it is
// the equivalent of its own. The largest is that of most cards: American Express takes nine digits, and other ways to pay mostly eight.
// Whether three decimals are charged hangs on the account.
const CURRENCIES =
  'AED AFN AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BIF BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CVE CZK DJF DKK ' +
  'DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD JPY KES KGS KHR KMF KRW KYD KZT LAK ' +
  'LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN PYG QAR RON ' +
  'RSD RUB RWF SAR SBD SCR SEK SGD SHP SLE SRD SZL THB TJS TRY TTD TWD TZS UAH UGX USD UYU UZS VND VUV WST XAF XCD XCG XOF XPF YER ' +
  'ZAR ZMW BHD JOD KWD OMR TND';
const WITHOUT_DECIMALS = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ');
// Counted in thousandths, of which the last digit must be 0.
const THREE_DECIMALS = 'BHD JOD KWD OMR TND'.split(' ');
// In units of the currency.
const SMALLEST: Record<string, string> = {
  AED: '2',
  ARS: '0.5',
  AUD: '0.5',
  BRL: '0.5',
  CAD: '0.5',
  CHF: '0.5',
  COP: '0.5',
  CZK: '15',
  DKK: '2.5',
  EUR: '0.5',
  GBP: '0.3',
  HKD: '4',
  HUF: '175',
  IDR: '0.5',
  ILS: '0.5',
  INR: '0.5',
  JPY: '50',
  KRW: '50',
  MXN: '10',
  MYR: '2',
  NOK: '3',
  NZD: '0.5',
  PHP: '0.5',
  PLN: '2',
  RON: '2',
  RUB: '0.5',
  SEK: '3',
  SGD: '0.5',
  THB: '10',
  USD: '0.5',
  ZAR: '0.5',
};
const LARGEST = 999_999_999_999;

export const STRIPE = {
  url: 'https://api.stripe.com',
  disputesPage: 'https://dashboard.stripe.com/disputes',
  credentials: withPublicKey(
    { secretKey: 'stripe-key', webhookSecret: 'stripe-signing-secret' },
    'stripe-public-key',
  ),
  testKeys: /^[rs]k_test_/,
  neededPermissions: 'Give it write access to Checkout Sessions and Refunds, and read access to Charges.',
  currencies: CURRENCIES.split(' '),
  atHomeIn: ['AUD', 'CAD', 'GBP', 'JPY', 'NZD', 'SGD', 'USD'],
  takingOf,
  // Only cards, in the currencies of our hosts.
  besidesCards: () => [],
} as const satisfies GatewayFacts;

function takingOf(currency: string): Taking {
  const isThree = THREE_DECIMALS.includes(currency);
  const decimals = WITHOUT_DECIMALS.includes(currency) ? 0 : isThree ? 3 : 2;
  const finer = decimalsOf(currency) - decimals;
  const stepMinor = isThree ? 10 : toMinor('1', Math.max(finer, 0));
  const smallestMinor = toMinor(SMALLEST[currency] ?? '0', decimalsOf(currency));
  // Of a currency without cents, two of the digits are always 00.
  const largestMinor =
    finer < 0 ? Math.floor(LARGEST / toMinor('1', -finer)) : LARGEST * (isThree ? 1 : stepMinor);
  return {
    smallestMinor: Math.max(smallestMinor, stepMinor),
    largestMinor: largestMinor - (largestMinor % stepMinor),
    stepMinor,
    decimals,
  };
}

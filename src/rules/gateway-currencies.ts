import { decimalsOf } from '../values/major-units.ts';
import { ACCOUNT_GATEWAYS, type AccountGateway } from './gateway-accounts.ts';

// The gateways' currencies and limits. None was read from the gateway's own page when this was written, on 18 November 2026: compare
// them before relying on them, and when a gateway refuses an amount.
//
// Stripe: currencies, units, special cases, smallest and largest amounts as others quote docs.stripe.com/currencies. The smallest is the one of an
// account that is paid out in that currency; of another one it is the equivalent of its own. The largest is that of most cards: American
// Express takes nine digits, and other ways to pay mostly eight. Whether three decimals are charged hangs on the account.
// Paystack: currencies and smallest amounts from our notes on its API.
// Flutterwave: unconfirmed beyond NGN, GHS and ZAR. No smallest amount is known.

const STRIPE =
  'AED AFN AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BIF BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CVE CZK DJF DKK ' +
  'DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD JPY KES KGS KHR KMF KRW KYD KZT LAK ' +
  'LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN PYG QAR RON ' +
  'RSD RUB RWF SAR SBD SCR SEK SGD SHP SLE SRD SZL THB TJS TRY TTD TWD TZS UAH UGX USD UYU UZS VND VUV WST XAF XCD XCG XOF XPF YER ' +
  'ZAR ZMW BHD JOD KWD OMR TND';
const STRIPE_WITHOUT_DECIMALS = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ');
// Counted in thousandths, of which the last digit must be 0.
const STRIPE_THREE_DECIMALS = 'BHD JOD KWD OMR TND'.split(' ');
// In units of the currency.
const STRIPE_SMALLEST: Record<string, string> = {
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
const STRIPE_LARGEST = 999_999_999_999;

const PAYSTACK_SMALLEST: Record<string, string> = {
  NGN: '50',
  GHS: '0.1',
  ZAR: '1',
  KES: '3',
  USD: '2',
  XOF: '1',
};

const FLUTTERWAVE = 'NGN GHS ZAR KES USD EUR GBP CAD CLP COP EGP GNF MAD MWK RWF TZS UGX XAF XOF ZMW';

/** The currencies that each gateway charges in. */
export const GATEWAY_CURRENCIES: Record<AccountGateway, readonly string[]> = {
  paystack: Object.keys(PAYSTACK_SMALLEST),
  flutterwave: FLUTTERWAVE.split(' '),
  stripe: STRIPE.split(' '),
};

/** Every currency that some gateway takes. */
export const CURRENCIES: readonly string[] = [
  ...new Set(Object.values(GATEWAY_CURRENCIES).flat()),
].toSorted();

/** How a gateway takes a currency. Amounts are in the currency's smallest unit. */
export type Taking = {
  smallestMinor: number;
  largestMinor: number;
  /** Every amount is a multiple of this. */
  stepMinor: number;
  /** Decimals of the integers that it is told; null: it is told a decimal number. */
  decimals: number | null;
};

/** Null: the gateway does not take the currency. */
export function takingOf(gateway: AccountGateway, currency: string): Taking | null {
  if (!GATEWAY_CURRENCIES[gateway].includes(currency)) return null;
  if (gateway === 'stripe') return stripeTaking(currency);
  const smallestMinor =
    gateway === 'paystack' ? toMinor(PAYSTACK_SMALLEST[currency] ?? '0', decimalsOf(currency)) : 1;
  const decimals = gateway === 'paystack' ? 2 : null;
  return { smallestMinor, largestMinor: Number.MAX_SAFE_INTEGER / 100, stepMinor: 1, decimals };
}

/** Every amount is a multiple of this. One where no gateway of a host's took the payment. */
export const stepOf = (gateway: string, currency: string): number =>
  ACCOUNT_GATEWAYS.map((name) => (name === gateway ? takingOf(name, currency) : null)).find(Boolean)
    ?.stepMinor ?? 1;

/** Whether a gateway takes such an amount. */
export function isTaken(gateway: AccountGateway, currency: string, amountMinor: number): boolean {
  const taking = takingOf(gateway, currency);
  if (!taking) return false;
  const { smallestMinor, largestMinor, stepMinor } = taking;
  return amountMinor >= smallestMinor && amountMinor <= largestMinor && amountMinor % stepMinor === 0;
}

function stripeTaking(currency: string): Taking {
  const isThree = STRIPE_THREE_DECIMALS.includes(currency);
  const decimals = STRIPE_WITHOUT_DECIMALS.includes(currency) ? 0 : isThree ? 3 : 2;
  const finer = decimalsOf(currency) - decimals;
  const stepMinor = isThree ? 10 : toMinor('1', Math.max(finer, 0));
  const smallestMinor = toMinor(STRIPE_SMALLEST[currency] ?? '0', decimalsOf(currency));
  // Of a currency without cents, two of the digits are always 00.
  const largestMinor =
    finer < 0
      ? Math.floor(STRIPE_LARGEST / toMinor('1', -finer))
      : STRIPE_LARGEST * (isThree ? 1 : stepMinor);
  return {
    smallestMinor: Math.max(smallestMinor, stepMinor),
    largestMinor: largestMinor - (largestMinor % stepMinor),
    stepMinor,
    decimals,
  };
}

function toMinor(major: string, decimals: number): number {
  const [whole = '0', fraction = ''] = major.split('.');
  return Number(whole + fraction.padEnd(decimals, '0'));
}

import { decimalsOf } from './major-units.ts';

type Display = 'narrowSymbol' | 'code';

// `E£` and the like, where Arabic has letters of its own.
const LATIN_IF_NARROW = /^(?:EGP|LBP|SYP)$/;
// Behind signs such as `US$`, which would come apart; and what follows is among Arabic again.
const MARKS = '\u200e\u200f';

/**
 * Writes amounts as a country does, in a language, made from the digits: no arithmetic, so nothing to round. By its code, `USD 5.00`, where it
 * may be another currency than the reader expects.
 */
export function moneyFormatter(
  locale: string,
  currency: string,
  currencyDisplay: Display = 'narrowSymbol',
): (amountMinor: number) => string {
  const isArabic = locale.startsWith('ar');
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: isArabic && LATIN_IF_NARROW.test(currency) ? 'symbol' : currencyDisplay,
    // `Intl` never has more than we do.
    minimumFractionDigits: decimalsOf(currency),
  });
  return (amountMinor) => format.format(inMajorUnits(amountMinor, currency)) + (isArabic ? MARKS : '');
}

/**
 * Writes numbers of a currency without its sign, for a column that names it once. Some countries write money in other signs than plain numbers. Takes
 * major units, as `toMajorUnits` gives them, of which it shows so many further decimals where they say something.
 */
export function columnFormatter(
  locale: string,
  currency: string,
  { further = 0 }: { further?: number } = {},
): (majorUnits: string) => string {
  const decimals = decimalsOf(currency);
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals + further,
  });
  const shown = new Set(['integer', 'group', 'decimal', 'fraction']);
  return (majorUnits) =>
    format
      .formatToParts(majorUnits as Intl.StringNumericLiteral)
      .filter(({ type }) => shown.has(type))
      .map(({ value }) => value)
      .join('');
}

/** An amount with little room: ₦1.2M. */
export function shortMoneyFormatter(locale: string, currency: string): (amountMinor: number) => string {
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    notation: 'compact',
    maximumFractionDigits: 1,
  });
  return (amountMinor) => format.format(inMajorUnits(amountMinor, currency));
}

/** 750050 as `750050E-2`, which `Intl` reads digit by digit. */
const inMajorUnits = (amountMinor: number, currency: string): Intl.StringNumericLiteral =>
  `${amountMinor}E-${decimalsOf(currency)}` as Intl.StringNumericLiteral;

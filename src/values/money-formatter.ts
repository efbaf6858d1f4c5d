import { decimalsOf, toMajorUnits } from './major-units.ts';

type Display = 'narrowSymbol' | 'code';

/**
 * Writes amounts as a country does, in a language, made from the digits: no arithmetic, so nothing to round. By its code, `USD 5.00`, where it
 * may be another currency than the reader expects.
 */
export function moneyFormatter(
  locale: string,
  currency: string,
  currencyDisplay: Display = 'narrowSymbol',
): (amountMinor: number) => string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay });
  return (amountMinor) => format.format(inMajorUnits(amountMinor, currency));
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

const inMajorUnits = (amountMinor: number, currency: string): Intl.StringNumericLiteral => {
  const sign = amountMinor < 0 ? '-' : '';
  return `${sign}${toMajorUnits(Math.abs(amountMinor), decimalsOf(currency))}` as Intl.StringNumericLiteral;
};

import { COUNTRIES, type Country } from './countries.ts';

type Formatter = { format: Intl.NumberFormat; digits: number };
const formatters = new Map<Country, Formatter>();

function formatterOf(country: Country): Formatter {
  let formatter = formatters.get(country);
  if (!formatter) {
    const { locale, currency } = COUNTRIES[country];
    const format = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
    });
    formatter = { format, digits: format.resolvedOptions().maximumFractionDigits ?? 2 };
    formatters.set(country, formatter);
  }
  return formatter;
}

/** An amount as people of that country write it, made from the digits: no arithmetic, so nothing to round. */
export function formatMoney(amountMinor: number, country: Country): string {
  const { format, digits } = formatterOf(country);
  const text = String(Math.abs(amountMinor)).padStart(digits + 1, '0');
  const decimal = `${amountMinor < 0 ? '-' : ''}${text.slice(0, text.length - digits)}.${text.slice(text.length - digits)}`;
  return format.format(decimal as Intl.StringNumericLiteral);
}

/** A price, where nothing to pay reads as a word. */
export function formatPrice(amountMinor: number, country: Country, freeText: 'Free' | 'FREE'): string {
  return amountMinor === 0 ? freeText : formatMoney(amountMinor, country);
}

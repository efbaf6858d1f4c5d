import type { Language } from '../values/language.ts';
import { COUNTRIES, localeOf, type Country } from './countries.ts';

type Formatter = { format: Intl.NumberFormat; digits: number };
/** By locale, since making one takes longer than a thousand uses. */
const formatters = new Map<string, Formatter>();

function formatterOf(country: Country, language: Language): Formatter {
  const locale = localeOf(language, country);
  let formatter = formatters.get(locale);
  if (!formatter) {
    const format = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: COUNTRIES[country].currency,
      currencyDisplay: 'narrowSymbol',
    });
    formatter = { format, digits: format.resolvedOptions().maximumFractionDigits ?? 2 };
    formatters.set(locale, formatter);
  }
  return formatter;
}

/**
 * An amount as people of that country write it, made from the digits: no arithmetic, so nothing to round. What the API says
 * is in English.
 */
export function formatMoney(amountMinor: number, country: Country, language: Language = 'en'): string {
  const { format, digits } = formatterOf(country, language);
  const text = String(Math.abs(amountMinor)).padStart(digits + 1, '0');
  const decimal = `${amountMinor < 0 ? '-' : ''}${text.slice(0, text.length - digits)}.${text.slice(text.length - digits)}`;
  return format.format(decimal as Intl.StringNumericLiteral);
}

/** A price, where nothing to pay reads as a word. */
export function formatPrice(
  amountMinor: number,
  country: Country,
  freeText: string,
  language: Language = 'en',
): string {
  return amountMinor === 0 ? freeText : formatMoney(amountMinor, country, language);
}

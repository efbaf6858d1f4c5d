import type { Language } from '../values/language.ts';
import { moneyFormatter } from '../values/money-formatter.ts';
import { COUNTRIES, localeOf, type Country } from './countries.ts';

/** By locale, since making one takes longer than a thousand uses. */
const formatters = new Map<string, (amountMinor: number) => string>();

/** An amount as people of that country write it. What the API says is in English. */
export function formatMoney(amountMinor: number, country: Country, language: Language = 'en'): string {
  const locale = localeOf(language, country);
  let format = formatters.get(locale);
  if (!format) {
    format = moneyFormatter(locale, COUNTRIES[country].currency);
    formatters.set(locale, format);
  }
  return format(amountMinor);
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

/** A rate in basis points: 7.5% */
export const formatPercent = (basisPoints: number, country: Country, language: Language): string =>
  new Intl.NumberFormat(localeOf(language, country), { style: 'percent', maximumFractionDigits: 2 }).format(
    basisPoints / 10_000,
  );

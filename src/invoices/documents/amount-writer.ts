import { LANGUAGE_FACTS } from '../../values/language.ts';
import { COUNTRIES, localeOf, type Country } from '../../money/countries.ts';
import { canSet } from '../../tickets/pdf-fonts.ts';
import type { Pdf } from '../../tickets/fit-text.ts';
import { decimalsOf, partInMajorUnits, toMajorUnits } from '../../values/major-units.ts';
import { columnFormatter, moneyFormatter } from '../../values/money-formatter.ts';
import type { Invoice } from '../invoice.ts';

// A price without its tax is rarely a whole number of coins. Nobody reads more of it.
const FURTHER_DECIMALS = 2;

/** By locale and currency, since making one takes longer than a thousand uses. */
const formatters = new Map<string, ReturnType<typeof makeFormatters>>();

const makeFormatters = (locale: string, currency: string) => ({
  plain: columnFormatter(locale, currency),
  price: columnFormatter(locale, currency, { further: FURTHER_DECIMALS }),
  percent: new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }),
  count: new Intl.NumberFormat(locale),
  bySign: moneyFormatter(locale, currency),
  byCode: moneyFormatter(locale, currency, 'code'),
});

/** Writes the numbers of a document as the event's country does, in the document's language. */
export function amountWriter(
  pdf: Pdf,
  { language, country, currency }: Pick<Invoice, 'language' | 'country' | 'currency'>,
) {
  const locale =
    country in COUNTRIES ? localeOf(language, country as Country) : LANGUAGE_FACTS[language].locale;
  const key = `${locale} ${currency}`;
  const write = formatters.get(key) ?? makeFormatters(locale, currency);
  formatters.set(key, write);
  const decimals = decimalsOf(currency);
  return {
    /** In a column, which has the currency named once. */
    amount: (minor: number): string => write.plain(toMajorUnits(minor, decimals)),
    /** By the currency's code where no face has its sign. */
    money(minor: number): string {
      const written = write.bySign(minor);
      return canSet(pdf, 'serif', written) ? written : write.byCode(minor);
    },
    /** The price of one of several: rarely a whole number of the smallest coin. */
    each: (minor: number, parts: number): string =>
      write.price(partInMajorUnits(minor, { parts, decimals, further: FURTHER_DECIMALS })),
    percent: (basisPoints: number): string => write.percent.format(basisPoints / 10_000),
    count: (quantity: number): string => write.count.format(quantity),
  };
}

export type AmountWriter = ReturnType<typeof amountWriter>;

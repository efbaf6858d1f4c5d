import { COUNTRIES, localeOf, type Country } from '../../money/countries.ts';
import { canSet } from '../../tickets/pdf-fonts.ts';
import type { Pdf } from '../../tickets/fit-text.ts';
import { decimalsOf, toMajorUnits } from '../../values/major-units.ts';
import { moneyFormatter } from '../../values/money-formatter.ts';
import type { Invoice } from '../invoice.ts';

/** As many decimals of a price as it takes, and no more than anybody reads. */
const MAX_PRICE_DECIMALS = 4;

/** How a document writes its numbers: as the event's country does, in the document's language. */
export function amountWriter(
  pdf: Pdf,
  { language, country, currency }: Pick<Invoice, 'language' | 'country' | 'currency'>,
) {
  const locale = country in COUNTRIES ? localeOf(language, country as Country) : language;
  const decimals = decimalsOf(currency);
  const sign = { style: 'currency', currency, minimumFractionDigits: decimals } as const;
  const plain = withoutSign(new Intl.NumberFormat(locale, sign));
  const price = withoutSign(
    new Intl.NumberFormat(locale, { ...sign, maximumFractionDigits: Math.max(decimals, MAX_PRICE_DECIMALS) }),
  );
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  const count = new Intl.NumberFormat(locale);
  const [bySign, byCode] = [moneyFormatter(locale, currency), moneyFormatter(locale, currency, 'code')];
  return {
    /** In a column, which has the currency named once. */
    amount: (minor: number): string => plain(toMajorUnits(minor, decimals) as Intl.StringNumericLiteral),
    /** By the currency's code where no face has its sign. */
    money(minor: number): string {
      const written = bySign(minor);
      return canSet(pdf, 'serif', written) ? written : byCode(minor);
    },
    /** The price of one of several: rarely a whole number of the smallest coin. */
    each: (minor: number, quantity: number): string => price(minor / 10 ** decimals / quantity),
    percent: (basisPoints: number): string => percent.format(basisPoints / 10_000),
    count: (quantity: number): string => count.format(quantity),
  };
}

/** Some countries write money in other signs than plain numbers. */
const withoutSign =
  (format: Intl.NumberFormat) =>
  (amount: number | Intl.StringNumericLiteral): string =>
    format
      .formatToParts(amount)
      .filter(({ type }) => ['integer', 'group', 'decimal', 'fraction', 'minusSign'].includes(type))
      .map(({ value }) => value)
      .join('');

export type AmountWriter = ReturnType<typeof amountWriter>;

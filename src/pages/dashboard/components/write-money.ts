import { moneyFormatter } from '../../../values/money-formatter.ts';

/** By locale and currency, since making one takes longer than a thousand uses. */
const formatters = new Map<string, (amountMinor: number) => string>();

/** An amount in the format of its currency. */
export function writeMoney(
  amountMinor: number,
  { locale, currency }: { locale: string; currency: string },
): string {
  const key = `${locale} ${currency}`;
  let format = formatters.get(key);
  if (!format) formatters.set(key, (format = moneyFormatter(locale, currency)));
  return format(amountMinor);
}

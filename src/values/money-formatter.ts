/** Writes amounts as a country does, in a language, made from the digits: no arithmetic, so nothing to round. */
export function moneyFormatter(locale: string, currency: string): (amountMinor: number) => string {
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return (amountMinor) => {
    const text = String(Math.abs(amountMinor)).padStart(digits + 1, '0');
    const point = text.length - digits;
    const decimal = `${amountMinor < 0 ? '-' : ''}${text.slice(0, point)}.${text.slice(point)}`;
    return format.format(decimal as Intl.StringNumericLiteral);
  };
}

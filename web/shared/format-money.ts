/** Amounts as the event's country writes them, made from the digits: no arithmetic, so nothing to round. */
export function moneyFormatter(locale: string, currency: string): (minor: number) => string {
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return (minor) => {
    const text = String(Math.abs(minor)).padStart(digits + 1, '0');
    const point = text.length - digits;
    const decimal = `${minor < 0 ? '-' : ''}${text.slice(0, point)}.${text.slice(point)}`;
    return format.format(decimal as Intl.StringNumericLiteral);
  };
}

/**
 * A number for a field, with the comma where the reader's language has one: `12.5` is `12,5` in French. Fields read both. An amount with
 * three decimals keeps its point: with a comma it could be thousands.
 */
export function withDecimalComma(written: string, locale: string): string {
  if (/\.\d{3}$/.test(written)) return written;
  const parts = new Intl.NumberFormat(locale).formatToParts(0.5);
  const sign = parts.find(({ type }) => type === 'decimal')?.value;
  return sign === ',' ? written.replace('.', ',') : written;
}

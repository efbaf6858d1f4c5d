import type { TaxLine } from '../../../rules/taxes.ts';
import type { Texts } from '../texts/read-texts.ts';

/** `VAT 7.5%`, `Museums (exempt)` */
export function nameTax(
  { name, kind, basisPoints }: Pick<TaxLine, 'name' | 'kind' | 'basisPoints'>,
  { tax }: Texts['parts'],
  locale: string,
): string {
  if (kind === 'zero' || kind === 'exempt') return `${name} (${tax[kind]})`;
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  return `${name || tax.usual} ${percent.format(basisPoints / 10_000)}`;
}

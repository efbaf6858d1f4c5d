import type { Invoice, InvoiceRate } from '../../invoice.ts';

/** UNTDID 5305: at a rate, at 0 %, exempt, and outside of the scope of VAT. */
export type VatCategory = 'S' | 'Z' | 'E' | 'O';

export function categoryOf({ kind, basisPoints }: InvoiceRate): VatCategory {
  if (kind === 'none') return 'O';
  if (kind === 'exempt') return 'E';
  return basisPoints === 0 ? 'Z' : 'S';
}

export type VatSum = {
  category: VatCategory;
  basisPoints: number;
  netMinor: number;
  taxMinor: number;
  /** Of the rates that are counted together. */
  names: string[];
};

/** The sums by category and percentage: two rates of a host that differ by their names are one to EN 16931. */
export function sumByCategory({ taxes }: Pick<Invoice, 'taxes'>): VatSum[] {
  const sums = new Map<string, VatSum>();
  for (const { rate, grossMinor, taxMinor } of taxes) {
    const { basisPoints, name } = rate;
    const category = categoryOf(rate);
    const key = `${category} ${basisPoints}`;
    const sum = sums.get(key) ?? { category, basisPoints, netMinor: 0, taxMinor: 0, names: [] };
    sum.netMinor += grossMinor - taxMinor;
    sum.taxMinor += taxMinor;
    if (name !== '') sum.names.push(name);
    sums.set(key, sum);
  }
  return [...sums.values()];
}

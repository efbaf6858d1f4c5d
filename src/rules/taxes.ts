/** Zero is a rate of 0 %; exempt means that no tax is due. Both have no tax, and accounts tell them apart. */
export const TAX_KINDS = ['standard', 'reduced', 'zero', 'exempt'] as const;
export type TaxKind = (typeof TAX_KINDS)[number];

/** A rate that a host has beside its usual one. */
export type TaxRate = { id: string; name: string; kind: TaxKind; basisPoints: number };

/** Zero and exempt have no percentage. */
export const hasPercentage = (kind: TaxKind): boolean => kind === 'standard' || kind === 'reduced';

/** The sum at one rate, and the tax in it. */
export type TaxLine = {
  /** Empty: the usual rate. */
  name: string;
  kind: TaxKind;
  basisPoints: number;
  /** With the tax. */
  amountMinor: number;
  taxMinor: number;
};

type TaxTexts = {
  vat: (rate: string) => string;
  tax: (values: { name: string; rate: string }) => string;
  exempt: (name: string) => string;
};

/** A line of tax as buyers read it. What is exempt has no tax: its line has the sum that is exempt. */
export function tellTax(
  { name, kind, amountMinor, taxMinor }: TaxLine,
  { texts, rate }: { texts: TaxTexts; rate: string },
): { name: string; sumMinor: number } {
  if (kind === 'exempt') return { name: texts.exempt(name), sumMinor: amountMinor };
  return { name: name === '' ? texts.vat(rate) : texts.tax({ name, rate }), sumMinor: taxMinor };
}

// More than any country has, and few enough to choose from.
export const MAX_TAX_RATES = 20;

import type { Cell } from '../csv/write-csv.ts';
import type { TaxFigures } from '../reports/read-taxes.ts';
import { hasPercentage, type TaxLine } from '../rules/taxes.ts';
import { toMajorUnits } from '../values/major-units.ts';

type Rate = Pick<TaxLine, 'name' | 'kind' | 'basisPoints'>;

/** Four columns for each rate. Of hosts without taxes there is none. */
export function taxColumns(rates: readonly Rate[]): {
  columns: string[];
  cells: (figures: readonly TaxFigures[], decimals: number) => Cell[];
} {
  const distinct = [...new Map(rates.map((rate) => [keyOf(rate), rate])).values()];
  const names = distinct.map(nameRate);
  return {
    columns: distinct.flatMap((rate, nr) => {
      const [own = '', isShared] = [names[nr], names.filter((other) => other === names[nr]).length > 1];
      // A rate may be named as the usual one reads, and another kind may have had the same percentage.
      const name = isShared ? `${own} (${rate.name === '' ? 'usual' : rate.kind})` : own;
      return [`${name}: sales`, `${name}: tax`, `${name}: refunds`, `${name}: tax refunded`];
    }),
    cells: (figures, decimals) =>
      distinct.flatMap((rate) => {
        const found = figures.find((one) => keyOf(one) === keyOf(rate));
        if (!found) return [null, null, null, null];
        const { amountMinor, taxMinor, refundedMinor, refundedTaxMinor } = found;
        return [amountMinor, taxMinor, refundedMinor, refundedTaxMinor].map((minor) =>
          toMajorUnits(minor, decimals),
        );
      }),
  };
}

const keyOf = ({ name, kind, basisPoints }: Rate): string => JSON.stringify([name, kind, basisPoints]);

const nameRate = ({ name, kind, basisPoints }: Rate): string =>
  hasPercentage(kind) ? `${name || 'VAT'} ${basisPoints / 100} %` : `${name} (${kind})`;

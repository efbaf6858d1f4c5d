import type { VNode } from 'preact';
import type { TaxSum } from '../../../reports/read-taxes.ts';
import { useDashboard } from '../dashboard.ts';
import { nameTax } from '../components/name-tax.ts';
import { DataTable, type Column } from '../components/data-table.tsx';
import { writeMoney } from '../components/write-money.ts';
import type { Written } from './report-columns.tsx';
import { useReportTexts } from './texts.ts';

/** The taxes of a currency, a row for each rate. A host without taxes sees nothing. */
export function ReportTaxes({ taxes, written }: { taxes: TaxSum[]; written: Written }): VNode | null {
  const texts = useReportTexts();
  const { parts } = useDashboard().texts;
  if (taxes.length === 0) return null;
  const money = (name: string, label: string, read: (row: TaxSum) => number): Column<TaxSum> => ({
    name,
    label,
    isFigure: true,
    cell: (row) => writeMoney(read(row), written),
  });
  const caption = texts.taxes(written.currency);
  return (
    <>
      <h3>{caption}</h3>
      <p class="soft">{texts.taxesIntro}</p>
      <DataTable
        caption={caption}
        columns={[
          {
            name: 'rate',
            label: texts.taxRate,
            isRowHeader: true,
            cell: (row) => nameTax(row, parts, written.locale),
          },
          money('sales', texts.taxedSales, ({ amountMinor }) => amountMinor),
          money('tax', texts.tax, ({ taxMinor }) => taxMinor),
          money('refunds', texts.taxedRefunds, ({ refundedMinor }) => refundedMinor),
          money('taxRefunded', texts.taxRefunded, ({ refundedTaxMinor }) => refundedTaxMinor),
          money('taxLeft', texts.taxLeft, ({ taxMinor, refundedTaxMinor }) => taxMinor - refundedTaxMinor),
        ]}
        rows={taxes}
        keyOf={({ name, kind, basisPoints }) => `${name} ${kind} ${basisPoints}`}
      />
    </>
  );
}

import type { VNode } from 'preact';
import type { ReportFigures, ReportGroup } from '../../../reports/read-report.ts';
import type { Column } from '../components/data-table.tsx';
import { writeMoney } from '../components/write-money.ts';
import type { ReportTexts } from './texts.ts';

/** A row of the table, or a sum at its end. */
export type TableRow = ReportFigures & { key: string; name: VNode | string };

/** The format of its money. */
export type Written = { locale: string; currency: string };

export function reportColumns(
  texts: ReportTexts,
  { by, written }: { by: ReportGroup; written: Written },
): Column<TableRow>[] {
  const money = (name: string, label: string, read: (row: TableRow) => number): Column<TableRow> => ({
    name,
    label,
    isFigure: true,
    cell: (row) => <Amount amountMinor={read(row)} written={written} />,
  });
  return [
    { name: 'name', label: texts.groups[by], isRowHeader: true, cell: ({ name }) => name },
    {
      name: 'orders',
      label: texts.orders,
      isFigure: true,
      cell: ({ orders }) => orders.toLocaleString(written.locale),
    },
    {
      name: 'tickets',
      label: texts.tickets,
      isFigure: true,
      cell: ({ tickets, returnedTickets }) => (
        <>
          {tickets.toLocaleString(written.locale)}
          {returnedTickets > 0 && (
            <>
              {' '}
              <small class="soft">{texts.returned(returnedTickets)}</small>
            </>
          )}
        </>
      ),
    },
    money('gross', texts.gross, ({ grossMinor }) => grossMinor),
    money('discounts', texts.discounts, ({ discountsMinor }) => discountsMinor),
    money('fees', texts.fees, ({ feesMinor }) => feesMinor),
    money('refunds', texts.refunds, ({ refundsMinor }) => refundsMinor),
    {
      name: 'net',
      label: texts.net,
      isFigure: true,
      cell: ({ netMinor }) => <strong>{writeMoney(netMinor, written)}</strong>,
    },
  ];
}

function Amount({ amountMinor, written }: { amountMinor: number; written: Written }): VNode {
  const text = writeMoney(amountMinor, written);
  return amountMinor === 0 ? <span class="soft">{text}</span> : <>{text}</>;
}

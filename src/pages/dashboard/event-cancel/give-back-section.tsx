import type { VNode } from 'preact';
import type { EventCancelView as Data } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import { DataTable, type Column } from '../components/data-table.tsx';
import { Section } from '../components/section.tsx';
import { writeMoney } from '../components/write-money.ts';
import { useEventCancelTexts } from './texts.ts';

type ByHand = Data['byHand'][number];

// The server's limit for this list.
const MAX_SHOWN = 200;

/** Refunds that no gateway can make, since the host was paid directly. */
export function GiveBackSection({ data }: { data: Data }): VNode {
  const texts = useEventCancelTexts();
  const { page } = useDashboard();
  const { locale } = data.event;
  const columns: Column<ByHand>[] = [
    {
      name: 'order',
      label: texts.order,
      isRowHeader: true,
      cell: ({ reference }) => <a href={page.inHost(`/orders/${reference}`)}>{reference}</a>,
    },
    { name: 'buyer', label: texts.buyer, cell: ({ buyer }) => buyer },
    { name: 'paid', label: texts.paidHow, cell: ({ paidBy }) => texts.paidBy[paidBy] },
    {
      name: 'amount',
      label: texts.amount,
      isFigure: true,
      cell: ({ amountMinor, currency }) => writeMoney(amountMinor, { locale, currency }),
    },
  ];
  return (
    <Section title={texts.giveBack} intro={texts.giveBackIntro}>
      <DataTable
        caption={texts.giveBack}
        columns={columns}
        rows={data.byHand}
        keyOf={({ refundId }) => refundId}
      />
      {data.byHand.length === MAX_SHOWN && <p class="soft">{texts.moreFailures(MAX_SHOWN)}</p>}
    </Section>
  );
}

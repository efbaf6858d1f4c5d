import type { VNode } from 'preact';
import type { EventMessageView as Data, ShownFailure } from './data.ts';
import { type Page, useDashboard } from '../dashboard.ts';
import { DataTable, type Column } from '../components/data-table.tsx';
import { Section } from '../components/section.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import { useMoreRows } from '../components/use-more-rows.ts';
import { useMessageTexts, type MessageTexts } from './texts.ts';

/** The people whom a message did not reach, and the mail server's answers. */
export function FailureLog({ data }: { data: Data }): VNode {
  const texts = useMessageTexts();
  const { page } = useDashboard();
  const { rows, more } = useMoreRows<'eventMessage', ShownFailure>(data, ({ failures, nextCursor }) => ({
    rows: failures,
    next: nextCursor,
  }));
  return (
    <Section title={texts.log} intro={texts.logIntro}>
      <DataTable
        caption={texts.log}
        columns={columnsOf(texts, page)}
        rows={rows}
        keyOf={({ mailId }) => mailId}
        more={more}
      />
    </Section>
  );
}

const columnsOf = (texts: MessageTexts, page: Page): Column<ShownFailure>[] => [
  { name: 'address', label: texts.address, isRowHeader: true, cell: ({ recipient }) => recipient },
  {
    name: 'order',
    label: texts.order,
    cell: ({ reference }) => <a href={page.inHost(`/orders/${reference}`)}>{reference}</a>,
  },
  {
    name: 'state',
    label: texts.state,
    cell: ({ isRefused }) => (
      <StatusBadge tone={isRefused ? 'bad' : 'waiting'}>
        {isRefused ? texts.refusedForGood : texts.triedAgain}
      </StatusBadge>
    ),
  },
  { name: 'what', label: texts.what, cell: ({ error }) => texts.why(error) },
];

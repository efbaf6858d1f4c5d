import type { VNode } from 'preact';
import type { EventCancelView as Data } from './data.ts';
import { DataTable, type Column } from '../components/data-table.tsx';
import { EventMoment } from '../components/event-moment.tsx';
import { Section } from '../components/section.tsx';
import { useEventCancelTexts, type EventCancelTexts } from './texts.ts';

type Move = Data['postponements'][number];

/** Each move with its dates, its member and its refund offer. */
export function MovesSection({ data }: { data: Data }): VNode {
  const texts = useEventCancelTexts();
  return (
    <Section title={texts.moves}>
      <DataTable
        caption={texts.moves}
        columns={columnsOf(texts, data)}
        rows={data.postponements}
        keyOf={({ id }) => id}
      />
    </Section>
  );
}

function columnsOf(texts: EventCancelTexts, { event }: Data): Column<Move>[] {
  const when = (at: string): VNode => <EventMoment at={at} timezone={event.timezone} locale={event.locale} />;
  return [
    { name: 'to', label: texts.moveTo, isRowHeader: true, cell: ({ newStartsAt }) => when(newStartsAt) },
    { name: 'from', label: texts.moveFrom, cell: ({ oldStartsAt }) => when(oldStartsAt) },
    {
      name: 'offer',
      label: texts.moveOffer,
      cell: ({ refundUntil }) => (refundUntil === null ? texts.noOffer : when(refundUntil)),
    },
    {
      name: 'told',
      label: texts.moveTold,
      isFigure: true,
      cell: ({ toldOrders }) => toldOrders.toLocaleString(event.locale),
    },
    { name: 'by', label: texts.moveBy, cell: ({ by }) => by ?? '–' },
  ];
}

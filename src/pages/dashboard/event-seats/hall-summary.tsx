import type { VNode } from 'preact';
import type { EventSeatsView } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import { DataTable } from '../components/data-table.tsx';
import { useEventSeatsTexts } from './texts.ts';

/** The number of seats, by section. */
export function HallSummary({ data }: { data: EventSeatsView }): VNode {
  const texts = useEventSeatsTexts();
  const { page } = useDashboard();
  const number = (count: number): string => count.toLocaleString(page.locale);
  return (
    <DataTable
      caption={texts.hall}
      columns={[
        { name: 'section', label: texts.section, isRowHeader: true, cell: ({ section }) => section },
        { name: 'rows', label: texts.rows, isFigure: true, cell: ({ rows }) => number(rows) },
        { name: 'seats', label: texts.seats, isFigure: true, cell: ({ seats }) => number(seats) },
        { name: 'taken', label: texts.taken, isFigure: true, cell: ({ taken }) => number(taken) },
        { name: 'house', label: texts.house, isFigure: true, cell: ({ blocked }) => number(blocked) },
      ]}
      rows={data.sections}
      keyOf={({ section }) => section}
    />
  );
}

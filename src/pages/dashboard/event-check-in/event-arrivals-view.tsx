import type { VNode } from 'preact';
import { writeMoment } from '../../shared/format-moment.ts';
import type { CameBy, EventArrivalsView as Data } from './data.ts';
import type { ShownEvent } from '../event-layout/data.ts';
import type { ViewProps } from '../contract.ts';
import { DataTable, type Column } from '../components/data-table.tsx';
import { ExportButton } from '../components/export-dialog/export-button.tsx';
import { Section } from '../components/section.tsx';
import { Stat, Stats } from '../components/stat.tsx';
import { Tabs } from '../components/tabs.tsx';
import { stackSeries } from '../components/time-chart/stack-series.ts';
import { TimeChart } from '../components/time-chart/time-chart.tsx';
import { CheckInLayout } from './check-in-layout.tsx';
import { useReportTexts } from './report-texts.ts';

const QUARTER_MS = 15 * 60_000;

type TicketType = Data['ticketTypes'][number];

/** The report after the show: arrivals by door and ticket type, and no-shows. */
export function EventArrivalsView({ data }: ViewProps<'eventArrivals'>): VNode {
  const texts = useReportTexts();
  const { event, ticketTypes, quarters } = data;
  const write = (count: number): string => count.toLocaleString(event.locale);
  const sum = (read: (type: TicketType) => number): number =>
    ticketTypes.reduce((total, type) => total + read(type), 0);
  const [expected, missing] = [sum((type) => type.expected), sum((type) => type.noShows)];
  return (
    <CheckInLayout
      event={event}
      page="report"
      action={
        <>
          <ExportButton what="check_ins" filters={{ eventId: event.eventId }} />
          <ExportButton
            what="guests"
            named="no_shows"
            filters={{ eventId: event.eventId, search: null, ticketTypeId: null, state: 'good', how: null }}
          />
        </>
      }
    >
      <Stats>
        <Stat label={texts.expected} value={write(expected)} note={texts.expectedNote} />
        <Stat label={texts.came} value={write(sum(({ came }) => came))} />
        <Stat
          label={texts.noShows}
          value={write(missing)}
          note={texts.noShowsOf(writeShare(missing, expected, event))}
        />
      </Stats>
      <Section title={texts.arrivals} intro={texts.arrivalsIntro}>
        {quarters.length === 0 ? (
          <p class="soft chart-empty">{texts.nobodyCame}</p>
        ) : (
          <Arrivals data={data} />
        )}
      </Section>
      {expected > 0 && (
        <Section title={texts.noShows} intro={texts.noShowsIntro}>
          <DataTable
            caption={texts.noShows}
            columns={useNoShowColumns(event)}
            rows={ticketTypes}
            keyOf={({ ticketTypeId }) => ticketTypeId}
          />
        </Section>
      )}
    </CheckInLayout>
  );
}

const writeShare = (part: number, of: number, { locale }: ShownEvent): string =>
  (of === 0 ? 0 : part / of).toLocaleString(locale, { style: 'percent' });

/** Charts by ticket type and by door, and a table of both. */
function Arrivals({ data }: { data: Data }): VNode {
  const texts = useReportTexts();
  const { event, ticketTypes } = data;
  const came = ticketTypes.reduce((sum, type) => sum + type.came, 0);
  const summary = texts.arrivalsSummary(came.toLocaleString(event.locale));
  return (
    <Tabs
      label={texts.ways}
      tabs={[
        { name: texts.byType, content: <Chart key="types" all={data.types} data={data} summary={summary} /> },
        { name: texts.byDoor, content: <Chart key="doors" all={data.doors} data={data} summary={summary} /> },
        { name: texts.table, content: <ArrivalsTable data={data} /> },
      ]}
    />
  );
}

function Chart({ all, data, summary }: { all: CameBy[]; data: Data; summary: string }): VNode {
  const texts = useReportTexts();
  const { event, quarters } = data;
  const times = quarters.map((at) => Date.parse(at));
  const count = (value: number): string => value.toLocaleString(event.locale);
  return (
    <TimeChart
      locale={event.locale}
      summary={summary}
      writeMoment={(nr) => writeQuarter(quarters[nr] ?? '', event)}
      writeFull={count}
      data={{
        times,
        end: (times.at(-1) ?? 0) + QUARTER_MS,
        timezone: event.timezone,
        series: stackSeries(
          all.map(({ id, name, came }) => ({ label: id === '' ? texts.noDoor : name, values: came })),
          texts.others,
        ),
        writeValue: count,
      }}
    />
  );
}

const writeQuarter = (at: string, clock: ShownEvent): string =>
  writeMoment(at, clock, { weekday: 'short', year: undefined });

type Quarter = { nr: number; at: string };

/** The quarters of an hour with arrivals: all, by ticket type and by door. */
function ArrivalsTable({ data }: { data: Data }): VNode {
  const texts = useReportTexts();
  const { event, quarters, types, doors } = data;
  const sum = (nr: number): number => types.reduce((total, { came }) => total + (came[nr] ?? 0), 0);
  const figure = (kind: string, { id, name, came }: CameBy): Column<Quarter> => ({
    name: `${kind} ${id}`,
    label: id === '' ? texts.noDoor : name,
    isFigure: true,
    cell: ({ nr }) => (came[nr] ?? 0).toLocaleString(event.locale),
  });
  const columns: Column<Quarter>[] = [
    { name: 'from', label: texts.quarter, isRowHeader: true, cell: ({ at }) => writeQuarter(at, event) },
    {
      name: 'all',
      label: texts.all,
      isFigure: true,
      cell: ({ nr }) => sum(nr).toLocaleString(event.locale),
    },
    ...types.map((type) => figure('type', type)),
    ...doors.map((door) => figure('door', door)),
  ];
  return (
    <DataTable
      caption={texts.arrivals}
      columns={columns}
      rows={quarters.map((at, nr) => ({ at, nr })).filter(({ nr }) => sum(nr) > 0)}
      keyOf={({ at }) => at}
    />
  );
}

function useNoShowColumns(event: ShownEvent): Column<TicketType>[] {
  const texts = useReportTexts();
  const count = (value: number): string => value.toLocaleString(event.locale);
  return [
    {
      name: 'type',
      label: texts.type,
      isRowHeader: true,
      cell: ({ name }) => <span dir="auto">{name}</span>,
    },
    { name: 'expected', label: texts.expected, isFigure: true, cell: ({ expected }) => count(expected) },
    {
      name: 'came',
      label: texts.came,
      isFigure: true,
      cell: ({ came }) => count(came),
    },
    { name: 'noShows', label: texts.noShows, isFigure: true, cell: ({ noShows }) => count(noShows) },
    {
      name: 'share',
      label: texts.share,
      isFigure: true,
      cell: ({ expected, noShows }) => writeShare(noShows, expected, event),
    },
  ];
}

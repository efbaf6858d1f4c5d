import type { VNode } from 'preact';
import type { EventWaitingRoomView as Data, ShownReport } from './data.ts';
import { formatMoment, formatShortMoment } from '../../shared/format-moment.ts';
import { DataTable, type Column } from '../components/data-table.tsx';
import { Section } from '../components/section.tsx';
import { Stat, Stats } from '../components/stat.tsx';
import { Tabs } from '../components/tabs.tsx';
import { TimeChart } from '../components/time-chart/time-chart.tsx';
import { useWaitingRoomTexts } from './texts.ts';

type Props = { report: ShownReport; data: Data };

const A_MINUTE_MS = 60_000;

/** The report of a closed waiting room. */
export function ReportSection({ report, data }: Props): VNode {
  const texts = useWaitingRoomTexts();
  const { startedAt, endedAt, letIn } = report;
  const write = (at: string): string => {
    const { date, time } = formatMoment(at, data.event);
    return `${date}, ${time}`;
  };
  return (
    <>
      <Section
        title={texts.report}
        intro={
          startedAt === null || endedAt === null
            ? texts.neverDrawn
            : texts.reportPeriod({ from: write(startedAt), to: write(endedAt) })
        }
      >
        <ReportStats report={report} data={data} />
      </Section>
      {letIn > 0 && (
        <Section title={texts.letInOverTime}>
          <Tabs
            label={texts.ways}
            tabs={[
              { name: texts.chart, content: <LetInChart report={report} data={data} /> },
              { name: texts.table, content: <LetInTable report={report} data={data} /> },
            ]}
          />
        </Section>
      )}
    </>
  );
}

function ReportStats({ report, data: { event } }: Props): VNode {
  const texts = useWaitingRoomTexts();
  const { early, late, letIn, held, bought, expired, left, peakInside } = report;
  const { medianWaitSeconds: median, longestWaitSeconds: longest } = report;
  const write = (count: number): string => count.toLocaleString(event.locale);
  const share = (part: number, of: number): string =>
    (of === 0 ? 0 : part / of).toLocaleString(event.locale, { style: 'percent' });
  return (
    <Stats>
      <Stat
        label={texts.linedUp}
        value={write(early + late)}
        note={texts.linedUpNote({ early: write(early), late: write(late) })}
      />
      <Stat
        label={texts.wereLetIn}
        value={write(letIn)}
        note={early + late > 0 && texts.ofLinedUp(share(letIn, early + late))}
      />
      <Stat label={texts.held} value={write(held)} note={letIn > 0 && texts.ofLetIn(share(held, letIn))} />
      <Stat
        label={texts.bought}
        value={write(bought)}
        note={letIn > 0 && texts.ofLetIn(share(bought, letIn))}
      />
      <Stat label={texts.expired} value={write(expired)} note={texts.expiredNote} />
      <Stat label={texts.left} value={write(left)} note={texts.leftNote} />
      {median !== null && <Stat label={texts.medianWait} value={texts.span(median)} note={texts.waitNote} />}
      {longest !== null && <Stat label={texts.longestWait} value={texts.span(longest)} />}
      <Stat label={texts.peakInside} value={write(peakInside)} />
    </Stats>
  );
}

function LetInChart({ report: { series, seriesMinutes, letIn }, data: { event } }: Props): VNode {
  const texts = useWaitingRoomTexts();
  const times = series.map(({ startsAt }) => Date.parse(startsAt));
  const count = (value: number): string => value.toLocaleString(event.locale);
  return (
    <TimeChart
      locale={event.locale}
      summary={texts.chartSummary({ minutes: seriesMinutes, count: count(letIn) })}
      writeMoment={(nr) => formatShortMoment(series[nr]?.startsAt ?? '', event)}
      writeFull={count}
      data={{
        times,
        end: (times.at(-1) ?? 0) + seriesMinutes * A_MINUTE_MS,
        timezone: event.timezone,
        series: [{ label: texts.wereLetIn, category: 1, values: series.map((span) => span.letIn) }],
        writeValue: count,
      }}
    />
  );
}

/** The times at which somebody was let in. */
function LetInTable({ report: { series }, data: { event } }: Props): VNode {
  const texts = useWaitingRoomTexts();
  const columns: Column<ShownReport['series'][number]>[] = [
    {
      name: 'from',
      label: texts.from,
      isRowHeader: true,
      cell: ({ startsAt }) => formatShortMoment(startsAt, event),
    },
    {
      name: 'letIn',
      label: texts.wereLetIn,
      isFigure: true,
      cell: ({ letIn }) => letIn.toLocaleString(event.locale),
    },
  ];
  return (
    <DataTable
      caption={texts.letInOverTime}
      columns={columns}
      rows={series.filter(({ letIn }) => letIn > 0)}
      keyOf={({ startsAt }) => startsAt}
    />
  );
}

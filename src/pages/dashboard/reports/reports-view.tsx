import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import type { ReportsView as Data } from './data.ts';
import type { MoneyCame, ReportFigures, ReportRow } from '../../../reports/read-report.ts';
import { GATEWAY_TITLES } from '../../../rules/gateway-accounts.ts';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { DataTable } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { ExportButton } from '../components/export-dialog/export-button.tsx';
import { FilterBar, type Filter } from '../components/filter-bar.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { Section } from '../components/section.tsx';
import { TimeChart } from '../components/time-chart/time-chart.tsx';
import { writeMoney } from '../components/write-money.ts';
import { withQuery } from '../paths.ts';
import { shortMoneyFormatter } from '../../../values/money-formatter.ts';
import { toBars } from './report-chart.ts';
import { reportColumns, type TableRow } from './report-columns.tsx';
import { ReportDisputes } from './report-disputes.tsx';
import { ReportSums } from './report-sums.tsx';
import { ReportTaxes } from './report-taxes.tsx';
import { useReportTexts, type ReportTexts } from './texts.ts';
import { writeDay, writeMonth, writePeriod } from './write-days.ts';

type Sum = Data['sums'][number];

/** The host's sales, payments, refunds and income. */
export function ReportsView({ data }: ViewProps<'reports'>): VNode {
  const texts = useReportTexts();
  const { page } = useDashboard();
  return (
    <>
      <PageHeader
        title={texts.title}
        action={
          data.sums.length > 0 && (
            <ExportButton
              what="report"
              filters={{ eventId: data.eventId || null, by: data.by, from: data.from, to: data.to }}
              isFiltered
            />
          )
        }
      >
        {texts.intro}
      </PageHeader>
      <FilterBar filters={filtersOf(texts, data, page.locale)} />
      <p class="below-m soft" role="status">
        {writePeriod(texts, data, page.locale)}. {texts.clock(placeOf(data.timezone))}
        {data.before && data.sums.some(({ before }) => before !== null) && (
          <> {texts.comparedWith(writePeriod(texts, data.before, page.locale))}</>
        )}
      </p>
      {!data.isCounted && (
        <div class="message warn">
          <p>{texts.counting}</p>
        </div>
      )}
      {data.sums.map((sum) => (
        <SumsOfCurrency key={sum.currency} sum={sum} data={data} />
      ))}
      <ReportDisputes disputed={data.disputed} />
      {data.rowsLeft > 0 && <p>{texts.rowsLeft(data.rowsLeft)}</p>}
      {data.sums.length === 0 ? <Nothing data={data} /> : <Explanations />}
    </>
  );
}

const filtersOf = (texts: ReportTexts, data: Data, locale: string): Filter[] => [
  {
    name: 'period',
    label: texts.period,
    kind: 'choice',
    unchosen: texts.periods.this_month,
    choices: (['last_month', 'this_year', 'all', 'days'] as const).map((value) => ({
      value,
      label: texts.periods[value],
    })),
  },
  ...(data.period === 'days'
    ? ([
        { name: 'from', label: texts.from, kind: 'date' },
        { name: 'to', label: texts.to, kind: 'date' },
      ] as const)
    : []),
  {
    name: 'by',
    label: texts.by,
    kind: 'choice',
    unchosen: texts.groups.event,
    choices: (['ticket_type', 'gateway', 'day', 'month'] as const).map((value) => ({
      value,
      label: texts.groups[value],
    })),
  },
  {
    name: 'event',
    label: texts.event,
    kind: 'choice',
    unchosen: texts.allEvents,
    choices: data.events.map(({ eventId, name, startsAt, timezone }) => ({
      value: eventId,
      // The day tells events of one name apart.
      label: `${name}, ${new Date(startsAt).toLocaleDateString(locale, { dateStyle: 'medium', timeZone: timezone })}`,
    })),
  },
];

/** `Africa/Lagos`: Lagos. */
const placeOf = (timezone: string): string => (timezone.split('/').at(-1) ?? timezone).replaceAll('_', ' ');

function SumsOfCurrency({ sum, data }: { sum: Sum; data: Data }): VNode {
  const texts = useReportTexts();
  const title = texts.list(sum.currency);
  const rows = data.rows.filter(({ currency }) => currency === sum.currency);
  return (
    <div class="report figure-rows">
      <Section title={title} isTitleHidden={data.sums.length === 1}>
        <ReportSums sum={sum} />
        <SalesChart sum={sum} data={data} />
        <DataTable
          caption={title}
          columns={reportColumns(texts, { by: data.by, written: sum })}
          rows={rows.map((row) => ({ ...row, name: <RowName row={row} data={data} /> }))}
          keyOf={({ key }) => key}
          sums={sumRows(texts, sum, data)}
        />
        <ReportTaxes taxes={data.taxes.filter(({ country }) => country === sum.country)} written={sum} />
      </Section>
    </div>
  );
}

/** Net over the period. The table below has the same figures, if it is grouped by day or month. */
function SalesChart({ sum, data }: { sum: Sum; data: Data }): VNode | null {
  const texts = useReportTexts();
  const { page } = useDashboard();
  const { by, rows } = data.chart;
  const ofCurrency = rows.filter(({ currency }) => currency === sum.currency);
  const { keys, values, ...when } = useMemo(() => toBars(ofCurrency, data.timezone), [data, sum.currency]);
  // One bar says nothing that the figures above don't.
  if (keys.length < 2) return null;
  const money = (minor: number): string => writeMoney(minor, sum);
  const short = shortMoneyFormatter(sum.locale, sum.currency);
  const total = values.reduce((all, one) => all + one, 0);
  return (
    <>
      <p class="soft">{texts.chart[by]}</p>
      <TimeChart
        key={by}
        data={{
          ...when,
          timezone: data.timezone,
          series: [{ label: texts.net, category: 1, values }],
          writeValue: short,
        }}
        locale={sum.locale}
        summary={texts.chartTotal({ chart: texts.chart[by], total: money(total) })}
        writeMoment={(nr) => (by === 'day' ? writeDay : writeMonth)(keys[nr] ?? '', page.locale)}
        writeFull={money}
      />
    </>
  );
}

function RowName({ row, data }: { row: ReportRow; data: Data }): VNode {
  const texts = useReportTexts();
  const { page } = useDashboard();
  const { key, name, eventName } = row;
  if (data.by === 'event')
    return (
      <a
        href={withQuery(page.address, { event: key, by: 'ticket_type' })}
        aria-label={texts.only(name)}
        title={texts.only(name)}
      >
        {name}
      </a>
    );
  if (data.by === 'ticket_type')
    return (
      <span class="stack report-name">
        {name}
        {data.eventId === '' && eventName !== null && <small class="soft">{texts.of(eventName)}</small>}
      </span>
    );
  if (data.by === 'gateway') return <>{nameGateway(texts, key)}</>;
  const day = data.by === 'day' ? writeDay(key, page.locale) : writeMonth(key, page.locale);
  return <time dateTime={key}>{day}</time>;
}

function nameGateway(texts: ReportTexts, gateway: string): string {
  if (gateway === 'bank_transfer' || gateway === 'by_hand' || gateway === 'none') return texts.sums[gateway];
  if (gateway === 'sandbox') return texts.sandbox;
  return (GATEWAY_TITLES as Record<string, string>)[gateway] ?? gateway;
}

const CAME: readonly MoneyCame[] = ['gateway', 'bank_transfer', 'by_hand', 'none'];
const isAny = ({ orders, tickets, returnedTickets, refundsMinor }: ReportFigures): boolean =>
  orders > 0 || tickets > 0 || returnedTickets > 0 || refundsMinor > 0;

/** Sums of gateways apart from money paid to the host; only the total where the rows already say it. */
function sumRows(texts: ReportTexts, sum: Sum, { by }: Data): TableRow[] {
  const parts = CAME.filter((came) => isAny(sum[came]));
  return [
    ...(by === 'gateway' || parts.length < 2
      ? []
      : parts.map((came) => ({ ...sum[came], key: came, name: texts.sums[came] }))),
    { ...sum.all, key: 'all', name: texts.inAll },
  ];
}

function Explanations(): VNode {
  const texts = useReportTexts();
  return (
    <Section title={texts.explained}>
      <dl class="report-explained">
        {texts.explanations.map(({ column, meaning }) => (
          <div key={column}>
            <dt>{column}</dt>
            <dd class="soft">{meaning}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function Nothing({ data }: { data: Data }): VNode {
  const texts = useReportTexts();
  const { page } = useDashboard();
  if (data.period === 'all' && data.eventId === '')
    return (
      <EmptyState
        title={texts.firstTitle}
        action={
          <a class="second" href={page.inHost('/events')}>
            {texts.toEvents}
          </a>
        }
      >
        {texts.firstText}
      </EmptyState>
    );
  return (
    <EmptyState
      title={texts.emptyTitle}
      action={
        <a class="second" href={withQuery(page.address, { period: 'all', from: '', to: '' })}>
          {texts.showAll}
        </a>
      }
    >
      {texts.emptyText}
    </EmptyState>
  );
}

import type { VNode } from 'preact';
import type { ShownSales } from './data.ts';
import type { ShownEvent } from '../event-layout/data.ts';
import { SALES_PERIODS } from './sales-periods.ts';
import { useDashboard } from '../dashboard.ts';
import { DataTable, type Column } from '../components/data-table.tsx';
import { Section } from '../components/section.tsx';
import { Tabs } from '../components/tabs.tsx';
import { TimeChart } from '../components/time-chart/time-chart.tsx';
import { writeMoney } from '../components/write-money.ts';
import { withQuery } from '../paths.ts';
import { addUpRows, toChart, writeBucket, writeShortMoney, type SalesRow } from './sales-figures.ts';
import { useOverviewTexts } from './texts.ts';

/** Sales over time: as a chart of tickets or of money, and as a table of both. */
export function SalesSection({ sales, event }: { sales: ShownSales; event: ShownEvent }): VNode {
  const words = useOverviewTexts().sales;
  const rows = addUpRows(sales);
  const sum = (read: (row: SalesRow) => number): number => rows.reduce((total, row) => total + read(row), 0);
  const [tickets, salesMinor] = [sum((row) => row.tickets), sum((row) => row.salesMinor)];
  const period = words.periods[sales.period];
  const count = (value: number): string => value.toLocaleString(event.locale);
  const chart = {
    locale: event.locale,
    writeMoment: (nr: number) => writeBucket(sales, nr, event, words),
  };
  return (
    <Section
      title={words.title}
      intro={sales.isCounted ? undefined : words.counting}
      action={<PeriodChoice sales={sales} />}
    >
      {tickets === 0 && sum((row) => row.refundsMinor) === 0 ? (
        <p class="soft chart-empty">{sales.period === 'all' ? words.nothingYet : words.nothing(period)}</p>
      ) : (
        <Tabs
          label={words.ways}
          tabs={[
            {
              name: words.tickets,
              content: (
                <TimeChart
                  {...chart}
                  data={toChart(sales, event, {
                    read: (type) => type.tickets,
                    writeValue: count,
                    others: words.others,
                  })}
                  summary={words.ticketSummary({ period, tickets: count(tickets) })}
                  writeFull={count}
                />
              ),
            },
            {
              name: words.money,
              content: (
                <TimeChart
                  {...chart}
                  data={toChart(sales, event, {
                    read: (type) => type.salesMinor,
                    writeValue: (minor) => writeShortMoney(minor, event),
                    others: words.others,
                  })}
                  summary={words.moneySummary({ period, amount: writeMoney(salesMinor, event) })}
                  writeFull={(minor) => writeMoney(minor, event)}
                />
              ),
            },
            { name: words.table, content: <SalesTable rows={rows} sales={sales} event={event} /> },
          ]}
        />
      )}
    </Section>
  );
}

function PeriodChoice({ sales }: { sales: ShownSales }): VNode {
  const words = useOverviewTexts().sales;
  const { router, page } = useDashboard();
  return (
    <nav class="segments" aria-label={words.period}>
      {SALES_PERIODS.map((period) => {
        const href = withQuery(page.address, { period: period === 'all' ? '' : period });
        return (
          <a
            key={period}
            href={href}
            aria-current={period === sales.period ? 'true' : undefined}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              void router.go(href, { isSamePage: true, replaces: true });
            }}
          >
            {words.shortPeriods[period]}
          </a>
        );
      })}
    </nav>
  );
}

/** Buckets with sales, newest first. */
function SalesTable({
  rows,
  sales,
  event,
}: {
  rows: SalesRow[];
  sales: ShownSales;
  event: ShownEvent;
}): VNode {
  const words = useOverviewTexts().sales;
  const count = (value: number): string => value.toLocaleString(event.locale);
  const columns: Column<SalesRow>[] = [
    {
      name: 'when',
      label: words.when,
      isRowHeader: true,
      cell: ({ nr }) => writeBucket(sales, nr, event, words),
    },
    { name: 'orders', label: words.orders, isFigure: true, cell: ({ orders }) => count(orders) },
    { name: 'tickets', label: words.tickets, isFigure: true, cell: ({ tickets }) => count(tickets) },
    {
      name: 'sales',
      label: words.money,
      isFigure: true,
      cell: ({ salesMinor }) => writeMoney(salesMinor, event),
    },
    {
      name: 'refunds',
      label: words.refunds,
      isFigure: true,
      cell: ({ refundsMinor }) => writeMoney(refundsMinor, event),
    },
  ];
  const happened = rows.filter(({ tickets, refundsMinor }) => tickets > 0 || refundsMinor > 0);
  return (
    <DataTable
      caption={words.title}
      columns={columns}
      rows={happened.toReversed()}
      keyOf={({ nr }) => sales.buckets[nr] ?? ''}
    />
  );
}

import { shortMoneyFormatter } from '../../../values/money-formatter.ts';
import type { ShownSales } from './data.ts';
import type { ShownEvent } from '../event-layout/data.ts';
import type { ChartData } from '../components/time-chart/draw-chart.ts';
import { stackSeries } from '../components/time-chart/stack-series.ts';

type SoldType = ShownSales['types'][number];

/** The sums of one bucket. */
export type SalesRow = {
  /** The bucket's index. */
  nr: number;
  orders: number;
  tickets: number;
  salesMinor: number;
  refundsMinor: number;
};

export function addUpRows({ buckets, types, orders, refundsMinor }: ShownSales): SalesRow[] {
  const sum = (nr: number, read: (type: SoldType) => number[]): number =>
    types.reduce((total, type) => total + (read(type)[nr] ?? 0), 0);
  return buckets.map((_, nr) => ({
    nr,
    orders: orders[nr] ?? 0,
    tickets: sum(nr, (type) => type.tickets),
    salesMinor: sum(nr, (type) => type.salesMinor),
    refundsMinor: refundsMinor[nr] ?? 0,
  }));
}

/** A stack of ticket types, in their order. */
export function toChart(
  { types, buckets, to }: ShownSales,
  { timezone }: Pick<ShownEvent, 'timezone'>,
  {
    read,
    writeValue,
    others,
  }: { read: (type: SoldType) => number[]; writeValue: (value: number) => string; others: string },
): ChartData {
  const times = buckets.map((at) => Date.parse(at));
  const [last = 0, before = last] = times.toReversed();
  return {
    times,
    // The last bar is not over yet, and as wide as the others.
    end: Math.max(Date.parse(to), last + (last - before)),
    timezone,
    series: stackSeries(
      types.map((type) => ({ label: type.name, values: read(type) })),
      others,
    ),
    writeValue,
  };
}

/** A bucket's name, in the time zone of the event. */
export function writeBucket(
  { buckets, step }: ShownSales,
  nr: number,
  { timezone, locale }: Pick<ShownEvent, 'timezone' | 'locale'>,
  words: { weekOf: (day: string) => string },
): string {
  const at = new Date(buckets[nr] ?? 0);
  const write = (format: Intl.DateTimeFormatOptions): string =>
    at.toLocaleString(locale, { ...format, timeZone: timezone });
  if (step === 'month') return write({ month: 'long', year: 'numeric' });
  if (step === 'week') return words.weekOf(write({ day: 'numeric', month: 'short', year: 'numeric' }));
  if (step === 'day') return write({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
  return write({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZoneName: 'short' });
}

/** A short form of an amount: ₦1.2M. */
export const writeShortMoney = (
  minor: number,
  { locale, currency }: Pick<ShownEvent, 'locale' | 'currency'>,
): string => shortMoneyFormatter(locale, currency)(minor);

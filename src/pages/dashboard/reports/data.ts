import type { ReportFigures, ReportGroup, ReportRow, ReportSum } from '../../../reports/read-report.ts';
import type { DisputedSum } from '../../../reports/read-disputed.ts';
import type { TaxSum } from '../../../reports/read-taxes.ts';
import type { ChartRow } from './report-chart.ts';
import type { ReportPeriod } from '../../../reports/report-period.ts';

/** `days`: those of `from` and `to`. */
export type ShownPeriod = ReportPeriod | 'days';

/** Money is in minor units, days are `2026-11-16`. */
export type ReportsView = {
  /** As in the address, or the default. */
  period: ShownPeriod;
  by: ReportGroup;
  /** Empty: all. */
  eventId: string;
  /** The days that are reported on, by the clock of this zone. Null: no limit. */
  from: string | null;
  to: string | null;
  timezone: string;
  /** False while sales from before an upgrade are still being counted. */
  isCounted: boolean;
  rows: ReportRow[];
  /** Net by day, or by month for a longer period. */
  chart: { by: 'day' | 'month'; rows: ChartRow[] };
  /** The number of rows left out; the sums include them. */
  rowsLeft: number;
  /** `locale` formats the currency; `before` is the sum of the period before, if there was any. */
  sums: (ReportSum & { locale: string; before: ReportFigures | null })[];
  /** Rate by rate; empty: no taxes. */
  taxes: TaxSum[];
  /** Of each currency with any. */
  disputed: (DisputedSum & { locale: string })[];
  /** The period to compare with. */
  before: { from: string; to: string } | null;
  /** Choices of the filter. */
  events: { eventId: string; name: string; startsAt: string; timezone: string }[];
};

import type { ReportFigures, ReportGroup, ReportRow, ReportSum } from '../../../reports/read-report.ts';
import type { ReportPeriod } from '../../../reports/report-period.ts';

/** `days`: those of `from` and `to`. */
export type ShownPeriod = ReportPeriod | 'days';

/** Money is in minor units, days are `2026-11-16`. */
export type ReportsView = {
  /** As in the address, or what it begins with. */
  period: ShownPeriod;
  by: ReportGroup;
  /** Empty: all. */
  eventId: string;
  /** The days that are reported on, by the clock of this zone. Null: no limit. */
  from: string | null;
  to: string | null;
  timezone: string;
  /** False: what was sold before an upgrade is still being counted. */
  isCounted: boolean;
  rows: ReportRow[];
  /** How many more rows there are: they are in the sums. */
  rowsLeft: number;
  /** `locale` writes the currency as its country does; `before` is what it came to in the days before, if it came to anything. */
  sums: (ReportSum & { locale: string; before: ReportFigures | null })[];
  /** The days that it is compared with. */
  before: { from: string; to: string } | null;
  /** To choose from. */
  events: { eventId: string; name: string; startsAt: string; timezone: string }[];
};

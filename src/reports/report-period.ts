/** What a report can be about, but for days of one's own choice. */
export const REPORT_PERIODS = ['this_month', 'last_month', 'this_year', 'all'] as const;
export type ReportPeriod = (typeof REPORT_PERIODS)[number];

/** The first and the last day, as `2026-11-16`; null: no limit. */
export type ReportDays = { from: string | null; to: string | null };

/** The days of a period, given today's date where the report is read. */
export function daysOf(period: ReportPeriod, today: string): ReportDays {
  const [year = '', month = ''] = today.split('-');
  // The day before the first of this month.
  const lastMonthEnd = new Date(Date.UTC(Number(year), Number(month) - 1, 0)).toISOString().slice(0, 10);
  const days: Record<ReportPeriod, ReportDays> = {
    this_month: { from: `${year}-${month}-01`, to: today },
    last_month: { from: `${lastMonthEnd.slice(0, 7)}-01`, to: lastMonthEnd },
    this_year: { from: `${year}-01-01`, to: today },
    all: { from: null, to: null },
  };
  return days[period];
}

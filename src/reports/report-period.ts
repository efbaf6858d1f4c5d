/** What a report can be about, but for days of one's own choice. */
export const REPORT_PERIODS = ['this_month', 'last_month', 'this_year', 'all'] as const;
export type ReportPeriod = (typeof REPORT_PERIODS)[number];

/** The first and the last day, as `2026-11-16`; null: no limit. */
export type ReportDays = { from: string | null; to: string | null };

/** The days of a period, given today's date where the report is read. */
export function daysOf(period: ReportPeriod, today: string): ReportDays {
  const [year = '', month = ''] = today.split('-');
  switch (period) {
    case 'this_month':
      return { from: `${year}-${month}-01`, to: today };
    case 'last_month': {
      // The day before the first of this month.
      const to = new Date(Date.UTC(Number(year), Number(month) - 1, 0)).toISOString().slice(0, 10);
      return { from: `${to.slice(0, 7)}-01`, to };
    }
    case 'this_year':
      return { from: `${year}-01-01`, to: today };
    case 'all':
      return { from: null, to: null };
  }
}

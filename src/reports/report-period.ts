/** The periods of a report, besides days of one's own choice. */
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

const DAY_MS = 86_400_000;
const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/**
 * The period to compare with: the same days of the month or year before, a whole month with a whole month, and days of one's own choice
 * with as many right before them. Null without a beginning or an end.
 */
export function daysBefore(
  period: ReportPeriod | 'days',
  { from, to }: ReportDays,
): { from: string; to: string } | null {
  if (from === null || to === null || from > to) return null;
  if (period === 'days') {
    const start = Date.parse(from);
    return { from: dayAt(start - (Date.parse(to) - start) - DAY_MS), to: dayAt(start - DAY_MS) };
  }
  const [year, month] = from.split('-').map(Number) as [number, number];
  const [toYear, toMonth, toDay] = to.split('-').map(Number) as [number, number, number];
  const back = period === 'this_year' ? 12 : 1;
  // Some months are shorter than the one that they are compared with.
  const lastOfMonth = Date.UTC(toYear, toMonth - back, 0);
  const sameDay = Date.UTC(toYear, toMonth - 1 - back, toDay);
  const isWhole = period === 'last_month';
  return {
    from: dayAt(Date.UTC(year, month - 1 - back, 1)),
    to: dayAt(isWhole ? lastOfMonth : Math.min(sameDay, lastOfMonth)),
  };
}

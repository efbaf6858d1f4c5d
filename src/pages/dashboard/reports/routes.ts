import { Type } from 'typebox';
import { OneOf } from '../../../http/schema.ts';
import { COUNTRIES, localeOf } from '../../../money/countries.ts';
import { Refusal } from '../../../refusal.ts';
import { readDisputed } from '../../../reports/read-disputed.ts';
import { listReportedEvents } from '../../../reports/list-reported-events.ts';
import { readReport, REPORT_GROUPS, type ReportRow } from '../../../reports/read-report.ts';
import { readTaxes } from '../../../reports/read-taxes.ts';
import { daysBefore, daysOf, REPORT_PERIODS, type ReportDays } from '../../../reports/report-period.ts';
import { ROUTES } from '../../../routes.ts';
import { toWallTime } from '../../../values/wall-time.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import type { ShownPeriod } from './data.ts';
import type { ChartRow } from './report-chart.ts';
import type { PageRoutes } from '../access/page-routes.ts';

// Nobody reads longer lists: filter or export them. The sums include all rows.
const MAX_ROWS = 400;
// Two months. More bars are too thin on a phone.
const MAX_DAY_BARS = 62;
const A_DAY_MS = 86_400_000;

const Day = Type.String({ format: 'date-or-empty', default: '' });
// A form that is sent by the browser itself names every field, the empty ones too.
const Query = Type.Object({
  period: OneOf(['', ...REPORT_PERIODS, 'days'], { default: '' }),
  from: Day,
  to: Day,
  by: OneOf(['', ...REPORT_GROUPS], { default: '' }),
  event: Type.String({ format: 'uuid-or-empty', default: '' }),
});

/** The sales, payments and refunds of a host. */
export function registerReports(
  { view }: PageRoutes,
  { database, databaseNowMs }: Pick<DashboardDeps, 'database' | 'databaseNowMs'>,
): void {
  view(ROUTES.reports.view, { shows: 'reports', query: Query }, async ({ member, query }) => {
    const { hostId, country, eventIds } = member;
    const by = query.by || 'event';
    const period = query.period || 'this_month';
    const today = toWallTime(new Date(databaseNowMs()), COUNTRIES[country].timezone).slice(0, 10);
    const days = chosenDays({ period, from: query.from || null, to: query.to || null, today });
    const events = await listReportedEvents(database, { hostId, eventIds, chosenId: query.event || null });
    if (query.event && !events.some(({ eventId }) => eventId === query.event))
      throw new Refusal('not_found', 'There is no such event.');
    const of = { hostId, eventIds: query.event ? [query.event] : eventIds };
    const before = daysBefore(period, days);
    const chartBy = isShort(days) ? 'day' : 'month';
    const [{ rows, sums, isCounted, timezone }, charted, taxes, disputed, sumsBefore] = await Promise.all([
      readReport(database, { ...of, ...days, by }),
      readReport(database, { ...of, ...days, by: chartBy }),
      readTaxes(database, { ...of, ...days, by: null }),
      readDisputed(database, { ...of, ...days }),
      // By gateway: the fewest rows.
      before && readReport(database, { ...of, ...before, by: 'gateway' }).then((report) => report.sums),
    ]);
    return {
      period,
      by,
      eventId: query.event,
      ...days,
      timezone,
      isCounted,
      rows: rows.slice(0, MAX_ROWS),
      chart: { by: chartBy, rows: charted.rows.map(toChartRow) },
      rowsLeft: Math.max(0, rows.length - MAX_ROWS),
      sums: sums.map((sum) => ({
        ...sum,
        locale: localeOf(member.language, sum.country),
        before: sumsBefore?.find(({ currency }) => currency === sum.currency)?.all ?? null,
      })),
      taxes,
      disputed: disputed.map((sum) => ({ ...sum, locale: localeOf(member.language, sum.country) })),
      before,
      events: events.map((event) => ({ ...event, startsAt: event.startsAt.toISOString() })),
    };
  });
}

const toChartRow = ({ key, currency, netMinor }: ReportRow): ChartRow => ({ key, currency, netMinor });

/** Short enough for a bar a day. */
const isShort = ({ from, to }: ReportDays): boolean =>
  from !== null && to !== null && Date.parse(to) - Date.parse(from) <= MAX_DAY_BARS * A_DAY_MS;

function chosenDays({
  period,
  today,
  ...chosen
}: ReportDays & { period: ShownPeriod; today: string }): ReportDays {
  return period === 'days' ? chosen : daysOf(period, today);
}

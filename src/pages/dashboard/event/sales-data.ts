import type { Queryable } from '../../../db/database.ts';
import { countEventOrders } from '../../../reports/count-event-orders.ts';
import { readSalesOverTime, type ReadSalesOverTime } from '../../../reports/read-sales-over-time.ts';
import { Refusal } from '../../../refusal.ts';
import type { SalesPeriod } from '../../../values/sales-periods.ts';
import type { ShownSales } from './data.ts';

const DAY_MINUTES = 24 * 60;

// Bars that mean something to a person: half hours of the last day, days of the last month.
const READ: Record<SalesPeriod, Pick<ReadSalesOverTime, 'period' | 'step'>> = {
  all: { period: { from: null, to: null }, step: null },
  hour: { period: { lastMinutes: 60 }, step: '5m' },
  day: { period: { lastMinutes: DAY_MINUTES }, step: '30m' },
  week: { period: { lastMinutes: 7 * DAY_MINUTES }, step: '6h' },
  month: { period: { lastMinutes: 30 * DAY_MINUTES }, step: 'day' },
  year: { period: { lastMinutes: 365 * DAY_MINUTES }, step: 'week' },
};

/** When an event was sold, for the chart of its overview. */
export async function loadSales(
  tx: Queryable,
  { hostId, eventId, period }: { hostId: string; eventId: string; period: SalesPeriod },
): Promise<ShownSales> {
  const [sales, orderCount] = await Promise.all([
    readSalesOverTime(tx, { hostId, eventId, ...READ[period] }),
    countEventOrders(tx, { hostId, eventId }),
  ]);
  if (!sales) throw new Refusal('not_found', 'There is no such event, or it is not among yours.');
  const { types, buckets, to, step, isCounted } = sales;
  const addUp = (read: (type: (typeof types)[number]) => number[]): number[] =>
    buckets.map((_, nr) => types.reduce((sum, type) => sum + (read(type)[nr] ?? 0), 0));
  return {
    period,
    step,
    isCounted,
    orderCount,
    buckets: buckets.map((at) => at.toISOString()),
    to: to.toISOString(),
    orders: addUp((type) => type.orders),
    refundsMinor: addUp((type) => type.refundsMinor),
    types: types.map(({ ticketTypeId, name, tickets, salesMinor }) => ({
      ticketTypeId,
      name,
      tickets,
      salesMinor,
    })),
  };
}

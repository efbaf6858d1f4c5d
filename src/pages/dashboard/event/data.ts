import type { SecretKeys } from '../../../secrets/secret-keys.ts';
import type { TypeStatus } from '../../../orders/event-figures.ts';
import type { EventStatus } from '../../../events/event-schemas.ts';
import type { TimeStep } from '../../../reports/time-steps.ts';
import type { SalesPeriod } from './sales-periods.ts';
import type { ShownEvent, ShownFigures } from '../event-layout/data.ts';
import type { AttentionItem } from '../attention/data.ts';
import { readEvent } from '../../../events/event-fields.ts';
import { wasEverHeld } from '../../../events/publish-event.ts';
import { readPublishChecklist, type PublishItem } from '../../../events/publish-checklist.ts';
import type { Queryable } from '../../../db/database.ts';
import { countEventOrders } from '../../../reports/count-event-orders.ts';
import { readSalesOverTime, type ReadSalesOverTime } from '../../../reports/read-sales-over-time.ts';
import { Refusal } from '../../../refusal.ts';

/** An event as its host sees it. */
export type EventView = {
  event: ShownEvent;
  /** None where the member's role does not include figures. */
  types: {
    ticketTypeId: string;
    name: string;
    priceMinor: number;
    status: TypeStatus;
    figures: ShownFigures;
  }[];
  /** When it was sold. Null for a draft, and where the member's role does not include figures. */
  sales: ShownSales | null;
  attention: AttentionItem[];
  /** Its public page, where anybody reads about it and buys. */
  pageUrl: string;
  /** Where buyers buy, and where an integrator's server asks about it. */
  checkoutUrl: string;
  apiUrl: string;
  /** Null where the member's role does not include changing it. */
  publishing: Publishing | null;
};

/** How far an event is public, and what it lacks for that. */
export type Publishing = {
  status: EventStatus;
  isComingSoon: boolean;
  isUnlisted: boolean;
  /** From then on its slug stays, and it can't be deleted. */
  wasPublic: boolean;
  /** Somebody has ordered, or had tickets in a cart: it is no draft again. */
  wasHeld: boolean;
  /** Of a draft; of others none. */
  checklist: PublishItem[];
};

/** What an event sold over time. Lists have an entry for each of `buckets`. */
export type ShownSales = {
  period: SalesPeriod;
  step: TimeStep;
  /** False: sales from before an upgrade are still being counted. */
  isCounted: boolean;
  /** How many orders were confirmed in all. */
  orderCount: number;
  /** When each begins, in ISO 8601, and when the last one ends. */
  buckets: string[];
  to: string;
  orders: number[];
  refundsMinor: number[];
  types: { ticketTypeId: string; name: string; tickets: number[]; salesMinor: number[] }[];
};

/** How far an event is public, and of a draft what it lacks for that. */
export async function loadPublishing(
  deps: { database: Queryable; secretKeys: SecretKeys; hasSandbox: boolean },
  which: { hostId: string; eventId: string },
): Promise<Publishing> {
  const { status, isComingSoon, isUnlisted, firstPublicAt } = await readEvent(deps.database, which);
  const checklist = status === 'DRAFT' ? await readPublishChecklist(deps.database, deps, which) : [];
  return {
    status,
    isComingSoon,
    isUnlisted,
    wasPublic: firstPublicAt !== null,
    wasHeld: status === 'LIVE' && (await wasEverHeld(deps.database, which.eventId)),
    checklist,
  };
}

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
  if (!sales) throw new Refusal('not_found', 'There is no such event, or you don’t have access to it.');
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

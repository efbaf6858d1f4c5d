import type { SecretKeys } from '../../../secrets/secret-keys.ts';
import type { TypeStatus } from '../../../orders/event-figures.ts';
import type { EventStatus } from '../../../events/event-schemas.ts';
import type { TimeStep } from '../../../reports/time-steps.ts';
import type { SalesPeriod } from './sales-periods.ts';
import type { ShownEvent, ShownFigures } from '../event-layout/data.ts';
import type { ShownPreview } from '../event-layout/preview-data.ts';
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
  /** Null if the member's role does not include figures. */
  types: {
    ticketTypeId: string;
    name: string;
    priceMinor: number;
    status: TypeStatus;
    figures: ShownFigures;
  }[];
  /** Sales over time. Null for a draft, or if the member's role does not include figures. */
  sales: ShownSales | null;
  attention: AttentionItem[];
  /** Null unless it is a draft that the member may change. */
  preview: ShownPreview | null;
  /** The public page, with the event's details and its tickets. */
  pageUrl: string;
  /** The addresses for buyers, and for an integrator's server. */
  checkoutUrl: string;
  apiUrl: string;
  /** Null if the member's role does not include changing it. */
  publishing: Publishing | null;
};

/** An event's visibility, and the steps that it still needs. */
export type Publishing = {
  status: EventStatus;
  isComingSoon: boolean;
  /** By the operator: nobody of the host can start the sale. */
  isStopped: boolean;
  isUnlisted: boolean;
  /** The slug is fixed from then on, and the event can't be deleted. */
  wasPublic: boolean;
  /** Somebody has ordered, or had tickets in a cart, so it can't become a draft again. */
  wasHeld: boolean;
  /** For drafts only. */
  checklist: PublishItem[];
};

/** Sales of an event over time. Lists have an entry for each of `buckets`. */
export type ShownSales = {
  period: SalesPeriod;
  step: TimeStep;
  /** False: sales from before an upgrade are still being counted. */
  isCounted: boolean;
  /** The number of all confirmed orders. */
  orderCount: number;
  /** The start of each bucket, in ISO 8601, and the end of the last one. */
  buckets: string[];
  to: string;
  orders: number[];
  refundsMinor: number[];
  types: { ticketTypeId: string; name: string; tickets: number[]; salesMinor: number[] }[];
};

/** An event's visibility, and the steps that a draft still needs. */
export async function loadPublishing(
  deps: { database: Queryable; secretKeys: SecretKeys; hasSandbox: boolean },
  which: { hostId: string; eventId: string },
): Promise<Publishing> {
  const { status, isComingSoon, isStopped, isUnlisted, firstPublicAt } = await readEvent(
    deps.database,
    which,
  );
  const checklist = status === 'DRAFT' ? await readPublishChecklist(deps.database, deps, which) : [];
  return {
    status,
    isComingSoon,
    isStopped,
    isUnlisted,
    wasPublic: firstPublicAt !== null,
    wasHeld: status === 'LIVE' && (await wasEverHeld(deps.database, which.eventId)),
    checklist,
  };
}

const DAY_MINUTES = 24 * 60;

// Use bars that make sense to people: half hours for a day, days for a month.
const READ: Record<SalesPeriod, Pick<ReadSalesOverTime, 'period' | 'step'>> = {
  all: { period: { from: null, to: null }, step: null },
  hour: { period: { lastMinutes: 60 }, step: '5m' },
  day: { period: { lastMinutes: DAY_MINUTES }, step: '30m' },
  week: { period: { lastMinutes: 7 * DAY_MINUTES }, step: '6h' },
  month: { period: { lastMinutes: 30 * DAY_MINUTES }, step: 'day' },
  year: { period: { lastMinutes: 365 * DAY_MINUTES }, step: 'week' },
};

/** An event's sales over time, for the chart on its overview. */
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

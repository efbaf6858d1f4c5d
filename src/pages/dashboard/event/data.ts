import type { TypeStatus } from '../../../orders/event-figures.ts';
import type { EventStatus } from '../../../events/event-schemas.ts';
import type { PublishItem } from '../../../events/publish-checklist.ts';
import type { TimeStep } from '../../../reports/time-steps.ts';
import type { SalesPeriod } from '../../../values/sales-periods.ts';
import type { AttentionItem, HomeEvent, ShownFigures } from '../home/data.ts';

/** An event as its host sees it. */
export type EventView = {
  event: HomeEvent;
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

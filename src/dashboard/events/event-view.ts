import type { TypeStatus } from '../../orders/event-figures.ts';
import type { EventStatus } from '../../events/event-schemas.ts';
import type { PublishItem } from '../../events/publish-checklist.ts';
import type { HomeEvent, ShownFigures } from '../home/home-view.ts';

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

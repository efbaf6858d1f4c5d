import type { TypeStatus } from '../../orders/event-figures.ts';
import type { HomeEvent, ShownFigures } from '../home/home-view.ts';

/** An event as its host sees it. */
export type EventView = {
  event: HomeEvent;
  types: {
    ticketTypeId: string;
    name: string;
    priceMinor: number;
    status: TypeStatus;
    /** Null where the member's role does not include figures. */
    figures: ShownFigures | null;
  }[];
  /** Where buyers buy, and where an integrator's server asks about it. */
  checkoutUrl: string;
  apiUrl: string;
};

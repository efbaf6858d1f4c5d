import type { TypeStatus } from '../../orders/event-figures.ts';
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
  /** Where buyers buy, and where an integrator's server asks about it. */
  checkoutUrl: string;
  apiUrl: string;
};

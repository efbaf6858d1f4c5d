import type { HomeEvent } from '../home/home-view.ts';

/** The seats of the hall, and which ticket type each is sold as. */
export type EventSeatsView = {
  event: HomeEvent;
};

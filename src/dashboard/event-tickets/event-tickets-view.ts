import type { HomeEvent } from '../home/home-view.ts';

/** What is sold: prices, how many there are, and when. */
export type EventTicketsView = {
  event: HomeEvent;
};

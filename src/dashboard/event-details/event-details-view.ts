import type { HomeEvent } from '../home/home-view.ts';

/** What buyers read about the event, and where and when it is. */
export type EventDetailsView = {
  event: HomeEvent;
};

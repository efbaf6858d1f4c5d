import type { HomeEvent } from '../home/home-view.ts';

/** The checkout on a site of yours. */
export type EventEmbedView = {
  event: HomeEvent;
};

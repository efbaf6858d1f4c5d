import type { HomeEvent } from '../home/home-view.ts';

/** Webhooks: what your own server is told of each purchase. */
export type EventIntegrationsView = {
  event: HomeEvent;
};

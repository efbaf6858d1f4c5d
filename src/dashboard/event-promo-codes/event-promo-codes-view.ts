import type { HomeEvent } from '../home/home-view.ts';

/** Codes that take something off the price. */
export type EventPromoCodesView = {
  event: HomeEvent;
};

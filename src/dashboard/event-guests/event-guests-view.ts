import type { HomeEvent } from '../home/home-view.ts';

export type EventGuestsView = { event: HomeEvent };

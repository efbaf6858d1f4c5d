import type { HomeEvent } from '../home/home-view.ts';

export type AddGuestsView = { event: HomeEvent };

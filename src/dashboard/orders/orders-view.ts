import type { HomeEvent } from '../home/home-view.ts';

/** A host's orders, or those of one event. */
export type OrdersView = { event: HomeEvent | null };

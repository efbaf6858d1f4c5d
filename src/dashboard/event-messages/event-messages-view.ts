import type { HomeEvent } from '../home/home-view.ts';

export type EventMessagesView = { event: HomeEvent };

import type { HomeEvent } from '../home/home-view.ts';

/** How guests are added: given tickets one by one, from a list, or sold to without a gateway. */
export const WAYS = ['give', 'list', 'counter'] as const;
export type Way = (typeof WAYS)[number];

export type GivableType = {
  ticketTypeId: string;
  name: string;
  kind: 'GENERAL' | 'SEATED';
  /** In minor units of the event's currency. */
  priceMinor: number;
  left: number;
};

export type AddGuestsView = {
  event: HomeEvent;
  way: Way;
  /** In the order that buyers see. */
  ticketTypes: GivableType[];
};

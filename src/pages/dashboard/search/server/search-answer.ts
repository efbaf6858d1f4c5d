import type { OrderStatus } from '../../../../tickets/read-order.ts';
import type { FoundEvent } from '../../../../events/find-host-events.ts';

/** A match of a search, and its address. */
export type SearchResult =
  | { kind: 'event'; title: string; detail: string; href: string; status: FoundEvent['status'] }
  | { kind: 'order'; title: string; detail: string; href: string; status: OrderStatus };

export type SearchAnswer = { results: SearchResult[] };

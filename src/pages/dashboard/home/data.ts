import type { ShownEvents } from '../../../orders/event-figures.ts';
import type { AttentionItem } from '../attention/data.ts';
import type { ShownEvent, ShownSum } from '../event-layout/data.ts';

/** The data of a host's first page. */
export type HomeView = {
  shown: ShownEvents;
  /** The host has no event yet, not even a draft. */
  isFirst: boolean;
  events: ShownEvent[];
  nextCursor: string | null;
  sums: ShownSum[] | null;
  attention: AttentionItem[];
};

import type { AttentionItem } from '../attention/data.ts';
import type { ShownEvent, ShownSum } from '../event-layout/data.ts';

/** The data of a host's first page. */
export type HomeView = {
  /** The host has no event yet, not even a draft. */
  isFirst: boolean;
  /** The upcoming ones, the next first. */
  events: ShownEvent[];
  nextCursor: string | null;
  sums: ShownSum[] | null;
  attention: AttentionItem[];
};

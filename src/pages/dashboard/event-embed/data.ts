import type { Theme } from '../../../rules/theme.ts';
import type { ShownEvent } from '../event-layout/data.ts';

/** The checkout on a site of the host's. */
export type EventEmbedView = {
  event: ShownEvent;
  settings: { version: number; theme: Theme | null; color: string | null; origins: string[] | null };
  /** The address for a frame. */
  checkoutUrl: string;
  /** The host's own look at it, good for some hours: a draft is seen by nobody else. */
  previewUrl: string;
  /** What fits the tallest step, in pixels. */
  heights: { phone: number; desk: number };
};

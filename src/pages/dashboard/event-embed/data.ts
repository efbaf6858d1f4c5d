import type { Theme } from '../../../rules/theme.ts';
import type { ShownEvent } from '../event-layout/data.ts';

/** The checkout on the host's own site. */
export type EventEmbedView = {
  event: ShownEvent;
  settings: { version: number; theme: Theme | null; color: string | null; origins: string[] | null };
  /** The address for an iframe. */
  checkoutUrl: string;
  /** The event's page, for browsers without a script. */
  eventUrl: string;
  /** The host's own preview, valid for some hours: nobody else sees a draft. */
  previewUrl: string;
  /** The height of the tallest step, in pixels. */
  heights: { phone: number; desk: number };
};

/** To show the event to buyers: the QR code of its public page, and the heights of its embed. */
export type ShareEvent = { qr: { side: number; path: string }; heights: EventEmbedView['heights'] };

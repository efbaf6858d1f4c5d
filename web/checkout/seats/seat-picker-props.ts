import type { ReadonlySignal, Signal } from '@preact/signals';
import type { PageData } from '../../../src/checkout/embed/page-data-schema.ts';
import type { SeatMap } from '../../../src/inventory/seats/seat-map.ts';
import type { Ticket } from '../../../src/inventory/ticket-schema.ts';
import type { SeatTexts } from './texts-en.ts';

/** What the page hands to the seat picker, which comes as a chunk of its own: `import('./seat-picker.tsx')`. */
export type SeatPickerProps = {
  data: PageData;
  seatMap: SeatMap;
  /** Ticket types, kept up to date. */
  tickets: Ticket[];
  /** Ids of the seats the buyer wants. The picker writes it; total, promo code and the way on are the page's. */
  chosen: Signal<string[]>;
  /** Ids of the seats that this buyer holds or is asking for: the server calls them taken, and they are not lost. */
  held: ReadonlySignal<string[]>;
  texts: SeatTexts;
  formatMoney(minor: number): string;
  /** Ids of seats that went to someone else when these were to be held. The picker shows them, then empties it. */
  takenNotice: Signal<string[]>;
};

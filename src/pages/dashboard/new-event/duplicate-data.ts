import type { WallTime } from '../../../values/wall-time.ts';
import type { ShownEvent } from '../event-layout/data.ts';

/** An event that is about to be copied. */
export type DuplicateView = {
  event: ShownEvent;
  /** The id that the copy will have: whoever presses twice names the same one. */
  copyId: string;
  /** When it begins, on the clock of its place; and the next time that it could, as far from then as whole weeks go. */
  startsAt: WallTime;
  suggestedAt: WallTime;
  /** What there is of each, so that the page says what will be copied. */
  counts: {
    ticketTypes: number;
    seats: number;
    promoCodes: number;
    questions: number;
    doors: number;
    headliners: number;
    pictures: number;
    webhooks: number;
  };
  /** The address of a receiver that could serve the copy too, with a query of its own; null where there is none. */
  webhookUrl: string | null;
};

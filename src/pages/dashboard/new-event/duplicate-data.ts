import type { WallTime } from '../../../values/wall-time.ts';
import type { ShownEvent } from '../event-layout/data.ts';

/** An event that is about to be copied. */
export type DuplicateView = {
  event: ShownEvent;
  /** The id of the copy, so that two presses make one. */
  copyId: string;
  /** The start on the clock of its place, and the next such start, whole weeks later. */
  startsAt: WallTime;
  suggestedAt: WallTime;
  /** Counts of everything that will be copied. */
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
  /** The address of a receiver for the copy, with its own query, or null. */
  webhookUrl: string | null;
};

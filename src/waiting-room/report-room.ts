import type { Queryable } from '../db/database.ts';

/** What became of those who lined up. */
export type RoomReport = {
  linedUp: { early: number; late: number };
  letIn: number;
  /** Of those let in, who held a cart. */
  held: number;
  /** Of those, whose order was confirmed. */
  bought: number;
  left: number;
  /** Let in, and did not buy in time. */
  expired: number;
  /** From lining up to being let in; null where nobody was. For early ones, from the draw. */
  medianWaitSeconds: number | null;
  longestWaitSeconds: number | null;
  peakInside: number;
  /** The draw; null before it. */
  startedAt: Date | null;
  /** When it was closed; null while it runs. */
  endedAt: Date | null;
  /** How many were let in, over equal spans of whole minutes: at most 500 of them. */
  series: { startsAt: Date; letIn: number }[];
  seriesMinutes: number;
};

/** Null where the event has no room, or is another host's. */
export function readReport(
  _database: Queryable,
  _which: { hostId: string; eventId: string },
): Promise<RoomReport | null> {
  throw new Error('not there yet');
}

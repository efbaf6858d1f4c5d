import type { WaitingRoomPhase } from '../../../rules/waiting-room.ts';
import type { WallTime } from '../../../values/wall-time.ts';
import type { ShownEvent } from '../event-layout/data.ts';

// Dates are in ISO 8601.

/** As they are typed: the draw is on the event's clock. */
export type TypedSettings = {
  drawsAt: WallTime;
  perMinute: number;
  mostInside: number;
  admissionMinutes: number;
  asksEmail: boolean;
};

/** The current waiting room, updated live. */
export type ShownRoom = {
  phase: WaitingRoomPhase;
  drawsAt: string;
  isDrawn: boolean;
  settings: TypedSettings;
  /** Those who lined up before the draw, and those who came after it. */
  early: number;
  late: number;
  waiting: number;
  /** People who were let in and may still buy, or are buying. */
  inside: number;
  letIn: number;
  /** The share of the rate that applies now: below 1 while holds are slow. */
  pace: number;
  seedHash: string;
  /** Null before the draw. */
  seed: string | null;
};

/** The outcome for the people who lined up. */
export type ShownReport = {
  early: number;
  late: number;
  letIn: number;
  /** People who were let in and chose tickets, bought, or ran out of time. */
  held: number;
  bought: number;
  expired: number;
  /** People who left the line by choice. */
  left: number;
  /** The time from lining up, or from the draw, until they were let in; null if nobody was. */
  medianWaitSeconds: number | null;
  longestWaitSeconds: number | null;
  peakInside: number;
  /** The time of the draw; null if it was closed before. */
  startedAt: string | null;
  endedAt: string | null;
  /** People let in, in equal spans of `minutes`. */
  series: { startsAt: string; letIn: number }[];
  seriesMinutes: number;
};

export type EventWaitingRoomView = {
  event: ShownEvent;
  /** Null if there is none. A closed one stays until another is opened. */
  room: ShownRoom | null;
  /** The report of a closed waiting room. */
  report: ShownReport | null;
  /** For the form that opens one. */
  suggested: TypedSettings;
  /** When the first ticket type goes on sale; null: something is on sale already, or there is nothing to sell. */
  firstSaleAt: string | null;
  /** Public addresses: the waiting room, how the draw works, and the draw list. */
  addresses: { room: string; fairness: string; draw: string };
};

/** The data of the stream's event `waiting_room`. */
export type LiveRoom = { room: ShownRoom | null };

import type { RoomPhase } from '../../../rules/waiting-room.ts';
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

/** A room as it is at this moment: told live. */
export type ShownRoom = {
  phase: RoomPhase;
  drawsAt: string;
  isDrawn: boolean;
  settings: TypedSettings;
  /** Those who lined up before the draw, and those who came after it. */
  early: number;
  late: number;
  waiting: number;
  /** Were let in and may buy still, or are buying. */
  inside: number;
  letIn: number;
  /** The part of the rate that counts now: below 1 while tickets are held too slowly. */
  pace: number;
  seedHash: string;
  /** Null before the draw. */
  seed: string | null;
};

/** What became of those who lined up. */
export type ShownReport = {
  early: number;
  late: number;
  letIn: number;
  /** Of those who were let in: put tickets into a cart, bought, or let their time pass. */
  held: number;
  bought: number;
  expired: number;
  /** Left the line by themselves. */
  left: number;
  /** From lining up, or from the draw, until they were let in; null: nobody was. */
  medianWaitSeconds: number | null;
  longestWaitSeconds: number | null;
  peakInside: number;
  /** The draw; null: it was closed before. */
  startedAt: string | null;
  endedAt: string | null;
  /** How many were let in over equal spans of so many minutes. */
  series: { startsAt: string; letIn: number }[];
  seriesMinutes: number;
};

export type EventWaitingRoomView = {
  event: ShownEvent;
  /** Null: there is none. A closed one is there until another is opened. */
  room: ShownRoom | null;
  /** Of a room that is closed. */
  report: ShownReport | null;
  /** For the form that opens one. */
  suggested: TypedSettings;
  /** When the first ticket type goes on sale; null: something is on sale already, or there is nothing to sell. */
  firstSaleAt: string | null;
  /** For everybody: the room itself, why it is fair, and the list of the draw. */
  addresses: { room: string; fairness: string; draw: string };
};

/** Of the stream's event `waiting_room`. */
export type LiveRoom = { room: ShownRoom | null };

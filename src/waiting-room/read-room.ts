import type { Queryable } from '../db/database.ts';
import type { RoomPhase } from '../values/waiting-room.ts';
import type { RoomSettings } from './change-room.ts';

/** A room as its host sees it. */
export type HostRoom = RoomSettings & {
  phase: RoomPhase;
  createdAt: Date;
  drawnAt: Date | null;
  closedAt: Date | null;
  earlyCount: number;
  lateCount: number;
  /** Who wait now: not let in, and not left. */
  waitingNow: number;
  letIn: number;
  inside: number;
  peakInside: number;
  frontPlace: number;
  /** 1: the rate as it was set; less where the service was late to answer. */
  pace: number;
  /** In hex. */
  seedHash: string;
  seed: string | null;
};

/** Null where the event has none, or is another host's. */
export function readRoom(
  _database: Queryable,
  _which: { hostId: string; eventId: string },
): Promise<HostRoom | null> {
  throw new Error('not there yet');
}

import type { Queryable } from '../db/database.ts';
import type { WaitingRoomPhase } from '../rules/waiting-room.ts';
import type { RoomSettings } from './change-room.ts';

/** Of a row `room`. */
export const PHASE_SQL = `CASE WHEN room.closed_at IS NOT NULL THEN 'closed' WHEN room.drawn_at IS NULL THEN 'line_up'
  WHEN room.paused_at IS NOT NULL THEN 'paused' ELSE 'letting_in' END`;

/** A room as its host sees it. */
export type HostRoom = RoomSettings & {
  phase: WaitingRoomPhase;
  createdAt: Date;
  drawnAt: Date | null;
  closedAt: Date | null;
  earlyCount: number;
  lateCount: number;
  /** The entries behind the front, including those who left. */
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
export async function readRoom(
  database: Queryable,
  { hostId, eventId }: { hostId: string; eventId: string },
): Promise<HostRoom | null> {
  const { rows } = await database.query<HostRoom>(
    `SELECT ${PHASE_SQL} AS phase, room.draws_at AS "drawsAt", room.per_minute AS "perMinute", room.most_inside AS "mostInside",
            room.admission_minutes AS "admissionMinutes", room.asks_email AS "asksEmail", room.created_at AS "createdAt",
            room.drawn_at AS "drawnAt", room.closed_at AS "closedAt", room.early_count AS "earlyCount", room.late_count AS "lateCount",
            room.early_count + room.late_count - room.front_place AS "waitingNow", room.let_in_count AS "letIn",
            count_inside(room.event_id, clock_timestamp()) AS inside, room.peak_inside AS "peakInside",
            room.front_place AS "frontPlace", room.pace::float8, encode(room.seed_hash, 'hex') AS "seedHash", encode(room.seed, 'hex') AS seed
       FROM events AS event JOIN waiting_rooms AS room ON room.event_id = event.id
      WHERE event.id = $2 AND event.host_id = $1`,
    [hostId, eventId],
  );
  return rows[0] ?? null;
}

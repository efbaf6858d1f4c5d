import { createCachedLookUps } from '../cache/cached-look-ups.ts';
import type { Database } from '../db/database.ts';
import { pollAfterSeconds, type WaitingRoomPhase, type WaitingRoomState } from '../rules/waiting-room.ts';
import { createTurnoverMeter, type MeasureTurnover } from './measure-turnover.ts';
import { PHASE_SQL } from './read-room.ts';

// Everybody's question: one read a second and room, however many ask.
const FRESH_FOR_MS = 1_000;
const MAX_STATES = 1_000;

export function createStateReader(database: Database) {
  const states = createCachedLookUps<WaitingRoomState | null>({ max: MAX_STATES, freshForMs: FRESH_FOR_MS });
  const measure = createTurnoverMeter();
  return {
    read: (eventId: string): Promise<WaitingRoomState | null> =>
      states.find(eventId, () => readState(database, measure, eventId)),
    forgetAll: states.forgetAll,
  };
}

type StateRow = {
  phase: WaitingRoomPhase;
  now: Date;
  draws_at: Date;
  seed_hash: string;
  seed: string | null;
  asks_email: boolean;
  early_count: number;
  late_count: number;
  front_place: number;
  per_minute: number;
  most_inside: number;
  inside: number;
  admission_minutes: number;
};

/** Null: no room, or none that is open. */
async function readState(
  database: Database,
  measure: MeasureTurnover,
  eventId: string,
): Promise<WaitingRoomState | null> {
  const { rows } = await database.prepared.query<StateRow>(
    `SELECT ${PHASE_SQL} AS phase, clock_timestamp() AS now, room.draws_at, encode(room.seed_hash, 'hex') AS seed_hash,
            encode(room.seed, 'hex') AS seed, room.asks_email, room.early_count, room.late_count, room.front_place,
            greatest(1, round(room.per_minute * room.pace))::integer AS per_minute, room.most_inside, room.inside,
            room.admission_minutes
       FROM waiting_rooms AS room WHERE room.event_id = $1`,
    [eventId],
  );
  const [row] = rows;
  if (!row || row.phase === 'closed') return null;
  const inLine = row.early_count + row.late_count - row.front_place;
  const freeInside = Math.max(0, row.most_inside - row.inside);
  const measured = measure(eventId, {
    nowMs: row.now.getTime(),
    frontPlace: row.front_place,
    inside: row.inside,
    mostInside: row.most_inside,
  });
  return {
    phase: row.phase,
    now: row.now.toISOString(),
    drawsAt: row.draws_at.toISOString(),
    seedHash: row.seed_hash,
    seed: row.seed,
    asksEmail: row.asks_email,
    inLine,
    earlyCount: row.early_count,
    frontPlace: row.front_place,
    perMinute: row.per_minute,
    freeInside,
    // Until it was measured: as if everybody took all their time.
    perMinuteWhenFull: measured ?? row.most_inside / row.admission_minutes,
    pollSeconds: pollAfterSeconds(inLine),
  };
}

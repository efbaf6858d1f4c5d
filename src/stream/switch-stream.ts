import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseUnavailable, type Database, type Queryable } from '../db/database.ts';

// Shorter than the second after which PostgreSQL looks for deadlocks: whoever sells never loses to this.
const LOCK_TIMEOUT_MS = 400;
const MAX_TRIES = 25;

/**
 * Switches the outbox on or off for the whole database, and says whether it was the other way before. Off because it is full, it is on record
 * from when to when nothing was recorded. It waits for transactions that are
 * writing, and those that come wait for it: so it gives up soon and tries again, rather than have buyers wait behind it.
 */
export async function switchStream(
  database: Database,
  { isOn, isFull = false }: { isOn: boolean; isFull?: boolean },
): Promise<boolean> {
  for (let tried = 1; ; tried++) {
    try {
      return await database.transaction(async (tx) => {
        await tx.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
        const { rows } = await tx.query<{ has_changed: boolean }>('SELECT switch_stream($1) AS has_changed', [
          isOn,
        ]);
        await tx.query(
          isFull
            ? 'INSERT INTO stream_gaps DEFAULT VALUES ON CONFLICT DO NOTHING'
            : 'UPDATE stream_gaps SET ended_at = clock_timestamp() WHERE ended_at IS NULL',
        );
        return rows[0]?.has_changed ?? false;
      });
    } catch (error) {
      if (tried >= MAX_TRIES || !isDatabaseUnavailable(error)) throw error;
      await delay(LOCK_TIMEOUT_MS * Math.random());
    }
  }
}

export type StreamGap = { from: Date; to: Date | null };

type StreamGaps = {
  isOn: boolean;
  /** Off, because too many wait. */
  isFull: boolean;
  /** The last times in which nothing was recorded because too many waited. */
  gaps: StreamGap[];
};

export type StreamState = StreamGaps & {
  waiting: number;
  /** Null: none waits. */
  oldestWaitsSeconds: number | null;
};

const MAX_GAPS_TOLD = 10;

export async function readStreamGaps(on: Queryable): Promise<StreamGaps> {
  const { rows: gaps } = await on.query<StreamGap>(
    `SELECT began_at AS from, ended_at AS to FROM stream_gaps ORDER BY began_at DESC LIMIT ${MAX_GAPS_TOLD}`,
  );
  const { rows } = await on.query<{ is_on: boolean }>(
    `SELECT coalesce((SELECT bool_and(t.tgenabled <> 'D') FROM pg_trigger AS t WHERE t.tgname = 'orders_streamed'), false) AS is_on`,
  );
  const isOn = rows[0]?.is_on ?? false;
  return { isOn, isFull: !isOn && gaps[0]?.to === null, gaps };
}

export async function readStreamState(on: Queryable): Promise<StreamState> {
  const { rows } = await on.query<{ waiting: number; oldest_seconds: number | null }>(
    `SELECT (SELECT count(*) FROM stream_events) AS waiting,
            (SELECT greatest(0, extract(epoch FROM clock_timestamp() - written_at))::float8 FROM stream_events
              ORDER BY sequence LIMIT 1) AS oldest_seconds`,
  );
  const [row] = rows;
  return {
    ...(await readStreamGaps(on)),
    waiting: row?.waiting ?? 0,
    oldestWaitsSeconds: row?.oldest_seconds ?? null,
  };
}

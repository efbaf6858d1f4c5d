import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseUnavailable, type Database, type Queryable } from '../db/database.ts';

// Shorter than the second after which PostgreSQL looks for deadlocks: whoever sells never loses to this.
const LOCK_TIMEOUT_MS = 400;
const MAX_TRIES = 25;

/**
 * Switches the outbox on or off for the whole database, and says whether it was the other way before. It waits for transactions that are
 * writing, and those that come wait for it: so it gives up soon and tries again, rather than have buyers wait behind it.
 */
export async function switchStream(database: Database, isOn: boolean): Promise<boolean> {
  for (let tried = 1; ; tried++) {
    try {
      return await database.transaction(async (tx) => {
        await tx.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
        const { rows } = await tx.query<{ has_changed: boolean }>('SELECT switch_stream($1) AS has_changed', [
          isOn,
        ]);
        return rows[0]?.has_changed ?? false;
      });
    } catch (error) {
      if (tried >= MAX_TRIES || !isDatabaseUnavailable(error)) throw error;
      await delay(LOCK_TIMEOUT_MS * Math.random());
    }
  }
}

export type StreamState = {
  isOn: boolean;
  waiting: number;
  /** Null: none waits. */
  oldestWaitsSeconds: number | null;
};

export async function readStreamState(on: Queryable): Promise<StreamState> {
  const { rows } = await on.query<{ is_on: boolean; waiting: number; oldest_seconds: number | null }>(
    `SELECT coalesce((SELECT bool_and(t.tgenabled <> 'D') FROM pg_trigger AS t WHERE t.tgname = 'orders_streamed'), false) AS is_on,
            (SELECT count(*) FROM stream_events) AS waiting,
            (SELECT greatest(0, extract(epoch FROM clock_timestamp() - written_at))::float8 FROM stream_events
              ORDER BY sequence LIMIT 1) AS oldest_seconds`,
  );
  const [row] = rows;
  return {
    isOn: row?.is_on ?? false,
    waiting: row?.waiting ?? 0,
    oldestWaitsSeconds: row?.oldest_seconds ?? null,
  };
}

import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Database } from './database.ts';

/** Notifications (NOTIFY) from the database that something has changed. */
export type Changes = {
  /**
   * Calls `onChange` with the payload of every notification, and `onGap` after a time in which some may have been
   * missed: then everything that was cached before must be dropped.
   */
  listen(channel: string, listener: { onChange: (payload: string) => void; onGap: () => void }): void;
  /** How long the connection has been down, in milliseconds; 0 while it is up. */
  downForMs(): number;
  /**
   * The database's time, without asking the database: as it was last told, and what has passed since. This machine's own clock
   * may be minutes off, and differ from that of another process.
   */
  databaseNowMs(): number;
  start(): Promise<void>;
  close(): Promise<void>;
};

type Listener = { onChange: (payload: string) => void; onGap: () => void };

const RECONNECT_PAUSE_MS = 100;
// A connection that is dead without an error (a pulled cable) is noticed after this time.
const HEARTBEAT_MS = 1_000;

export function listenForChanges(database: Database, onError: (error: Error) => void): Changes {
  const listeners = new Map<string, Listener[]>();
  let client: pg.Client | null = null;
  let downSinceMs: number | null = performance.now();
  let closing = false;
  const clock = createDatabaseClock();

  const connect = async (): Promise<void> => {
    const next = database.dedicatedClient();
    next.on('error', () => {});
    next.on('notification', ({ channel, payload }) => {
      for (const listener of listeners.get(channel) ?? []) listener.onChange(payload ?? '');
    });
    try {
      await next.connect();
      for (const channel of listeners.keys()) await next.query(`LISTEN ${channel}`);
      await clock.hear(next);
    } catch (error) {
      await next.end().catch(() => {});
      throw error;
    }
    next.once('end', () => lost(next));
    client = next;
    downSinceMs = null;
    for (const listener of [...listeners.values()].flat()) listener.onGap();
  };

  const lost = (which: pg.Client): void => {
    if (client !== which || closing) return;
    client = null;
    downSinceMs = performance.now();
    void reconnect();
  };

  const reconnect = async (): Promise<void> => {
    for (;;) {
      if (closing || client) return;
      await connect().catch(async (error: Error) => {
        onError(error);
        await delay(RECONNECT_PAUSE_MS);
      });
    }
  };

  const heartbeat = setInterval(() => {
    const current = client;
    if (!current) return;
    const answered = clock.hear(current);
    const limit = delay(HEARTBEAT_MS, 'late' as const, { ref: false });
    Promise.race([answered, limit]).then(
      (result) => {
        if (result !== 'late') return;
        lost(current);
        current.end().catch(() => {});
      },
      () => lost(current),
    );
  }, HEARTBEAT_MS);
  heartbeat.unref();

  return {
    listen: (channel, listener) => void listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
    downForMs: () => (downSinceMs === null ? 0 : performance.now() - downSinceMs),
    databaseNowMs: clock.nowMs,
    start: reconnect,
    async close() {
      closing = true;
      clearInterval(heartbeat);
      await client?.end().catch(() => {});
    },
  };
}

/** The database's time, as it was last told. */
function createDatabaseClock() {
  /** Added to this process's steady clock, gives the database's time. */
  let offsetMs: number | null = null;
  return {
    async hear(from: pg.Client): Promise<void> {
      const askedAtMs = performance.now();
      const { rows } = await from.query<{ ms: number }>(
        'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
      );
      assert(rows[0], 'the database told no time');
      offsetMs = rows[0].ms - (askedAtMs + performance.now()) / 2;
    },
    nowMs(): number {
      assert(offsetMs !== null, 'the database was not heard yet');
      return performance.now() + offsetMs;
    },
  };
}

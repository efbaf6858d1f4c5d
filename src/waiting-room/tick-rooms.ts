import type { BatchWatch } from '../db/batcher.ts';
import type { Database } from '../db/database.ts';
import type { RoomMemory } from './room-memory.ts';

const TICK_MS = 1_000;
// One room whose lock is taken for long does not keep the others waiting.
const ROOMS_AT_ONCE = 4;
// Twenty times what a batch of holds takes on a busy day.
const LATE_BATCH_MS = 1_000;
const NOTE_EVERY_MS = 1_000;

/** Draws and lets in, once a second. All of it is in the rows: a process that is killed loses nothing, and another goes on. */
export function createTicker(options: {
  database: Database;
  memory: RoomMemory;
  onError: (error: Error) => void;
}) {
  const { database, memory, onError } = options;
  let timer: NodeJS.Timeout | null = null;
  let underWay: Promise<void> | null = null;

  async function tickAll(): Promise<void> {
    const rooms = await memory.all();
    const tickSome = async (): Promise<void> => {
      for (let next = rooms.pop(); next; next = rooms.pop()) {
        await database
          .query('SELECT * FROM tick_waiting_room(of_event => $1, room_seed => $2)', [
            next.room.eventId,
            next.seed,
          ])
          .catch((error: unknown) => onError(error as Error));
      }
    };
    await Promise.all(Array.from({ length: ROOMS_AT_ONCE }, tickSome));
  }

  return {
    start(): void {
      timer ??= setInterval(() => {
        underWay ??= tickAll()
          .catch((error: unknown) => onError(error as Error))
          .finally(() => (underWay = null));
      }, TICK_MS);
    },
    async close(): Promise<void> {
      if (timer) clearInterval(timer);
      await underWay;
    },
  };
}

/** Tells the rooms that holds come late, so that fewer are let in. Of every process that holds, whether it lets in or not. */
export function createLateness(options: {
  database: Database;
  memory: RoomMemory;
  onError: (error: Error) => void;
}) {
  let notedAtMs = -Infinity;
  let writing: Promise<void> | null = null;

  async function write(): Promise<void> {
    const rooms = await options.memory.all();
    if (rooms.length === 0) return;
    await options.database.query(
      `UPDATE waiting_rooms SET late_at = clock_timestamp() WHERE event_id = ANY(ARRAY(
         SELECT event_id FROM waiting_rooms WHERE event_id = ANY($1::uuid[]) ORDER BY event_id FOR NO KEY UPDATE))`,
      [rooms.map(({ room }) => room.eventId)],
    );
  }

  function note(): void {
    const nowMs = performance.now();
    if (writing || nowMs - notedAtMs < NOTE_EVERY_MS) return;
    notedAtMs = nowMs;
    writing = write()
      .catch((error: unknown) => options.onError(error as Error))
      .finally(() => (writing = null));
  }

  return {
    watch: (watch: BatchWatch): BatchWatch => ({
      begin: watch.begin,
      onBatch(size, tookMs) {
        if (tookMs > LATE_BATCH_MS) note();
        watch.onBatch(size, tookMs);
      },
      onRefused() {
        note();
        watch.onRefused();
      },
    }),
    async close(): Promise<void> {
      await writing;
    },
  };
}

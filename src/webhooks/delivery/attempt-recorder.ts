import type pg from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseUnavailable } from '../../db/database.ts';
import { errorMessage } from '../../log/error-message.ts';
import type { JobLogger } from '../../jobs/job-logger.ts';
import { recordAttempts, type EndedAttempt } from './record-attempts.ts';

const MAX_IN_BATCH = 512;
// Nobody waits for these records, and many at once cost little more than one. Only while there are enough to fill a batch is
// there no pause: it would hold back the next deliveries.
const PAUSE_MS = 50;
const RECORD_AGAIN_PAUSE_MS = 250;

/** Writes down how attempts went, many at a time: those that end while a batch is in the database form the next one. */
export function createAttemptRecorder(options: {
  pool: pg.Pool;
  leasedBy: string;
  logger: JobLogger;
  now: () => number;
  onRecorded: (ended: EndedAttempt) => void;
}) {
  let waiting: EndedAttempt[] = [];
  const unrecorded = new Set<string>();
  let writing: Promise<void> | null = null;
  let isClosing = false;

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MAX_IN_BATCH);
      waiting = waiting.slice(MAX_IN_BATCH);
      await write(batch);
      if (!isClosing && waiting.length < MAX_IN_BATCH) await delay(PAUSE_MS);
    }
  }

  async function write(batch: EndedAttempt[]): Promise<void> {
    try {
      await recordAttempts(options.pool, { ended: batch, leasedBy: options.leasedBy, nowMs: options.now() });
      for (const ended of batch) {
        unrecorded.delete(ended.deliveryId);
        options.onRecorded(ended);
      }
    } catch (error) {
      if (isDatabaseUnavailable(error) && !isClosing) {
        // Try again: a database that restarts must not make a receiver hear everything twice.
        await delay(RECORD_AGAIN_PAUSE_MS);
        waiting = [...batch, ...waiting];
      } else if (batch.length > 1 && !isDatabaseUnavailable(error)) {
        const half = Math.ceil(batch.length / 2);
        await write(batch.slice(0, half));
        await write(batch.slice(half));
      } else {
        // The leases run out, and another process takes these deliveries.
        for (const { deliveryId, attempt } of batch) {
          unrecorded.delete(deliveryId);
          const about = { deliveryId, attempt, error: errorMessage(error) };
          options.logger.error(about, 'the outcome of a webhook could not be recorded');
        }
      }
    }
  }

  return {
    add(ended: EndedAttempt): void {
      waiting.push(ended);
      unrecorded.add(ended.deliveryId);
      // One turn of the event loop later: attempts that end in the same tick join the batch.
      writing ??= new Promise<void>((resolve) => setImmediate(resolve)).then(writeAll).finally(() => {
        writing = null;
      });
    },
    /** The deliveries whose attempts have ended and are not on record yet. */
    unrecorded: (): ReadonlySet<string> => unrecorded,
    /** Resolves when all that was added is written, or can't be. */
    async close(): Promise<void> {
      isClosing = true;
      await writing;
    },
  };
}

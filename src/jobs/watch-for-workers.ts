import type { Database } from '../db/database.ts';
import { errorMessage } from '../log/error-message.ts';
import type { Logger } from '../log/logger.ts';
import type { JobKind } from './job-kind.ts';
import { writeRecurringJobs } from './run-jobs.ts';

const LOOK_EVERY_MS = 60_000;
// Recurring jobs are taken within seconds. A worker that is replaced by another may be away for a minute.
const PATIENCE_SECONDS = 120;

/**
 * For a process that leaves all jobs to others: says where nobody takes them. It writes the rows of recurring jobs that are missing too, so
 * that there is something to take from the start.
 */
export function watchForWorkers(options: {
  database: Database;
  kinds: readonly JobKind<unknown>[];
  logger: Logger;
  everyMs?: number;
}): { start(): Promise<void>; stop(): void } {
  const { database, kinds, logger, everyMs = LOOK_EVERY_MS } = options;
  const stopping = new AbortController();
  const recurring = kinds.filter((kind) => kind.everyMs !== undefined).map(({ kind }) => kind);
  let timer: NodeJS.Timeout | undefined;

  const look = async (): Promise<void> => {
    const waitsForSeconds = await readOldestDue(database, recurring);
    if (waitsForSeconds > PATIENCE_SECONDS)
      logger.warn(
        { oldestDueSeconds: Math.round(waitsForSeconds) },
        'jobs are due and nobody takes them: no e-mail, webhook or refund is sent until a start with --role worker runs',
      );
  };

  return {
    async start() {
      await writeRecurringJobs({ ...options, signal: stopping.signal });
      if (stopping.signal.aborted) return;
      timer = setInterval(() => {
        look().catch((error: unknown) =>
          logger.debug({ error: errorMessage(error) }, 'due jobs were not read'),
        );
      }, everyMs).unref();
    },
    stop() {
      stopping.abort();
      clearInterval(timer);
    },
  };
}

/** How long the oldest due job of these kinds has waited for a process, in seconds. */
async function readOldestDue({ prepared }: Database, kinds: readonly string[]): Promise<number> {
  const { rows } = await prepared.query<{ seconds: number | null }>(
    `SELECT extract(epoch FROM now() - min(due.run_at))::float8 AS seconds
       FROM unnest($1::text[]) AS wanted (kind) CROSS JOIN LATERAL (
         SELECT run_at FROM jobs
          WHERE jobs.kind = wanted.kind AND set_aside_at IS NULL AND run_at <= now()
            AND (leased_until IS NULL OR leased_until <= now())
          ORDER BY run_at, id LIMIT 1) AS due`,
    [kinds],
  );
  return rows[0]?.seconds ?? 0;
}

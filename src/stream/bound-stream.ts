import type { Database, Queryable } from '../db/database.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import type { Logger } from '../log/logger.ts';
import { readStreamGaps, switchStream } from './switch-stream.ts';

/**
 * The most events that wait for RabbitMQ, some 1.4 GB: half a day of the busiest sale that was measured, and years of a small shop. Without
 * a bound the outbox of a RabbitMQ that never comes back would fill the disk, and with it end all sales.
 */
export const MAX_WAITING = 2_000_000;

/** Stops recording when too many events wait, and records again once half of them are gone. */
export function boundStreamJob(
  deps: { database: Database; logger: Pick<Logger, 'info' | 'error'> },
  { maxWaiting = MAX_WAITING }: { maxWaiting?: number } = {},
): JobKind<Record<string, never>> {
  const { database, logger } = deps;
  return {
    kind: 'bound_stream',
    retryDelaysMs: [5_000, 30_000],
    leaseMs: 15_000,
    concurrency: 1,
    everyMs: 60_000,
    async run() {
      const { isOn, isFull } = await readStreamGaps(database);
      if (isOn && (await areMoreWaiting(database, maxWaiting))) {
        await switchStream(database, { isOn: false, isFull: true });
        logger.error(
          { waiting: maxWaiting },
          'the event stream is full: no event is recorded until RabbitMQ takes those that wait',
        );
      } else if (isFull && !(await areMoreWaiting(database, maxWaiting / 2))) {
        await switchStream(database, { isOn: true });
        logger.info('the event stream records events again: tessera stream status has what is missing');
      }
    },
  };
}

/** Counted only where the numbers say that there may be so many: numbers have gaps. */
async function areMoreWaiting(db: Queryable, count: number): Promise<boolean> {
  const { rows } = await db.query<{ areMore: boolean }>(
    `SELECT CASE WHEN (SELECT max(sequence) - min(sequence) FROM stream_events) >= $1::bigint
                 THEN (SELECT count(*) > $1::bigint FROM (SELECT 1 FROM stream_events LIMIT $1::bigint + 1) AS counted)
                 ELSE false END AS "areMore"`,
    [Math.floor(count)],
  );
  return rows[0]?.areMore ?? false;
}

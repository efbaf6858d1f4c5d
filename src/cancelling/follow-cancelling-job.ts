import type { Database } from '../db/database.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import type { JobKind } from '../jobs/job-kind.ts';

const EVERY_MS = 30_000;

/** Sees to it that nobody's money is forgotten: what was begun and has no job any more gets another. */
export function followCancellingJob(database: Database): JobKind<Record<string, never>> {
  return {
    kind: 'follow_cancelling',
    retryDelaysMs: [1_000, 5_000, 30_000],
    leaseMs: 15_000,
    concurrency: 1,
    everyMs: EVERY_MS,
    async run() {
      const { rows: cancellations } = await database.query<{ id: string }>(
        'SELECT id FROM event_cancellations WHERE finished_at IS NULL ORDER BY created_at LIMIT 1000',
      );
      for (const { id } of cancellations)
        await enqueueJob(database, {
          kind: 'cancel_orders',
          payload: { cancellationId: id },
          uniqueKey: id,
        });
      const { rows: postponements } = await database.query<{ id: string }>(
        'SELECT id FROM event_postponements WHERE finished_at IS NULL ORDER BY created_at LIMIT 1000',
      );
      for (const { id } of postponements)
        await enqueueJob(database, {
          kind: 'tell_postponement',
          payload: { postponementId: id },
          uniqueKey: id,
        });
    },
  };
}

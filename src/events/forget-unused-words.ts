import type { Database } from '../db/database.ts';
import type { JobKind } from '../jobs/job-kind.ts';

const A_DAY_MS = 24 * 60 * 60_000;

/** Words whose last event is gone would keep a typo from being forgiven: they look as if they still occurred. */
export function forgetUnusedWordsJob(database: Database): JobKind<Record<string, never>> {
  return {
    kind: 'forget_unused_words',
    retryDelaysMs: [A_DAY_MS / 24, A_DAY_MS / 2],
    leaseMs: 60_000,
    concurrency: 1,
    everyMs: A_DAY_MS,
    async run(_payload, { signal }) {
      const { rows } = await database.query<{ id: string }>('SELECT id FROM hosts');
      for (const { id } of rows) {
        if (signal.aborted) return;
        await database.query(
          `DELETE FROM search_words AS known WHERE host_id = $1 AND NOT EXISTS (
             SELECT 1 FROM events WHERE host_id = $1 AND search @@ quote_literal(known.word)::tsquery)`,
          [id],
        );
      }
    },
  };
}

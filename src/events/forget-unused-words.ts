import type { Database } from '../db/database.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import { hasWordsSql } from './choose-listed.ts';

const A_DAY_MS = 24 * 60 * 60_000;
// Each word is a look-up in the index of events: this many take a tenth of a second.
const SET_SIZE = 500;

/** Forgets words whose last event is gone. A typo that happens to be such a word would not be corrected. */
export function forgetUnusedWordsJob(database: Database): JobKind<Record<string, never>> {
  return {
    kind: 'forget_unused_words',
    retryDelaysMs: [A_DAY_MS / 24, A_DAY_MS / 2],
    leaseMs: 60_000,
    concurrency: 1,
    everyMs: A_DAY_MS,
    async run(_payload, { signal }) {
      const { rows } = await database.query<{ id: string }>('SELECT id FROM hosts');
      for (const { id } of rows) await forgetUnusedWordsOf(database, id, signal);
    },
  };
}

/** Through the host's vocabulary, a set of words at a time. */
async function forgetUnusedWordsOf(database: Database, hostId: string, signal: AbortSignal): Promise<void> {
  for (let after: string | null = ''; after !== null && !signal.aborted;) {
    const { rows }: { rows: { last: string | null; count: number }[] } = await database.query(
      `WITH looked_at AS MATERIALIZED (
         SELECT word FROM search_words WHERE host_id = $1 AND word > $2 ORDER BY word LIMIT ${SET_SIZE}
       ), forgotten AS (
         DELETE FROM search_words AS known
          WHERE host_id = $1 AND word = ANY (ARRAY(SELECT word FROM looked_at)) AND NOT EXISTS (
            SELECT 1 FROM events WHERE ${hasWordsSql('quote_literal(known.word)')})
       )
       SELECT max(word) AS last, count(*) FROM looked_at`,
      [hostId, after],
    );
    after = rows[0]?.count === SET_SIZE ? rows[0].last : null;
  }
}

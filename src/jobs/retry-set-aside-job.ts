import type { Queryable } from '../db/database.ts';
import { JOBS_DUE_CHANNEL } from './enqueue-job.ts';

const UNIQUE_VIOLATION = '23505';

export type Retried = 'retried' | 'not_there' | 'key_taken';

/**
 * Starts a job that was set aside from its first attempt. `key_taken`: its unique key has since been taken by another, which
 * does the same work.
 */
export async function retrySetAsideJob(tx: Queryable, id: string): Promise<Retried> {
  try {
    const { rowCount } = await tx.query(
      `WITH retried AS (
         UPDATE jobs SET set_aside_at = NULL, attempts = 0, run_at = now()
          WHERE id = $1 AND set_aside_at IS NOT NULL
         RETURNING kind
       )
       SELECT pg_notify('${JOBS_DUE_CHANNEL}', kind) FROM retried`,
      [id],
    );
    return rowCount === 1 ? 'retried' : 'not_there';
  } catch (error) {
    // The index decides. A look before would not do: another may be written at this moment.
    if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error;
    return 'key_taken';
  }
}

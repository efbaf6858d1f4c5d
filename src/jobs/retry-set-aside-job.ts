import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/database.ts';
import { JOBS_DUE_CHANNEL } from './enqueue-job.ts';

const UNIQUE_VIOLATION = '23505';

export type Retried = 'retried' | 'not_there' | 'key_taken';

/**
 * Starts a job that was set aside from its first attempt. `key_taken`: its unique key has since been taken by another, which
 * does the same work.
 */
export async function retrySetAsideJob(
  tx: Transaction,
  { id, actor }: { id: string; actor: Actor },
): Promise<Retried> {
  try {
    const { rows } = await tx.query<{ kind: string }>(
      `WITH retried AS (
         UPDATE jobs SET set_aside_at = NULL, attempts = 0, run_at = now()
          WHERE id = $1 AND set_aside_at IS NOT NULL
         RETURNING kind
       )
       SELECT kind, pg_notify('${JOBS_DUE_CHANNEL}', kind) FROM retried`,
      [id],
    );
    const [retried] = rows;
    if (!retried) return 'not_there';
    const subject = { id, name: retried.kind };
    await recordChange(tx, { hostId: null, actor, action: 'job.retry', subject });
    return 'retried';
  } catch (error) {
    // The index decides. A look before would not do: another may be written at this moment.
    if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error;
    return 'key_taken';
  }
}

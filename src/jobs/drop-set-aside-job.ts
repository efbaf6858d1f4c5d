import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/database.ts';

/** Forgets a job that was set aside: what it was to do stays undone. False where there is none of that id. */
export async function dropSetAsideJob(
  tx: Transaction,
  { id, actor }: { id: string; actor: Actor },
): Promise<boolean> {
  const { rows } = await tx.query<{ kind: string }>(
    'DELETE FROM jobs WHERE id = $1 AND set_aside_at IS NOT NULL RETURNING kind',
    [id],
  );
  const [dropped] = rows;
  if (!dropped) return false;
  const subject = { id, name: dropped.kind };
  await recordChange(tx, { hostId: null, actor, action: 'job.drop', subject });
  return true;
}

import type { Queryable } from '../db/database.ts';

/** Forgets a job that was set aside: what it was to do stays undone. False where there is none of that id. */
export async function dropSetAsideJob(tx: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await tx.query('DELETE FROM jobs WHERE id = $1 AND set_aside_at IS NOT NULL', [id]);
  return rowCount === 1;
}

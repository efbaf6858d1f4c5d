import type { Queryable } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import { MAX_PLANS } from './stored-plan.ts';

// With those that were put away: a host that makes more than these makes them by a program.
const MAX_PLANS_EVER = 2_000;

// The largest plan, published two hundred times; usual ones are a fiftieth of it. Versions are never deleted: events were sold by them.
const MAX_BYTES_OF_HOST = 500_000_000;

/** For what a host draws: its drafts, those they took the place of, and all versions, as they are stored. Nobody is locked: who comes at the same time may pass it by one plan. */
export async function requireSpaceForBytes(
  tx: Queryable,
  { hostId, maxBytes = MAX_BYTES_OF_HOST }: { hostId: string; maxBytes?: number },
): Promise<void> {
  const { rows } = await tx.query<{ bytes: number }>(
    `SELECT coalesce(sum(pg_column_size(p.draft) + coalesce(pg_column_size(p.former_draft), 0) + v.bytes), 0)::bigint AS bytes
       FROM seating_plans AS p
       CROSS JOIN LATERAL (SELECT coalesce(sum(pg_column_size(v.plan)), 0) AS bytes
                             FROM seating_plan_versions AS v WHERE v.plan_id = p.id) AS v
      WHERE p.host_id = $1`,
    [hostId],
  );
  if ((rows[0]?.bytes ?? 0) > maxBytes)
    throw new Refusal(
      'wrong_state',
      'Your seating plans and their versions use all available storage: delete some first.',
    );
}

/** As it is stored, compressed, with the draft that it took the place of. */
export async function bytesOfDraft(tx: Queryable, planId: string): Promise<number> {
  const { rows } = await tx.query<{ bytes: number }>(
    'SELECT pg_column_size(draft) + coalesce(pg_column_size(former_draft), 0) AS bytes FROM seating_plans WHERE id = $1',
    [planId],
  );
  return rows[0]?.bytes ?? 0;
}

/** Hosts are locked by those who change what each has a limited number of. Taken before any plan is locked. */
export const lockHost = (tx: Queryable, hostId: string): Promise<unknown> =>
  tx.query('SELECT 1 FROM hosts WHERE id = $1 FOR NO KEY UPDATE', [hostId]);

/** For one more in the list: a new one, or one that was put away. The caller has locked the host. */
export async function requireSpaceForPlan(
  tx: Queryable,
  hostId: string,
  which: 'new' | 'old',
): Promise<void> {
  const { rows } = await tx.query<{ used: number; ever: number }>(
    'SELECT count(*) FILTER (WHERE archived_at IS NULL) AS used, count(*) AS ever FROM seating_plans WHERE host_id = $1',
    [hostId],
  );
  const { used = 0, ever = 0 } = rows[0] ?? {};
  if (used >= MAX_PLANS || (which === 'new' && ever >= MAX_PLANS_EVER))
    throw new Refusal(
      'wrong_state',
      `You have ${used} seating plans, which is the maximum: archive some first.`,
    );
}

import type { Queryable } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import type { SeatingPlan } from '../seating-plans/plan-schema.ts';
import { parsePlan, type OfPlan } from './stored-plan.ts';

// A version or a file takes the place of the draft. Work in that draft that was never published is kept, once: until the next such work is
// replaced, or until it is brought back.

/** Whether draft `d` holds work of its own: it is none of the published versions. Texts of other lengths are not even read for it. */
const HAS_WORK = `(d.version IS DISTINCT FROM d.published_version AND NOT EXISTS (
  SELECT 1 FROM seating_plan_versions AS v WHERE v.plan_id = d.id AND v.plan = d.draft))`;

/** Whether replacing the draft would lose anything. */
export async function hasUnpublishedWork(database: Queryable, { hostId, planId }: OfPlan): Promise<boolean> {
  const { rows } = await database.query<{ has: boolean }>(
    `SELECT ${HAS_WORK} AS has FROM seating_plans AS d WHERE d.id = $1 AND d.host_id = $2`,
    [planId, hostId],
  );
  return rows[0]?.has ?? false;
}

export type FormerDraft = { seatCount: number; replacedAt: Date; instead: number };

export async function findFormerDraft(
  database: Queryable,
  { hostId, planId }: OfPlan,
): Promise<FormerDraft | null> {
  const { rows } = await database.query<FormerDraft>(
    `SELECT former_seats AS "seatCount", former_at AS "replacedAt", former_instead AS instead
       FROM seating_plans WHERE id = $1 AND host_id = $2 AND former_draft IS NOT NULL`,
    [planId, hostId],
  );
  return rows[0] ?? null;
}

export async function readFormerDraft(tx: Queryable, { hostId, planId }: OfPlan): Promise<SeatingPlan> {
  const { rows } = await tx.query<{ draft: string | null }>(
    'SELECT former_draft AS draft FROM seating_plans WHERE id = $1 AND host_id = $2',
    [planId, hostId],
  );
  const draft = rows[0]?.draft ?? null;
  if (draft === null) throw new Refusal('wrong_state', 'There is no earlier draft to bring back.');
  return parsePlan(draft);
}

/**
 * Called before the draft is replaced; the caller has locked the plan. A draft that is a published version holds no work of its own: what was
 * kept before stays then, so that a host who tries one version after the other loses nothing. `isBack`: the kept one is about to be the draft.
 */
export async function keepFormerDraft(
  tx: Queryable,
  { planId, isBack }: { planId: string; isBack: boolean },
): Promise<void> {
  await tx.query(
    `UPDATE seating_plans AS p
        SET (former_draft, former_seats, former_at, former_instead) = (
              SELECT p.draft, p.seat_count, clock_timestamp(), p.version + 1 WHERE work.is_own)
      FROM (SELECT ${HAS_WORK} AS is_own FROM seating_plans AS d WHERE d.id = $1) AS work
     WHERE p.id = $1 AND (work.is_own OR $2)`,
    [planId, isBack],
  );
  // One that stays kept has lost its place to the draft that comes now.
  await tx.query(
    'UPDATE seating_plans SET former_instead = version + 1 WHERE id = $1 AND former_draft IS NOT NULL',
    [planId],
  );
}

import type { Queryable } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import type { PlanChanges } from '../seating-plans/count-changes.ts';
import type { SeatingPlan } from '../seating-plans/plan-schema.ts';
import { parsePlan, type OfPlan } from './stored-plan.ts';

export type PlanVersionSummary = {
  number: number;
  publishedAt: Date;
  by: string;
  seatCount: number;
  changes: PlanChanges;
};

// Newest first; who looks for an older one has the events that use it.
const MAX_SHOWN = 100;

export async function listVersions(
  database: Queryable,
  { hostId, planId }: OfPlan,
): Promise<PlanVersionSummary[]> {
  const { rows } = await database.query<PlanVersionSummary>(
    `SELECT v.number, v.published_at AS "publishedAt", v.seat_count AS "seatCount", v.changes,
            coalesce(nullif(by.name, ''), by.email, '') AS by
       FROM seating_plans AS p JOIN seating_plan_versions AS v ON v.plan_id = p.id
       LEFT JOIN people AS by ON by.id = v.person_id
      WHERE p.id = $1 AND p.host_id = $2 ORDER BY v.number DESC LIMIT ${MAX_SHOWN}`,
    [planId, hostId],
  );
  return rows;
}

/** A version as it was published. */
export async function readVersion(
  database: Queryable,
  { hostId, planId, number }: OfPlan & { number: number },
): Promise<SeatingPlan> {
  const { rows } = await database.query<{ plan: string }>(
    `SELECT v.plan FROM seating_plans AS p JOIN seating_plan_versions AS v ON v.plan_id = p.id
      WHERE p.id = $1 AND p.host_id = $2 AND v.number = $3`,
    [planId, hostId, number],
  );
  if (!rows[0]) throw new Refusal('not_found', 'There is no such version of this plan.');
  return parsePlan(rows[0].plan);
}

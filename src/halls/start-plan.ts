import type { Actor } from '../audit/actor.ts';
import { noteUnchanged } from '../audit/record-change.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { checkPlan, forbidsToPublish } from '../seating-plans/check-plan.ts';
import type { PlanNote } from '../seating-plans/compile-plan.ts';
import { countSeats, type SeatingPlan } from '../seating-plans/plan-schema.ts';
import { readSource, storePlan, type PlanSource } from './create-plan.ts';
import { lockHost } from './plan-space.ts';
import { publishPlan } from './publish-plan.ts';

/** A plan of the host that an event can use at once. */
export type StartedPlan = {
  planId: string;
  /** The version to use; null: the plan has mistakes, which are to be mended first. */
  number: number | null;
  /** How many mistakes. */
  problems: number;
  notes: PlanNote[];
};

/**
 * A template or a file as a plan of the host, published. Where the host has the very same drawing under this name already, that one is
 * taken: who starts ten events from one template has one plan.
 */
export async function startPlan(
  tx: Transaction,
  {
    hostId,
    actor,
    name,
    ...source
  }: PlanSource & { from: 'template' | 'file'; hostId: string; actor: Actor; name: string },
): Promise<StartedPlan> {
  await lockHost(tx, hostId);
  const read = await readSource(tx, { hostId, name, ...source });
  const plan = { ...read.plan, name };
  const { notes } = read;
  const known = await findSame(tx, hostId, plan);
  if (known) {
    noteUnchanged(tx);
    return { ...known, problems: 0, notes };
  }
  const planId = await storePlan(tx, { hostId, actor, plan, source });
  const problems = checkPlan(plan).filter(forbidsToPublish).length;
  if (problems > 0) return { planId, number: null, problems, notes };
  const { number } = await publishPlan(tx, { hostId, planId, actor, version: 1 });
  return { planId, number, problems: 0, notes };
}

async function findSame(
  tx: Queryable,
  hostId: string,
  plan: SeatingPlan,
): Promise<{ planId: string; number: number } | null> {
  const { rows } = await tx.query<{ planId: string; number: number }>(
    `SELECT p.id AS "planId", v.number FROM seating_plans AS p
       JOIN seating_plan_versions AS v ON v.plan_id = p.id AND v.number = p.published
      WHERE p.host_id = $1 AND p.archived_at IS NULL AND p.name = $2 AND v.seat_count = $3 AND v.plan = $4
      ORDER BY p.changed_at DESC LIMIT 1`,
    [hostId, plan.name, countSeats(plan), JSON.stringify(plan)],
  );
  return rows[0] ?? null;
}

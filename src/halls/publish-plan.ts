import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import { checkPlan, forbidsToPublish } from '../seating-plans/check-plan.ts';
import { countChanges, type PlanChanges } from '../seating-plans/count-changes.ts';
import { countSeats } from '../seating-plans/plan-schema.ts';
import { requireSpaceForBytes } from './plan-space.ts';
import { readVersion } from './read-versions.ts';
import { lockPlan, readDraft, type OfPlan } from './stored-plan.ts';

/** More than anybody mends before looking again. */
const MAX_SHOWN_PROBLEMS = 200;

/** The draft becomes the newest version, for events to use. Those that use an older one stay with it until somebody says otherwise. */
export async function publishPlan(
  tx: Transaction,
  { hostId, planId, actor, version }: OfPlan & { actor: Actor; version: number },
): Promise<{ number: number; changes: PlanChanges }> {
  const { name, published } = await lockPlan(tx, { hostId, planId, version });
  const { plan } = await readDraft(tx, { hostId, planId });
  const problems = checkPlan(plan).filter(forbidsToPublish);
  if (problems.length > 0)
    throw new Refusal('not_ready', 'Fix the errors in the plan before you use it for an event.', {
      current: { count: problems.length, problems: problems.slice(0, MAX_SHOWN_PROBLEMS) },
    });
  if (countSeats(plan) === 0 && !plan.objects.some(({ type }) => type === 'standing'))
    throw new Refusal('not_ready', 'The plan has no seats and no standing areas yet.', {
      current: { count: 0, problems: [] },
    });
  await requireSpaceForBytes(tx, { hostId });
  const before = published === null ? null : await readVersion(tx, { hostId, planId, number: published });
  const changes = countChanges(before, plan);
  const number = (published ?? 0) + 1;
  await tx.query(
    `INSERT INTO seating_plan_versions (plan_id, number, plan, changes, seat_count, person_id)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [
      planId,
      number,
      JSON.stringify(plan),
      JSON.stringify(changes),
      countSeats(plan),
      actor.kind === 'member' ? actor.personId : null,
    ],
  );
  await tx.query(
    'UPDATE seating_plans SET published = $2, published_version = version, changed_at = clock_timestamp() WHERE id = $1',
    [planId, number],
  );
  await recordChange(tx, {
    hostId,
    actor,
    action: 'seating_plan.publish',
    subject: { id: planId, name },
    after: { number, ...changes },
  });
  return { number, changes };
}

import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/database.ts';
import { lockHost, requireSpaceForPlan } from './plan-space.ts';
import { lockPlan, type OfPlan } from './stored-plan.ts';

export async function renamePlan(
  tx: Transaction,
  { hostId, planId, actor, name }: OfPlan & { actor: Actor; name: string },
): Promise<void> {
  const before = await lockPlan(tx, { hostId, planId, version: null });
  await tx.query('UPDATE seating_plans SET name = $2, changed_at = clock_timestamp() WHERE id = $1', [
    planId,
    name,
  ]);
  await recordChange(tx, {
    hostId,
    actor,
    action: 'seating_plan.rename',
    subject: { id: planId, name },
    before: { name: before.name },
    after: { name },
  });
}

/** Out of the list, or back into it. Events that use the plan go on using it. */
export async function archivePlan(
  tx: Transaction,
  { hostId, planId, actor, isArchived }: OfPlan & { actor: Actor; isArchived: boolean },
): Promise<void> {
  if (!isArchived) await lockHost(tx, hostId);
  const { name, isArchived: wasArchived } = await lockPlan(tx, { hostId, planId, version: null });
  if (wasArchived && !isArchived) await requireSpaceForPlan(tx, hostId, 'old');
  await tx.query(
    'UPDATE seating_plans SET archived_at = CASE WHEN $2 THEN coalesce(archived_at, clock_timestamp()) END WHERE id = $1',
    [planId, isArchived],
  );
  await recordChange(tx, {
    hostId,
    actor,
    action: isArchived ? 'seating_plan.archive' : 'seating_plan.bring_back',
    subject: { id: planId, name },
  });
}

import { isSeated, type NewId, type SeatingPlan } from '../../../../seating-plans/plan-schema.ts';
import { mintId } from '../../../shared/mint-id.ts';

/** Ids that are new in the plan and in drawings by others at the same time. They are short, since a plan has thousands. */
export function createIds(plan: SeatingPlan): NewId {
  const taken = new Set(
    plan.objects.flatMap((object) => [
      object.id,
      ...(isSeated(object) ? object.seats.map(({ id }) => id) : []),
    ]),
  );
  const start = mintId().slice(0, 6);
  let count = 0;
  return () => {
    let id = '';
    do id = `${start}-${(count += 1).toString(36)}`;
    while (taken.has(id));
    return id;
  };
}

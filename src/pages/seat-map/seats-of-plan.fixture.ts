import { drawingOf } from '../../seating-plans/drawing.ts';
import { isSeated, type SeatingPlan } from '../../seating-plans/plan-schema.ts';
import type { Plan } from './plan.ts';

/** A seating plan as the map draws it. */
export function seatsOfPlan(plan: SeatingPlan): Plan {
  const sections = plan.sections.map(({ id }) => id);
  const categories = plan.categories.map(({ id }) => id);
  const seats = plan.objects.filter(isSeated).flatMap((object) =>
    object.seats.map(({ id, label, category, x, y, isAccessible, isRestrictedView }) => ({
      id,
      s: sections.indexOf(object.section),
      t: Math.max(categories.indexOf(category ?? ''), 0),
      r: object.label,
      n: label,
      x,
      y,
      ...(isAccessible && { a: 1 as const }),
      ...(isRestrictedView && { v: 1 as const }),
    })),
  );
  return { sections: plan.sections.map(({ name }) => name), seats, drawing: drawingOf(plan) };
}

import type { VNode } from 'preact';
import { isSeated } from '../../../../../seating-plans/plan-schema.ts';
import { useStudio } from '../studio.ts';
import { Fold } from './fields.tsx';

/** The number of seats and places, by category. */
export function PlanPart(): VNode {
  const { desk, texts } = useStudio();
  const { objects, categories } = desk.plan.value;
  const counts = new Map<string, number>();
  let [all, standing] = [0, 0];
  for (const object of objects) {
    if (object.type === 'standing') standing += object.capacity;
    if (!isSeated(object)) continue;
    all += object.seats.length;
    for (const { category = '' } of object.seats) counts.set(category, (counts.get(category) ?? 0) + 1);
  }
  const known = new Set(categories.map(({ id }) => id));
  const without = [...counts].reduce((sum, [id, many]) => (known.has(id) ? sum : sum + many), 0);
  const lines: [string, number][] = [
    [texts.seatsInAll, all],
    ...categories.map(({ id, name }): [string, number] => [name, counts.get(id) ?? 0]),
    ...(without > 0 ? [[texts.withoutCategory, without] as [string, number]] : []),
    ...(standing > 0 ? [[texts.standingInAll, standing] as [string, number]] : []),
  ];
  return (
    <Fold title={texts.seatCount}>
      <dl class="stack gap-2xs small plan-counts">
        {lines.map(([name, many], nth) => (
          <div key={nth}>
            <dt>{name}</dt>
            <dd>{texts.number(many)}</dd>
          </div>
        ))}
      </dl>
    </Fold>
  );
}

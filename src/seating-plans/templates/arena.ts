import { layRow, placeAt } from '../lay-row.ts';
import type { PlanRow, SeatingPlan } from '../plan-schema.ts';
import { boxOf, moveBy, rotateBy, transformObject, transformObjects } from '../transform.ts';
import { buildPlan, buildRow, createIds, idOf, markSeats } from './build.ts';

const BLOCKS = 8;
const ROWS = 12;
const INNERMOST = 9;
const BETWEEN_ROWS = 1.1;
// Of a block's 45 degrees the rest is an aisle.
const SPAN_DEGREES = 39;

/** Blocks all around the stage, in whole circles. Rows count from the stage. */
export function makeArena(): SeatingPlan {
  const newId = createIds();
  const sections = Array.from({ length: BLOCKS }, (_, nth) => `Block ${nth + 1}`);
  const blocks = sections.flatMap((section, block) =>
    Array.from({ length: ROWS }, (_, nth): PlanRow => {
      const row = buildRow(newId, {
        section: idOf(section),
        label: `${nth + 1}`,
        ...layRing(INNERMOST + nth * BETWEEN_ROWS),
        numbering: { kind: 'numbers' },
        category: idOf(nth < 4 ? 'Ringside' : nth < 8 ? 'Middle' : 'Upper'),
      });
      const marked =
        nth === ROWS - 1 && block % 2 === 0 ? markSeats(row, [0, 1], { isAccessible: true }) : row;
      return transformObject(marked, rotateBy((block * 360) / BLOCKS, { x: 0, y: 0 })) as PlanRow;
    }),
  );
  const plan = buildPlan('Arena in the round', {
    categories: ['Ringside', 'Middle', 'Upper'],
    sections,
    objects: [
      { type: 'stage', id: newId(), label: 'Stage', x: 0, y: 0, width: 10, height: 10, angle: 0 },
      ...blocks,
    ],
  });
  const all = new Set(plan.objects.map(({ id }) => id));
  return transformObjects(plan, all, moveBy({ x: 0, y: -(boxOf(plan, all)?.top ?? 0) }));
}

/** As many seats as there is room for in an arc around the stage, above it. */
function layRing(radius: number): { places: ReturnType<typeof placeAt>; curve: number } {
  const step = 2 * Math.asin(1 / (2 * radius));
  const count = Math.floor((SPAN_DEGREES * Math.PI) / 180 / step) + 1;
  const curve = radius * (1 - Math.cos(((count - 1) * step) / 2));
  const places = layRow({ count, spacing: 1, curve: -curve });
  return { places: placeAt(places, { x: 0, y: curve / 2 - radius }), curve: -curve };
}

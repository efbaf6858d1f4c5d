import { layRow, placeAt } from '../lay-row.ts';
import { prefixBySection } from '../number-plan.ts';
import type { PlanRow, SeatingPlan } from '../plan-schema.ts';
import { mirrorAt, rotateBy, transformObject } from '../transform.ts';
import { buildPlan, buildRow, createIds, idOf, markSeats } from './build.ts';

const SEATS = 22;
const TIERS = [
  { name: 'Lower', first: 101, rows: 16, y: 0, category: 'Lower tier' },
  { name: 'Upper', first: 201, rows: 12, y: 20, category: 'Upper tier' },
] as const;

/** One side of a stadium: two tiers of three blocks, the outer ones turned to the middle. Seats count from right to left. */
export function makeStadium(): SeatingPlan {
  const newId = createIds();
  const blocks = TIERS.flatMap((tier) =>
    [-1, 0, 1].map((side) => {
      const section = `Block ${tier.first + side + 1}`;
      const rows = Array.from({ length: tier.rows }, (_, nth): PlanRow => {
        const row = buildRow(newId, {
          section: idOf(section),
          label: `${nth + 1}`,
          places: placeAt(layRow({ count: SEATS, spacing: 1 }), { x: side * 24.5, y: tier.y + nth * 1.1 }),
          numbering: { kind: 'numbers', isFromRight: true },
          category: idOf(tier.category),
        });
        const marked =
          nth === tier.rows - 1 && side === 0 ? markSeats(row, [0, 1, -2, -1], { isAccessible: true }) : row;
        return turnOuter(marked, side);
      });
      return { section, rows };
    }),
  );
  const plan = buildPlan('Stadium block', {
    categories: TIERS.map(({ category }) => category),
    sections: blocks.map(({ section }) => section),
    objects: [
      { type: 'stage', id: newId(), label: 'Pitch', x: 0, y: -13, width: 60, height: 8, angle: 0 },
      ...blocks.flatMap(({ rows }) => rows),
    ],
  });
  // Rows are painted with the tier on the stairs: U1 is another than 1.
  return prefixBySection(plan, new Map(blocks.slice(3).map(({ section }) => [idOf(section), 'U'])));
}

/** The left block is turned around its inner corner; the right one is the left one in a mirror, but counts the same way. */
function turnOuter(row: PlanRow, side: number): PlanRow {
  const pivot = { x: -13, y: 0 };
  if (side === 0) return row;
  if (side < 0) return transformObject(row, rotateBy(18, pivot)) as PlanRow;
  const left = transformObject(row, mirrorAt('x', 0));
  const turned = transformObject(transformObject(left, rotateBy(18, pivot)), mirrorAt('x', 0));
  return turned as PlanRow;
}

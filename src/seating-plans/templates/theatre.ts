import { layRow, placeAt } from '../lay-row.ts';
import { letterLabel } from '../number-labels.ts';
import type { PlanRow, SeatingPlan } from '../plan-schema.ts';
import { buildPlan, buildRow, createIds, idOf, markSeats } from './build.ts';

const STALLS_ROWS = 14;
const BALCONY_ROWS = 5;
const BETWEEN_ROWS = 1.15;
const AISLE = 1.2;

/** Stalls and a balcony in curved rows with two aisles; odd numbers to the left of the middle and even ones to the right. */
export function makeTheatre(): SeatingPlan {
  const newId = createIds();
  const row = (part: {
    section: string;
    nth: number;
    side: number;
    middle: number;
    y: number;
    category: string;
  }): PlanRow => {
    const { side, middle } = part;
    const count = 2 * side + middle;
    const aisles = [side, side + middle].map((after) => ({ after, width: AISLE }));
    const curve = part.section === 'Stalls' ? 2.4 : 3.2;
    return buildRow(newId, {
      section: idOf(part.section),
      label: letterLabel(part.nth),
      places: placeAt(layRow({ count, spacing: 1, curve, aisles }), { x: 0, y: part.y }),
      numbering: { kind: 'odd_and_even', oddSide: 'left' },
      category: idOf(part.category),
      curve,
    });
  };
  const stalls = Array.from({ length: STALLS_ROWS }, (_, nth) =>
    row({
      section: 'Stalls',
      nth,
      side: 5 + Math.floor(nth / 3),
      middle: 12,
      y: nth * BETWEEN_ROWS,
      category: nth < 5 ? 'Premium' : 'Stalls',
    }),
  );
  const back = STALLS_ROWS * BETWEEN_ROWS + 3;
  const balcony = Array.from({ length: BALCONY_ROWS }, (_, nth) =>
    row({ section: 'Balcony', nth, side: 9, middle: 14, y: back + nth * BETWEEN_ROWS, category: 'Balcony' }),
  );
  return buildPlan('Theatre', {
    categories: ['Premium', 'Stalls', 'Balcony'],
    sections: ['Stalls', 'Balcony'],
    objects: [
      { type: 'stage', id: newId(), label: 'Stage', x: 0, y: -5, width: 16, height: 3, angle: 0 },
      ...stalls.map((one, nth) =>
        nth === STALLS_ROWS - 1 ? markSeats(one, [0, 1, -2, -1], { isAccessible: true }) : one,
      ),
      ...balcony.map((one) => markSeats(one, [0, -1], { isRestrictedView: true })),
    ],
  });
}

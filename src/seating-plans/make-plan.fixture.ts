import fc from 'fast-check';
import { layRow, placeAt } from './lay-row.ts';
import { labelsFor, letterLabel } from './number-labels.ts';
import type { PlanObject, PlanRow, SeatingPlan } from './plan-schema.ts';

/** A hall of straight rows: everything in it is fine. */
export function makePlan(rows = 3, seatsInRow = 5): SeatingPlan {
  const makeRow = (_: unknown, nth: number): PlanRow => {
    const labels = labelsFor(seatsInRow, { kind: 'numbers' });
    return {
      type: 'row',
      id: `r${nth}`,
      section: 'stalls',
      label: letterLabel(nth),
      spacing: 1,
      curve: 0,
      seats: placeAt(layRow({ count: seatsInRow, spacing: 1 }), { x: 0, y: nth }).map((place, at) => ({
        id: `r${nth}s${at}`,
        label: labels[at] ?? '',
        ...place,
        category: 'front',
      })),
    };
  };
  return {
    format: 'tessera-seating-plan',
    version: 1,
    name: 'Hall',
    categories: [{ id: 'front', name: 'Front', color: 1 }],
    sections: [{ id: 'stalls', name: 'Stalls' }],
    objects: Array.from({ length: rows }, makeRow),
  };
}

const BOX = { x: 3, y: 4, width: 2, height: 1, angle: 30 };
const POINTS = [
  { x: 0, y: 0 },
  { x: 4, y: 0 },
  { x: 0, y: 3 },
];
/** One of each kind that has no seats, and a table. */
export const OTHER_OBJECTS: readonly PlanObject[] = [
  { type: 'stage', id: 'o1', label: 'Stage', ...BOX },
  { type: 'standing', id: 'o2', label: 'Pit', points: POINTS, capacity: 300, category: 'front' },
  { type: 'outline', id: 'o9', section: 'stalls', points: POINTS },
  { type: 'text', id: 'o3', text: 'Exit', x: 1, y: 1, size: 1, angle: 0 },
  { type: 'rectangle', id: 'o4', ...BOX, color: 0 },
  { type: 'ellipse', id: 'o5', ...BOX, color: 1 },
  { type: 'polygon', id: 'o6', points: POINTS, color: 2 },
  { type: 'line', id: 'o7', points: POINTS, color: 3 },
  {
    type: 'table',
    id: 'o8',
    section: 'stalls',
    label: 'T1',
    shape: 'round',
    x: 30,
    y: 30,
    width: 2,
    height: 2,
    angle: 0,
    soldAs: 'whole',
    seats: [{ id: 'o8s1', label: '1', x: 30, y: 28.4, category: 'front' }],
  },
];

export const place = fc.record({
  x: fc.double({ min: -500, max: 500, noNaN: true }),
  y: fc.double({ min: -500, max: 500, noNaN: true }),
});

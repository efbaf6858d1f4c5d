import { layRow, placeAt } from '../lay-row.ts';
import type { PlanRow, SeatingPlan } from '../plan-schema.ts';
import { mirrorAt, moveBy, rotateBy, transformObject } from '../transform.ts';
import { buildPlan, buildRow, createIds, idOf, markSeats } from './build.ts';

const PEWS = 18;
const BETWEEN_PEWS = 1.3;
const MIDDLE_AISLE = 1.8;

/** Pews on both sides of a middle aisle, numbered across it; the choir in front, side by side; side aisles behind the pillars. */
export function makeChurch(): SeatingPlan {
  const newId = createIds();
  const nave = Array.from({ length: PEWS }, (_, nth): PlanRow => {
    const places = layRow({ count: 14, spacing: 1, aisles: [{ after: 7, width: MIDDLE_AISLE }] });
    const row = buildRow(newId, {
      section: idOf('Nave'),
      label: `${nth + 1}`,
      places: placeAt(places, { x: 0, y: nth * BETWEEN_PEWS }),
      numbering: { kind: 'numbers' },
      category: idOf(nth < 8 ? 'Front pews' : 'Back pews'),
    });
    return nth === 0 ? markSeats(row, [6, 7], { isAccessible: true }) : row;
  });
  const sides = [-1, 1].flatMap((side) =>
    Array.from({ length: 12 }, (_, nth): PlanRow => {
      const row = buildRow(newId, {
        section: idOf(side < 0 ? 'Left aisle' : 'Right aisle'),
        label: `${nth + 1}`,
        places: placeAt(layRow({ count: 4, spacing: 1 }), { x: side * 12, y: 4 + nth * BETWEEN_PEWS }),
        numbering: { kind: 'numbers', isFromRight: side < 0 },
        category: idOf('Side aisles'),
      });
      return markSeats(row, side < 0 ? [-1] : [0], { isRestrictedView: true });
    }),
  );
  const choir = ['A', 'B'].map((label, nth): PlanRow => {
    const row = buildRow(newId, {
      section: idOf('Choir left'),
      label,
      places: placeAt(layRow({ count: 8, spacing: 1 }), { x: 0, y: 0 }),
      numbering: { kind: 'numbers' },
      category: idOf('Choir'),
    });
    const turned = transformObject(row, rotateBy(90, { x: 0, y: 0 }));
    return transformObject(turned, moveBy({ x: -4 - 1.2 * nth, y: -7.5 })) as PlanRow;
  });
  const opposite = choir.map((row): PlanRow => {
    const mirrored = transformObject(row, mirrorAt('x', 0)) as PlanRow;
    return {
      ...mirrored,
      id: newId(),
      section: idOf('Choir right'),
      seats: mirrored.seats.map((seat) => ({ ...seat, id: newId() })),
    };
  });
  return buildPlan('Church', {
    categories: ['Front pews', 'Back pews', 'Side aisles', 'Choir'],
    sections: ['Choir left', 'Choir right', 'Nave', 'Left aisle', 'Right aisle'],
    objects: [
      { type: 'stage', id: newId(), label: 'Altar', x: 0, y: -14, width: 6, height: 2, angle: 0 },
      ...choir,
      ...opposite,
      ...nave,
      ...sides,
    ],
  });
}

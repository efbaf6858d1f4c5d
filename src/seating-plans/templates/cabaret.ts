import { layChairsAround, layChairsAtSides } from '../lay-chairs.ts';
import { layRow, placeAt } from '../lay-row.ts';
import { labelsFor } from '../number-labels.ts';
import type { PlanSeat, PlanTable, SeatingPlan } from '../plan-schema.ts';
import type { Point } from '../points.ts';
import { buildPlan, buildRow, createIds, idOf } from './build.ts';

const CHAIRS = 8;
const LINES = 4;
const IN_LINE = 5;

/** Round tables in staggered lines, long tables behind them, and stools at the bar. */
export function makeCabaret(): SeatingPlan {
  const newId = createIds();
  const seats = (places: readonly Point[], category: string): PlanSeat[] => {
    const labels = labelsFor(places.length, { kind: 'numbers' });
    return places.map((place, nth) => ({ id: newId(), label: labels[nth] ?? '', ...place, category }));
  };
  const round = Array.from({ length: LINES * IN_LINE }, (_, nth): PlanTable => {
    const line = Math.floor(nth / IN_LINE);
    const shift = line % 2 === 0 ? 0 : 1.25;
    const box = {
      x: ((nth % IN_LINE) - (IN_LINE - 1) / 2) * 5.2 + shift,
      y: 2 + line * 4.8,
      width: 2,
      height: 2,
      angle: 22.5,
    };
    return {
      type: 'table',
      id: newId(),
      section: idOf('Tables'),
      label: `T${nth + 1}`,
      shape: 'round',
      ...box,
      soldAs: 'chairs',
      seats: seats(
        layChairsAround({ ...box, count: CHAIRS }),
        idOf(line < 2 ? 'Front tables' : 'Back tables'),
      ),
    };
  });
  const long = [-9, 0, 9].map((x, nth): PlanTable => {
    const box = { x, y: 22.5, width: 6, height: 1.2, angle: 0 };
    const sides = { top: 5, right: 1, bottom: 5, left: 1 };
    return {
      type: 'table',
      id: newId(),
      section: idOf('Tables'),
      label: `L${nth + 1}`,
      shape: 'rectangular',
      ...box,
      soldAs: 'chairs',
      // A wheelchair has room at both ends.
      seats: seats(layChairsAtSides({ ...box, sides }), idOf('Back tables')).map((seat, chair) =>
        chair === 5 || chair === 11 ? { ...seat, isAccessible: true } : seat,
      ),
    };
  });
  const bar = buildRow(newId, {
    section: idOf('Bar'),
    label: 'Bar',
    places: placeAt(layRow({ count: 16, spacing: 1.4 }), { x: 0, y: 27 }),
    numbering: { kind: 'numbers' },
    category: idOf('Bar stools'),
  });
  return buildPlan('Cabaret tables', {
    categories: ['Front tables', 'Back tables', 'Bar stools'],
    sections: ['Tables', 'Bar'],
    objects: [
      { type: 'stage', id: newId(), label: 'Stage', x: 0, y: -4, width: 12, height: 3, angle: 0 },
      ...round,
      ...long,
      bar,
    ],
  });
}

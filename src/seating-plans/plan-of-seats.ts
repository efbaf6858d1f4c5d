import { LONGEST, MAX_COLOR, MAX_SEATS_IN_ROW } from './limits.ts';
import type { SeatOfPlan } from './compile-plan.ts';
import type { PlanRow, SeatingPlan } from './plan-schema.ts';

/** A plan of nothing but seats: what an event's hall, or a list of seats, is made of. Rows are in the order of their first seats. */
export function planOfSeats(name: string, seats: readonly (SeatOfPlan & { id: string })[]): SeatingPlan {
  const sections = idsOf(
    'section',
    seats.map(({ section }) => section),
  );
  const categories = idsOf(
    'category',
    seats.map(({ type }) => type),
  );
  const rows = Map.groupBy(seats, ({ section, rowLabel }) => `${section}\n${rowLabel}`);
  const objects = [...rows.values()]
    .flatMap((row) => cut(row))
    .map((row, nth): PlanRow => ({
      type: 'row',
      id: `row-${nth + 1}`,
      section: sections.get(row[0]?.section ?? '') ?? '',
      label: row[0]?.rowLabel ?? '',
      spacing: 1,
      curve: 0,
      seats: row.map(({ id, seatLabel, x, y, type, isAccessible, isRestrictedView }) => ({
        id,
        label: seatLabel,
        x,
        y,
        category: categories.get(type) ?? '',
        ...(isAccessible && { isAccessible }),
        ...(isRestrictedView && { isRestrictedView }),
      })),
    }));
  return {
    format: 'tessera-seating-plan',
    version: 1,
    name: Array.from(name).slice(0, LONGEST.plan).join(''),
    categories: [...categories].map(([called, id], nth) => ({
      id,
      name: called,
      color: (nth % MAX_COLOR) + 1,
    })),
    sections: [...sections].map(([called, id]) => ({ id, name: called })),
    objects,
  };
}

/** Lists that call all seats' rows the same are taken too. */
const cut = <Item>(row: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(row.length / MAX_SEATS_IN_ROW) }, (_, nth) =>
    row.slice(nth * MAX_SEATS_IN_ROW, (nth + 1) * MAX_SEATS_IN_ROW),
  );

const idsOf = (kind: string, names: readonly string[]): Map<string, string> =>
  new Map([...new Set(names)].map((name, nth) => [name, `${kind}-${nth + 1}`]));

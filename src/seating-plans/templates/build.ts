import { labelsFor, type Numbering } from '../number-labels.ts';
import type { NewId, PlanObject, PlanRow, SeatingPlan } from '../plan-schema.ts';
import type { Point } from '../points.ts';

/** Ids that are the same each time: a template is. */
export function createIds(): NewId {
  let count = 0;
  return () => `t${(count += 1)}`;
}

export type BuiltRow = {
  section: string;
  label: string;
  /** From left to right, as the audience sees it that looks to the stage. */
  places: readonly Point[];
  numbering: Numbering;
  category: string;
  curve?: number;
};

export const buildRow = (
  newId: NewId,
  { section, label, places, numbering, category, curve = 0 }: BuiltRow,
): PlanRow => {
  const labels = labelsFor(places.length, numbering);
  return {
    type: 'row',
    id: newId(),
    section,
    label,
    spacing: 1,
    curve,
    seats: places.map((place, nth) => ({ id: newId(), label: labels[nth] ?? '', ...place, category })),
  };
};

/** Marks seats of a row, by where they stand in it; from the end where below 0. */
export const markSeats = (
  row: PlanRow,
  at: readonly number[],
  mark: { isAccessible: true } | { isRestrictedView: true },
): PlanRow => {
  const marked = new Set(at.map((nth) => (nth < 0 ? row.seats.length + nth : nth)));
  return { ...row, seats: row.seats.map((seat, nth) => (marked.has(nth) ? { ...seat, ...mark } : seat)) };
};

/** Names are their own ids here. */
export const buildPlan = (
  name: string,
  {
    categories,
    sections,
    objects,
  }: { categories: readonly string[]; sections: readonly string[]; objects: readonly PlanObject[] },
): SeatingPlan => ({
  format: 'tessera-seating-plan',
  version: 1,
  name,
  categories: categories.map((category, nth) => ({ id: idOf(category), name: category, color: nth + 1 })),
  sections: sections.map((section) => ({ id: idOf(section), name: section })),
  objects,
});

export const idOf = (name: string): string => name.toLowerCase().replaceAll(' ', '-');

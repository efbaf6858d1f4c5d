import { LONGEST } from './limits.ts';
import { labelsFor, type Numbering } from './number-labels.ts';
import { isSeated, type SeatingPlan } from './plan-schema.ts';
import { changeObjects } from './transform.ts';

/** Numbers the seats of each row by itself; `asOne` runs on from one to the next, as over an aisle. Rows are taken in the order given. */
export function numberSeats(
  plan: SeatingPlan,
  rowIds: readonly string[],
  numbering: Numbering,
  { asOne = false }: { asOne?: boolean } = {},
): SeatingPlan {
  const byId = new Map(plan.objects.filter(isSeated).map((object) => [object.id, object]));
  const rows = rowIds.flatMap((id) => byId.get(id) ?? []);
  const groups = asOne ? [rows] : rows.map((row) => [row]);
  const labels = new Map<string, string>();
  for (const group of groups) {
    const seats = group.flatMap((row) => row.seats);
    for (const [nth, label] of labelsFor(seats.length, numbering).entries())
      labels.set(seats[nth]?.id ?? '', label);
  }
  return changeObjects(plan, new Set(rowIds), (object) =>
    isSeated(object)
      ? {
          ...object,
          seats: object.seats.map((seat) => ({ ...seat, label: labels.get(seat.id) ?? seat.label })),
        }
      : object,
  );
}

/** Names rows or tables, in the order given. */
export function labelRows(plan: SeatingPlan, rowIds: readonly string[], numbering: Numbering): SeatingPlan {
  const labels = labelsFor(rowIds.length, numbering);
  const byId = new Map(rowIds.map((id, nth) => [id, labels[nth] ?? '']));
  return changeObjects(plan, new Set(rowIds), (object) =>
    isSeated(object) ? { ...object, label: byId.get(object.id) ?? object.label } : object,
  );
}

export type Renaming = { of: 'rows' | 'seats'; find?: string; replace?: string; prefix?: string };

/** Changes many labels at once: every `find` becomes `replace`, and then the prefix is put before. What would be too long stays as it is. */
export function renameLabels(
  plan: SeatingPlan,
  rowIds: readonly string[],
  { of, find = '', replace = '', prefix = '' }: Renaming,
): SeatingPlan {
  const rename = (label: string, longest: number): string => {
    const renamed = `${prefix}${find === '' ? label : label.replaceAll(find, () => replace)}`;
    return Array.from(renamed).length > longest ? label : renamed;
  };
  return changeObjects(plan, new Set(rowIds), (object) => {
    if (!isSeated(object)) return object;
    return of === 'rows'
      ? { ...object, label: rename(object.label, LONGEST.row) }
      : {
          ...object,
          seats: object.seats.map((seat) => ({ ...seat, label: rename(seat.label, LONGEST.seat) })),
        };
  });
}

/** Puts a prefix of its section before each row. */
export const prefixBySection = (plan: SeatingPlan, prefixes: ReadonlyMap<string, string>): SeatingPlan =>
  [...prefixes].reduce((before, [sectionId, prefix]) => {
    const rows = before.objects.filter((object) => isSeated(object) && object.section === sectionId);
    return renameLabels(
      before,
      rows.map(({ id }) => id),
      { of: 'rows', prefix },
    );
  }, plan);

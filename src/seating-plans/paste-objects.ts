import { continueLabels, lettersOf } from './continue-labels.ts';
import {
  LONGEST,
  MAX_CATEGORIES,
  MAX_COORDINATE,
  MAX_OBJECTS,
  MAX_OUTLINES,
  MAX_SEATS,
  MAX_SECTIONS,
} from './limits.ts';
import { roundObject } from './make-objects.ts';
import {
  countOutlines,
  countSeats,
  isSeated,
  type Category,
  type NewId,
  type PlanObject,
  type PlanRow,
  type PlanTable,
  type SeatingPlan,
} from './plan-schema.ts';
import { pointsOf, transformObject, type Transform } from './transform.ts';

/** The part of a plan that was copied: a small plan of its own, so that a file and the clipboard are read by the same rules. */
export const takeObjects = (plan: SeatingPlan, ids: ReadonlySet<string>): SeatingPlan => {
  const { background: _, ...rest } = plan;
  const objects = plan.objects.filter(({ id }) => ids.has(id));
  const sections = new Set(objects.flatMap((object) => ('section' in object ? [object.section] : [])));
  const categories = new Set(objects.flatMap(categoriesOf));
  return {
    ...rest,
    sections: plan.sections.filter(({ id }) => sections.has(id)),
    categories: plan.categories.filter(({ id }) => categories.has(id)),
    objects,
  };
};

const categoriesOf = (object: PlanObject): readonly (string | undefined)[] =>
  isSeated(object)
    ? object.seats.map(({ category }) => category)
    : object.type === 'standing'
      ? [object.category]
      : [];

export type Pasted = { plan: SeatingPlan; copies: string[] };

/**
 * Puts a part of this plan, or of another one, into the plan, above all else. Everything gets an id of its own; sections and categories are
 * found by their names, and made where there are none; labels go on counting. Null if the plan would be larger than plans may be.
 */
export function pasteObjects(
  plan: SeatingPlan,
  part: SeatingPlan,
  { newId, transform }: { newId: NewId; transform: Transform },
): Pasted | null {
  const { categories, idOf: categoryOf } = joinCategories(plan, part, newId);
  const { sections, idOf: sectionOf } = joinSections(plan, part, newId);
  const seatIds = new Map(
    part.objects.filter(isSeated).flatMap(({ seats }) => seats.map(({ id }) => [id, newId()])),
  );
  // The clipboard may say one id twice.
  const idOf = (id: string, given = seatIds.get(id)): string => {
    if (given === undefined || used.has(given)) return newId();
    used.add(given);
    return given;
  };
  const used = new Set<string>();
  const own = new Set(plan.objects.filter(isSeated).flatMap(({ seats }) => seats.map(({ id }) => id)));
  const painted = <Item extends { category?: string | undefined }>({ category, ...item }: Item) => {
    const id = category === undefined ? undefined : categoryOf.get(category);
    return { ...item, ...(id !== undefined && { category: id }) };
  };
  const copies = place(part.objects, transform).map((object): PlanObject => {
    const copy = { ...object, id: newId() };
    if (copy.type === 'standing') return painted(copy);
    const ofSection = <Item extends { section: string }>(item: Item): Item => ({
      ...item,
      section: sectionOf.get(item.section) ?? item.section,
    });
    if (copy.type === 'outline') return ofSection(copy);
    if (!isSeated(copy)) return copy;
    const seats = copy.seats.map(({ companionOf, ...seat }) => {
      // With the copy of its seat where that was copied too, else with the seat itself, if that is in this plan.
      const partner =
        seatIds.get(companionOf ?? '') ?? (own.has(companionOf ?? '') ? companionOf : undefined);
      return {
        ...painted(seat),
        id: idOf(seat.id),
        ...(partner !== undefined && { companionOf: partner }),
      };
    });
    return ofSection({ ...copy, seats });
  });
  const next = { ...plan, categories, sections, objects: [...plan.objects, ...relabel(plan, copies)] };
  const isTooLarge =
    next.objects.length > MAX_OBJECTS ||
    countSeats(next) > MAX_SEATS ||
    countOutlines(next) > MAX_OUTLINES ||
    sections.length > MAX_SECTIONS ||
    categories.length > MAX_CATEGORIES;
  return isTooLarge ? null : { plan: next, copies: copies.map(({ id }) => id) };
}

/** The same again within the plan; the plan as it is if it would be too large. */
export const copyObjects = (
  plan: SeatingPlan,
  ids: ReadonlySet<string>,
  how: { newId: NewId; transform: Transform },
): Pasted => pasteObjects(plan, takeObjects(plan, ids), how) ?? { plan, copies: [] };

/** Moved as asked for; left where it was if a place would be outside of what may be drawn. */
function place(objects: readonly PlanObject[], transform: Transform): PlanObject[] {
  const moved = objects.map((object) => roundObject(transformObject(object, transform)));
  const isInside = moved.every((object) =>
    pointsOf(object).every(({ x, y }) => Math.abs(x) <= MAX_COORDINATE && Math.abs(y) <= MAX_COORDINATE),
  );
  return isInside ? moved : [...objects];
}

const sameName = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

function joinCategories(
  plan: SeatingPlan,
  part: SeatingPlan,
  newId: NewId,
): { categories: Category[]; idOf: Map<string, string> } {
  const categories = [...plan.categories];
  const idOf = new Map<string, string>();
  for (const category of part.categories) {
    const known =
      categories.find(({ id, name }) => id === category.id && name === category.name) ??
      categories.find(({ name }) => sameName(name, category.name));
    const joined = known ?? { ...category, id: newId() };
    if (!known) categories.push(joined);
    idOf.set(category.id, joined.id);
  }
  return { categories, idOf };
}

type Section = SeatingPlan['sections'][number];

function joinSections(
  plan: SeatingPlan,
  part: SeatingPlan,
  newId: NewId,
): { sections: Section[]; idOf: Map<string, string> } {
  const sections = [...plan.sections];
  const idOf = new Map<string, string>();
  for (const section of part.sections) {
    const known =
      sections.find(({ id, name }) => id === section.id && name === section.name) ??
      sections.find(({ name }) => sameName(name, section.name));
    const joined =
      known && !isWholeBlock(plan, part, known)
        ? known
        : { id: newId(), name: known ? nextName(sections, section.name) : section.name };
    if (joined !== known) sections.push(joined);
    idOf.set(section.id, joined.id);
  }
  return { sections, idOf };
}

/** All rows of a section that has a number: the copy is the next block, in which rows keep their labels. */
function isWholeBlock(plan: SeatingPlan, part: SeatingPlan, { id, name }: Section): boolean {
  const copied = new Set(part.objects.map((object) => object.id));
  const rows = plan.objects.filter((object) => isSeated(object) && object.section === id);
  return rows.length > 1 && /\d$/.test(name) && rows.every((row) => copied.has(row.id));
}

const nextName = (sections: readonly Section[], name: string): string => {
  const taken = new Set(sections.map((section) => section.name));
  const [next = name] = continueLabels([name], {
    taken: taken.add(name),
    letters: lettersOf([]),
    longest: LONGEST.section,
  });
  return next;
};

/** Rows and tables that are called as others of their section go on counting, and so do standing areas. */
function relabel(plan: SeatingPlan, copies: readonly PlanObject[]): PlanObject[] {
  const before = plan.objects.filter(isCounted);
  const letters = lettersOf(before.filter(isSeated).map(({ label }) => label));
  const labels = new Map<string, string>();
  for (const [section, those] of Map.groupBy(copies.filter(isCounted), sectionOrNone)) {
    const taken = new Set(
      before.filter((object) => sectionOrNone(object) === section).map(({ label }) => label),
    );
    // One without a label has none to count from.
    const named = those.filter(({ label }) => label.trim() !== '');
    const next = continueLabels(
      named.map(({ label }) => label),
      { taken, letters, longest: section === null ? LONGEST.section : LONGEST.row },
    );
    for (const [nth, { id }] of named.entries()) labels.set(id, next[nth] ?? '');
  }
  return copies.map((object) =>
    isCounted(object) ? { ...object, label: labels.get(object.id) ?? object.label } : object,
  );
}

type Counted = PlanRow | PlanTable | Extract<PlanObject, { type: 'standing' }>;
const isCounted = (object: PlanObject): object is Counted => isSeated(object) || object.type === 'standing';
/** Standing areas are in no section, and count among themselves. */
const sectionOrNone = (object: Counted): string | null => ('section' in object ? object.section : null);

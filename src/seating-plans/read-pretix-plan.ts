import { Refusal } from '../refusal.ts';
import { isLine } from '../values/person-name.ts';
import type { PlanNote } from './compile-plan.ts';
import { fieldsOf, listOf, numberOf, textOf, type JsonFields } from './json-fields.ts';
import {
  LONGEST,
  MAX_CATEGORIES,
  MAX_COLOR,
  MAX_COORDINATE,
  MAX_OBJECTS,
  MAX_SEATS,
  MAX_SEATS_IN_ROW,
} from './limits.ts';
import type { PlanObject, PlanRow, SeatingPlan } from './plan-schema.ts';
import { boundsOf, distance, middleOf, type Point } from './points.ts';
import { readPretixArea } from './read-pretix-area.ts';

// pretix's seating plans (its seating-plan.schema.json): zones with rows with seats, each placed relative to what it is in, in pixels;
// seats are found by a guid, and their labels may repeat. What a file has is read field by field: no other is looked at.

const refuse = (message: string): Refusal => new Refusal('validation_failed', message, { field: 'text' });

function placeIn(parent: Point, value: unknown): Point {
  const { x, y } = fieldsOf(value);
  return { x: parent.x + numberOf(x), y: parent.y + numberOf(y) };
}

type RawSeat = { guid: string; label: string; at: Point; category: string };
type RawRow = { section: string; label: string; seats: RawSeat[] };

class Notes {
  readonly #counts = new Map<PlanNote['note'], { count: number; names: string[] }>();

  add(note: PlanNote['note'], name?: string): void {
    const known = this.#counts.get(note) ?? { count: 0, names: [] };
    known.count += 1;
    if (name !== undefined && known.names.length < 5) known.names.push(name);
    this.#counts.set(note, known);
  }

  list(): PlanNote[] {
    return [...this.#counts].map(([note, { count, names }]) => ({
      note,
      count,
      ...(names.length > 0 && { names }),
    }));
  }
}

export function readPretixPlan(file: JsonFields): { plan: SeatingPlan; notes: PlanNote[] } {
  const notes = new Notes();
  const clean = (value: unknown, longest: number, otherwise: string): string =>
    cleanName(value, { longest, otherwise, notes });
  const categories = readCategories(file, clean, notes);
  const zones = listOf(file['zones']);
  const rows = zones.flatMap((zone, nth) =>
    readRows(zone, clean(zone['name'], LONGEST.section, `Zone ${nth + 1}`), clean, notes),
  );
  const count = rows.reduce((sum, { seats }) => sum + seats.length, 0);
  if (count === 0) throw refuse('The plan of pretix has no seats.');
  if (count > MAX_SEATS)
    throw refuse(`The plan has more than ${MAX_SEATS.toLocaleString('en')} seats, which is the maximum.`);

  const fit = fitPlaces(rows);
  const sections = new Map(
    [...new Set(rows.map(({ section }) => section))].map((name, nth) => [name, `section-${nth + 1}`]),
  );
  const areas = zones.flatMap((zone) => {
    const at = placeIn({ x: 0, y: 0 }, zone['position']);
    return listOf(zone['areas']).map((area) => ({ area, at: placeIn(at, area['position']) }));
  });
  const drawn = areas.flatMap(({ area, at }, nth) => {
    const objects = readPretixArea(area, { at, fit: fit.place, scale: fit.scale, id: `area-${nth + 1}` });
    if (objects.length === 0) notes.add('unreadable_areas');
    if (typeof area['color'] === 'string' && area['color'] !== '') notes.add('colors');
    return objects;
  });
  const objects: PlanObject[] = [...drawn, ...makeRows(rows, { sections, categories, fit, notes })];
  if (objects.length > MAX_OBJECTS)
    throw refuse(
      `The plan has more than ${MAX_OBJECTS.toLocaleString('en')} rows and areas, which is the maximum.`,
    );
  return {
    plan: {
      format: 'tessera-seating-plan',
      version: 1,
      name: clean(file['name'], LONGEST.plan, 'Seating plan'),
      categories: [...categories].map(([name, id], nth) => ({ id, name, color: (nth % MAX_COLOR) + 1 })),
      sections: [...sections].map(([name, id]) => ({ id, name })),
      objects,
    },
    notes: notes.list(),
  };
}

type Clean = (value: unknown, longest: number, otherwise: string) => string;

/** One line, and no longer than ours may be. */
function cleanName(
  value: unknown,
  { longest, otherwise, notes }: { longest: number; otherwise: string; notes: Notes },
): string {
  const text = textOf(value);
  const line = Array.from(isLine(text) ? text : text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim());
  if (line.length > longest) notes.add('shortened_names', line.slice(0, longest).join(''));
  return line.slice(0, longest).join('').trim() || otherwise;
}

/** By name, and in the order of the file; our colours go by it. */
function readCategories(file: JsonFields, clean: Clean, notes: Notes): Map<string, string> {
  const categories = new Map<string, string>();
  for (const category of listOf(file['categories'])) {
    const name = clean(category['name'], LONGEST.category, '');
    if (name !== '' && !categories.has(name)) categories.set(name, `category-${categories.size + 1}`);
    if (textOf(category['color']) !== '') notes.add('colors');
  }
  if (categories.size > MAX_CATEGORIES)
    throw refuse(`The plan has more than ${MAX_CATEGORIES} categories, which is the maximum.`);
  return categories;
}

function readRows(zone: JsonFields, section: string, clean: Clean, notes: Notes): RawRow[] {
  const zoneAt = placeIn({ x: 0, y: 0 }, zone['position']);
  return listOf(zone['rows']).map((row, nth): RawRow => {
    const rowAt = placeIn(zoneAt, row['position']);
    if (textOf(row['row_label']) !== '' || textOf(row['seat_label']) !== '') notes.add('names_in_words');
    return {
      section,
      label: clean(row['row_number'], LONGEST.row, `Row ${nth + 1}`),
      seats: listOf(row['seats']).map((seat, at): RawSeat => {
        if (textOf(seat['start_direction']) !== '') notes.add('ways_to_book');
        const { x, y } = fieldsOf(seat['position']);
        if (!Number.isFinite(x) || !Number.isFinite(y))
          throw refuse('The plan of pretix has a seat without a position: it must have x and y.');
        return {
          guid: textOf(seat['seat_guid']),
          label: clean(seat['seat_number'], LONGEST.seat, `${at + 1}`),
          at: placeIn(rowAt, seat['position']),
          category: clean(seat['category'], LONGEST.category, ''),
        };
      }),
    };
  });
}

/** From pixels to seat widths, around the middle: neighbours in a row are mostly one apart. */
function fitPlaces(rows: readonly RawRow[]): { place: (point: Point) => Point; scale: number } {
  const steps = rows
    .flatMap(({ seats }) => seats.slice(1).map((seat, nth) => distance(seat.at, seats[nth]?.at ?? seat.at)))
    .filter((step) => step > 0)
    .sort((one, other) => one - other);
  // As far apart as its own editor draws them.
  const step = steps[Math.floor(steps.length / 2)] ?? 25;
  const box = boundsOf(rows.flatMap(({ seats }) => seats.map(({ at }) => at)));
  const middle = middleOf(box);
  const scale = 1 / step;
  const [width, height] = [(box.right - box.left) * scale, (box.bottom - box.top) * scale];
  // Not a number is not small.
  if (!(width <= 2 * MAX_COORDINATE && height <= MAX_COORDINATE))
    throw refuse('The seats of the plan are too far apart to be drawn.');
  return {
    scale,
    place: ({ x, y }) => ({ x: (x - middle.x) * scale, y: (y - box.top) * scale }),
  };
}

type Making = {
  sections: ReadonlyMap<string, string>;
  categories: ReadonlyMap<string, string>;
  fit: { place: (point: Point) => Point };
  notes: Notes;
};

function makeRows(rows: readonly RawRow[], { sections, categories, fit, notes }: Making): PlanRow[] {
  const findFree = createFreeLabels();
  const ids = new Set<string>();
  const idOf = (guid: string): string => {
    const isGood = /^[\x21-\x7e]+$/.test(guid) && guid.length <= LONGEST.id && !ids.has(guid);
    const id = isGood ? guid : `seat-${ids.size + 1}-of-pretix`;
    ids.add(id);
    return id;
  };
  const isRow = ({ seats }: RawRow): boolean => seats.length > 0;
  return rows.filter(isRow).map((row, nth): PlanRow => {
    if (row.seats.length > MAX_SEATS_IN_ROW)
      throw refuse(`Row “${row.label}” has more than ${MAX_SEATS_IN_ROW} seats.`);
    return {
      type: 'row',
      id: `row-${nth + 1}`,
      section: sections.get(row.section) ?? '',
      label: row.label,
      spacing: 1,
      curve: 0,
      seats: row.seats.map(({ guid, label, at, category }) => {
        const own = findFree(`${row.section}\n${row.label}`, label);
        if (own !== label) notes.add('renamed_seats', `${row.section} ${row.label} ${label} → ${own}`);
        const categoryId = categories.get(category);
        return {
          id: idOf(guid),
          label: own,
          ...fit.place(at),
          ...(categoryId !== undefined && { category: categoryId }),
        };
      }),
    };
  });
}

// As long as “-20000”: there are no more seats.
const MAX_ENDING_CHARACTERS = 6;

/** Labels may repeat in pretix: the second 5 is 5-2. Answers a label that was not answered for that row before. */
function createFreeLabels(): (row: string, label: string) => string {
  const taken = new Set<string>();
  // The next ending: of twenty thousand with one name, each is found at once. Long names that begin alike compete for the same endings.
  const endings = new Map<string, number>();
  return (row, label) => {
    const key = (one: string): string => `${row}\n${one}`;
    let free = label;
    const start = Array.from(label)
      .slice(0, LONGEST.seat - MAX_ENDING_CHARACTERS)
      .join('');
    while (taken.has(key(free))) {
      const nth = (endings.get(key(start)) ?? 1) + 1;
      endings.set(key(start), nth);
      free = `${start}-${nth}`;
    }
    taken.add(key(free));
    return free;
  };
}

import { drawingOf, type DrawnObject } from '../../../seating-plans/drawing.ts';
import {
  isSeated,
  type PlanObject,
  type PlanRow,
  type PlanSeat,
  type PlanTable,
  type SeatingPlan,
} from '../../../seating-plans/plan-schema.ts';
import { findStage, type Row } from '../arrange-seating.ts';
import { boxOfDrawn } from '../drawn-boxes.ts';
import { layGrid } from '../lay-grid.ts';
import { boundsOf, joinBoxes, widen, type Box, type Point } from '../map-view.ts';
import {
  cornersIn,
  headAbove,
  headOf,
  hullOf,
  outlineDrawn,
  outlineOf,
  type Outline,
} from '../outline-sections.ts';
import { placeStage } from '../place-stage.ts';
import type { Seat } from '../plan.ts';
import type { Scene } from '../scene.ts';
import { COLOR_COUNT } from '../seat-shapes.ts';

/** A scene that follows a plan while it is drawn: what an edit leaves alone costs nothing. */
export type ChangingScene = Scene & {
  plan: SeatingPlan;
  /** By a seat's index the object that it is of. Seats that went leave a gap, which the next ones fill. */
  ownerOf: string[];
  /** The indexes of an object's seats, in its order. */
  indexesOf: Map<string, number[]>;
  indexOfSeat: Map<string, number>;
  /** Takes on another plan, and says where it looks different; null: everywhere. */
  change(plan: SeatingPlan): Box[] | null;
};

// The names of rows stand this far beyond their seats, and the ground of a section a little less.
const AROUND = 2;
// With more boxes than tiles, asking each tile for each box is more than painting all.
const MAX_BOXES = 300;
// Room to draw in, around what is there.
const ROOM = 8;

type Deps = Pick<Scene, 'colors' | 'look'> & { stageName: string };

export function createChangingScene(first: SeatingPlan, { stageName, ...shown }: Deps): ChangingScene {
  const seats: Seat[] = [];
  const gaps: number[] = [];
  const objects = new Map<string, PlanObject>();
  const outlines = new Map<string, Outline[]>();

  function putSeats(object: PlanObject, known: Known): void {
    if (!isSeated(object)) return;
    const indexes = object.seats.map((seat): number => {
      const index = gaps.pop() ?? seats.length;
      seats[index] = seatOf(object, seat, known);
      scene.ownerOf[index] = object.id;
      scene.indexOfSeat.set(seat.id, index);
      scene.grid.put(index);
      return index;
    });
    scene.indexesOf.set(object.id, indexes);
  }

  function takeSeats(objectId: string): void {
    for (const index of scene.indexesOf.get(objectId) ?? []) {
      const id = seats[index]?.id ?? '';
      scene.grid.take(index);
      if (scene.indexOfSeat.get(id) === index) scene.indexOfSeat.delete(id);
      gaps.push(index);
    }
    scene.indexesOf.delete(objectId);
  }

  function change(plan: SeatingPlan): Box[] | null {
    const before = scene.plan;
    // Colours and names of everything hang on these.
    const isAll = plan.categories !== before.categories || plan.sections !== before.sections;
    const next = new Map(plan.objects.map((object) => [object.id, object]));
    const gone = [...objects.values()].filter((object) => isAll || next.get(object.id) !== object);
    const come = plan.objects.filter((object) => isAll || objects.get(object.id) !== object);
    scene.plan = plan;
    const known = { types: typesOf(plan), sections: sectionsOf(plan), isAll };
    const renewed = new Set(
      come.filter((object) => renewSeats(scene, { before: objects.get(object.id), object }, known)),
    );
    for (const { id } of gone) {
      const now = next.get(id);
      if (!now || !renewed.has(now)) takeSeats(id);
      objects.delete(id);
    }
    for (const object of come) {
      if (!renewed.has(object)) putSeats(object, known);
      objects.set(object.id, object);
    }
    scene.seating.drawing = plan.objects.flatMap((object) => drawnOf(object) ?? []);
    scene.seating.rows = plan.objects.flatMap((object): Row[] => rowOf(scene, object, known));
    const changed = [...gone, ...come];
    const touched = outlineTouched(scene, outlines, changed);
    Object.assign(scene, enclose(plan, scene.seating.drawing, stageName));
    if (isAll || changed.length > MAX_BOXES) return null;
    return [...changed.map(boxOfObject), ...touched].map((box) => widen(box, AROUND));
  }

  const nothing: SeatingPlan = { ...first, objects: [] };
  const scene: ChangingScene = {
    ...shown,
    ...enclose(nothing, [], stageName),
    seating: { seats, rows: [], drawing: [] },
    grid: layGrid(seats),
    outlines: [],
    plan: nothing,
    ownerOf: [],
    indexesOf: new Map(),
    indexOfSeat: new Map(),
    change,
  };
  change(first);
  return scene;
}

/** Looks and sections by their ids; `isAll`: these are others than before. */
type Known = { types: Map<string, number>; sections: Map<string, number>; isAll: boolean };

/** Looks as before, and is elsewhere at most. */
const isMoved = (before: PlanSeat, after: PlanSeat): boolean =>
  before.label === after.label &&
  before.category === after.category &&
  before.isAccessible === after.isAccessible &&
  before.isRestrictedView === after.isRestrictedView;

const sectionsOf = ({ sections }: SeatingPlan): Map<string, number> =>
  new Map(sections.map(({ id }, nth) => [id, nth]));

/** The same seats, moved or painted, keep their indexes: so a hall is moved without being taken apart. Says whether they are the same. */
function renewSeats(
  { grid, indexesOf, seating: { seats } }: ChangingScene,
  { before, object }: { before: PlanObject | undefined; object: PlanObject },
  known: Known,
): boolean {
  const indexes = indexesOf.get(object.id);
  if (!before || !indexes || !isSeated(before) || !isSeated(object)) return false;
  if (before.seats.length !== object.seats.length) return false;
  const [olds, news] = [before.seats, object.seats];
  if (news.some(({ id }, nth) => id !== olds[nth]?.id)) return false;
  const isSameRow = !known.isAll && before.label === object.label && before.section === object.section;
  // By number: the first move of a hall is run before the browser has made it quick.
  for (let nth = 0; nth < news.length; nth++) {
    const index = indexes[nth] ?? -1;
    const old = olds[nth];
    const seat = news[nth];
    const shown = seats[index];
    if (!old || !seat) continue;
    if (shown && isSameRow && isMoved(old, seat)) {
      shown.x = seat.x;
      shown.y = seat.y;
    } else seats[index] = seatOf(object, seat, known);
    grid.put(index);
  }
  return true;
}

function seatOf(object: PlanRow | PlanTable, seat: PlanSeat, { types, sections }: Known): Seat {
  const shown: Seat = {
    id: seat.id,
    s: sections.get(object.section) ?? -1,
    t: types.get(seat.category ?? '') ?? -1,
    r: object.label,
    n: seat.label,
    x: seat.x,
    y: seat.y,
  };
  if (seat.isAccessible) shown.a = 1;
  if (seat.isRestrictedView) shown.v = 1;
  return shown;
}

/** The look of every category is the one of its colour; a second one of that colour has another shape. */
export function typesOf({ categories }: SeatingPlan): Map<string, number> {
  const used = new Map<number, number>();
  return new Map(
    categories.map(({ id, color }) => {
      const turn = used.get(color) ?? 0;
      used.set(color, turn + 1);
      return [id, color - 1 + turn * COLOR_COUNT];
    }),
  );
}

const drawn = new WeakMap<PlanObject, { object: DrawnObject | null }>();

/** The same object for the same, so that what was worked out of it is known. */
export function drawnOf(object: PlanObject): DrawnObject | null {
  const known = drawn.get(object) ?? { object: drawingOf({ objects: [object], sections: [] })[0] ?? null };
  drawn.set(object, known);
  return known.object;
}

const boxes = new WeakMap<PlanObject, Box>();

/** The box around an object and its seats' middles. */
export function boxOfObject(object: PlanObject): Box {
  const known = boxes.get(object);
  if (known) return known;
  const around = drawnOf(object);
  // The hull is wanted anyway, and has few points.
  const box = joinBoxes(around ? boxOfDrawn(around) : boundsOf([]), boundsOf(hullOfObject(object)));
  boxes.set(object, box);
  return box;
}

function rowOf({ indexesOf }: ChangingScene, object: PlanObject, { sections }: Known): Row[] {
  if (!isSeated(object)) return [];
  const row = {
    section: sections.get(object.section) ?? -1,
    name: object.label,
    indexes: indexesOf.get(object.id) ?? [],
  };
  return [object.type === 'table' ? { ...row, isTable: true } : row];
}

const hulls = new WeakMap<PlanObject, Point[]>();

function hullOfObject(object: PlanObject): Point[] {
  const known = hulls.get(object) ?? (isSeated(object) ? hullOf(cornersIn(object.seats)) : []);
  hulls.set(object, known);
  return known;
}

/** Outlines the sections of these objects again, and says where that changed anything. */
function outlineTouched(
  scene: ChangingScene,
  outlines: Map<string, Outline[]>,
  objects: readonly PlanObject[],
): Box[] {
  const { plan } = scene;
  const touched = new Set(objects.flatMap((object) => ('section' in object ? [object.section] : [])));
  const spoilt: Box[] = [];
  const stage = findStage(scene.seating.drawing);
  // The names of sections stand towards it.
  const isAll = objects.some(({ type }) => type === 'stage');
  const bySection = Map.groupBy(plan.objects.filter(isSeated), ({ section }) => section);
  const areas = Map.groupBy(
    plan.objects.filter((object) => object.type === 'outline'),
    ({ section }) => section,
  );
  for (const [section, { id, name }] of plan.sections.entries()) {
    if (!isAll && !touched.has(id)) continue;
    for (const { box } of outlines.get(id) ?? []) spoilt.push(box);
    outlines.delete(id);
    const ofSection = areas.get(id);
    if (ofSection) {
      const made = ofSection.map(({ points }) => outlineDrawn({ section, name }, points));
      outlines.set(id, made);
      spoilt.push(...made.map(({ box }) => box));
      continue;
    }
    const own = bySection.get(id) ?? [];
    const points = own.flatMap(hullOfObject);
    if (points.length === 0) continue;
    const isAround = stage !== undefined && stage.y > boundsOf(points).top;
    const front = stage ?? { x: 0, y: 0 };
    const first = own.reduce((least, object) => (isBefore(object, least) ? object : least));
    const head = headOf({ seats: scene.seating.seats, front, isAround }, scene.indexesOf.get(first.id) ?? []);
    const outline = outlineOf({ section, name }, points, head);
    outlines.set(id, [first.type === 'table' ? { ...outline, head: headAbove(outline) } : outline]);
    spoilt.push(outline.box);
  }
  scene.outlines = plan.sections.flatMap(({ id }) => outlines.get(id) ?? []);
  return spoilt;
}

/** Further up, or further left. The order in which objects were drawn, which a raise changes, says nothing. */
function isBefore(one: PlanObject, other: PlanObject): boolean {
  const [a, b] = [boxOfObject(one), boxOfObject(other)];
  return a.top < b.top || (a.top === b.top && a.left < b.left);
}

function enclose(
  plan: SeatingPlan,
  drawing: readonly DrawnObject[],
  name: string,
): Pick<Scene, 'stage' | 'box'> {
  const seats = plan.objects.filter(isSeated).map(boxOfObject).reduce(joinBoxes, boundsOf([]));
  const { stage, box } = placeStage(seats, drawing);
  return { stage: stage && { ...stage, name }, box: widen(box, ROOM) };
}

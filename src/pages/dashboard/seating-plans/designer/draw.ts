import {
  blockBetween,
  boxBetween,
  chairsThatFit,
  freeLabels,
  makeRow,
  makeTable,
  outlineBetween,
  placesBetween,
  placesOfBlock,
  type Making,
} from '../../../../seating-plans/make-objects.ts';
import { isSeated, type PlanObject, type SeatingPlan } from '../../../../seating-plans/plan-schema.ts';
import { directionOf, distance, roundPlace, turn, type Point } from '../../../../seating-plans/points.ts';
import { isInside } from '../../../seat-map/is-inside.ts';
import type { Desk } from './desk.ts';
import type { DrawingTool } from './tools.ts';

/** The options of a tool besides the position. */
export type ToolOptions = { spacing: number; between: number; chairs: number; capacity: number };

export const FIRST_OPTIONS: ToolOptions = { spacing: 1, between: 1.1, chairs: 8, capacity: 100 };

/** The names of new objects. */
export type NewNames = { section: string; stage: string; text: string; standing: string };

export type Drawn = { plan: SeatingPlan; objects: PlanObject[] };

const GRID = 0.5;

export const snapPoint = ({ isSnapping }: Pick<Desk, 'isSnapping'>, { x, y }: Point): Point =>
  isSnapping.peek()
    ? { x: Math.round(x / GRID) * GRID, y: Math.round(y / GRID) * GRID }
    : { x: roundPlace(x), y: roundPlace(y) };

const DEGREES = 15;

/** The end of a line that runs in steps of fifteen degrees. */
export function straighten(from: Point, to: Point): Point {
  const degrees = Math.round(directionOf(from, to) / DEGREES) * DEGREES;
  const along = turn({ x: distance(from, to), y: 0 }, degrees);
  return { x: roundPlace(from.x + along.x), y: roundPlace(from.y + along.y) };
}

/** The object that the tool draws between two points of a drag. */
export function drawBetween(
  desk: Desk,
  tool: DrawingTool,
  { from, to, names }: { from: Point; to: Point; names: NewNames },
): Drawn {
  const { plan, making } = desk.making(names.section);
  const { spacing, between } = desk.options.peek();
  const { newId } = making;
  const color = 0;
  const objects = ((): PlanObject[] => {
    switch (tool) {
      case 'row': {
        const [label = ''] = freeLabels(plan, making.section, { count: 1, kind: 'row' });
        return [makeRow(making, { places: placesBetween(from, to, spacing), label, spacing })];
      }
      case 'seat':
        return [makeSingle(plan, making, to)];
      case 'block': {
        const { middle, rows, seatsInRow } = blockBetween(from, to, { spacing, between });
        const places = placesOfBlock(middle, { rows, seatsInRow, spacing, between });
        const labels = freeLabels(plan, making.section, { count: places.length, kind: 'row' });
        return places.map((row, nth) => makeRow(making, { places: row, label: labels[nth] ?? '', spacing }));
      }
      case 'roundTable':
      case 'longTable':
        return [drawTable(plan, making, { tool, from, to })];
      case 'standing':
        return [makeArea(desk, making, { points: outlineBetween(from, to), names })];
      case 'outline':
        return [makeOutline(plan, making, outlineBetween(from, to))];
      case 'polygon':
        return [{ type: 'polygon', id: newId(), points: outlineBetween(from, to), color }];
      case 'line':
        return [{ type: 'line', id: newId(), points: [from, to], color }];
      case 'stage':
        return [{ type: 'stage', id: newId(), label: names.stage, ...boxBetween(from, to) }];
      case 'text':
        return [{ type: 'text', id: newId(), text: names.text, x: to.x, y: to.y, size: 1, angle: 0 }];
      default:
        return [{ type: tool, id: newId(), ...boxBetween(from, to), color }];
    }
  })();
  return { plan, objects };
}

function makeSingle(plan: SeatingPlan, making: Making, at: Point): PlanObject {
  const [label = ''] = freeLabels(plan, making.section, { count: 1, kind: 'row' });
  return makeRow(making, { places: [at], label, spacing: 1 });
}

function drawTable(
  plan: SeatingPlan,
  making: Making,
  { tool, from, to }: { tool: 'roundTable' | 'longTable'; from: Point; to: Point },
): PlanObject {
  const [label = ''] = freeLabels(plan, making.section, { count: 1, kind: 'table' });
  const box = boxBetween(from, to);
  const side = Math.max(box.width, box.height);
  const form =
    tool === 'roundTable'
      ? { shape: 'round' as const, ...box, width: side, height: side }
      : { shape: 'rectangular' as const, ...box };
  return makeTable(making, { ...form, label, chairs: chairsThatFit(form) });
}

export const makeArea = (
  desk: Desk,
  { newId, category }: Making,
  { points, names }: { points: readonly Point[]; names: NewNames },
): PlanObject => ({
  type: 'standing',
  id: newId(),
  label: names.standing,
  points,
  capacity: desk.options.peek().capacity,
  ...(category !== undefined && { category }),
});

/** The outline of the section that most seats within it are of; without seats, of the one that new rows are in. */
export function makeOutline(
  { objects }: SeatingPlan,
  { newId, section }: Making,
  points: readonly Point[],
): PlanObject {
  const counts = new Map<string, number>();
  for (const object of objects)
    if (isSeated(object)) {
      const within = object.seats.filter((seat) => isInside(points, seat)).length;
      if (within > 0) counts.set(object.section, (counts.get(object.section) ?? 0) + within);
    }
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return { type: 'outline', id: newId(), section: most?.[0] ?? section, points };
}

/** Rows and tables of which most seats are within an outline. */
export const seatedWithin = ({ objects }: SeatingPlan, points: readonly Point[]): Set<string> =>
  new Set(
    objects.flatMap((object) => {
      if (!isSeated(object) || object.seats.length === 0) return [];
      const within = object.seats.filter((seat) => isInside(points, seat)).length;
      return within * 2 > object.seats.length ? [object.id] : [];
    }),
  );

// Sizes of objects drawn by a click without a drag.
const CLICKED: Record<DrawingTool, { width: number; height: number }> = {
  row: { width: 9, height: 0 },
  seat: { width: 0, height: 0 },
  block: { width: 9, height: 5.5 },
  roundTable: { width: 2, height: 2 },
  longTable: { width: 4, height: 1.5 },
  standing: { width: 8, height: 5 },
  outline: { width: 12, height: 8 },
  stage: { width: 10, height: 3 },
  text: { width: 0, height: 0 },
  rectangle: { width: 4, height: 3 },
  ellipse: { width: 4, height: 3 },
  polygon: { width: 4, height: 4 },
  line: { width: 6, height: 0 },
};

/** The object of a click: in the usual size, around the point. */
export function drawAt(desk: Desk, tool: DrawingTool, { at, names }: { at: Point; names: NewNames }): Drawn {
  const { width, height } = CLICKED[tool];
  const isTable = tool === 'roundTable' || tool === 'longTable';
  const from = { x: at.x - width / 2, y: at.y - height / 2 };
  const to = { x: at.x + width / 2, y: at.y + height / 2 };
  const drawn = drawBetween(
    desk,
    tool,
    tool === 'row' || tool === 'line'
      ? { from: at, to: { x: at.x + width, y: at.y }, names }
      : { from, to, names },
  );
  if (!isTable) return drawn;
  const { making } = desk.making(names.section);
  return {
    ...drawn,
    objects: drawn.objects.map((object) => {
      if (object.type !== 'table') return object;
      const { shape, x, y, width: across, height: down, angle, label } = object;
      const chairs = desk.options.peek().chairs;
      return makeTable(making, { shape, x, y, width: across, height: down, angle, label, chairs });
    }),
  };
}

export const countNew = (objects: readonly PlanObject[]): number =>
  objects.reduce((sum, object) => sum + (isSeated(object) ? object.seats.length : 0), 0);

/** Adds the drawn object to the plan, and selects it. */
export function putIn(desk: Desk, { plan, objects }: Drawn, said: string): void {
  desk.act({ ...plan, objects: [...plan.objects, ...objects] }, said);
  desk.chosen.value = { objects: new Set(objects.map(({ id }) => id)), seats: new Set() };
}

import { isSeated, type PlanObject, type SeatingPlan } from './plan-schema.ts';

/** A plan as a small picture: lines for rows, to be drawn with round ends, and outlines of what is around them. For an SVG. */
export type Sketch = {
  /** Left, top, width and height. */
  viewBox: string;
  rows: string;
  outlines: string;
};

// More than these nobody can tell apart in a small picture.
const MAX_ROWS = 300;
const MAX_OUTLINES = 200;
const MAX_POINTS_OF_ROW = 7;
const MAX_POINTS_OF_OUTLINE = 40;
// A list shows two hundred sketches: each is at most some 25 KB.
const MAX_POINTS_OF_ROWS = 800;
const MAX_POINTS_OF_OUTLINES = 800;
const MARGIN = 1;

type Points = readonly { readonly x: number; readonly y: number }[];

export function sketchPlan({ objects }: Pick<SeatingPlan, 'objects'>): Sketch {
  const rows = thinLines(
    thin(
      objects.filter(isSeated).flatMap(({ seats }): Points[] => (seats.length > 0 ? [seats] : [])),
      MAX_ROWS,
    ),
    { ofEach: MAX_POINTS_OF_ROW, ofAll: MAX_POINTS_OF_ROWS },
  );
  const outlines = thinLines(
    thin(
      objects.map(outlineOf).filter((points) => points.length > 0),
      MAX_OUTLINES,
    ),
    { ofEach: MAX_POINTS_OF_OUTLINE, ofAll: MAX_POINTS_OF_OUTLINES },
  );
  const all = [...rows, ...outlines].flat();
  if (all.length === 0) return { viewBox: '-1 -1 2 2', rows: '', outlines: '' };
  const [xs, ys] = [all.map(({ x }) => x), all.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN];
  const [width, height] = [Math.max(...xs) + MARGIN - left, Math.max(...ys) + MARGIN - top];
  return {
    viewBox: [left, top, width, height].map(write).join(' '),
    // A row of one seat is a line of no length: its round ends are a dot.
    rows: rows.map((row) => pathOf(row.length === 1 ? [...row, ...row] : row)).join(''),
    outlines: outlines.map((points) => `${pathOf(points)}z`).join(''),
  };
}

/** The first, the last, and so many between them. */
function thin<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items;
  const step = (items.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, nth) => items[Math.round(nth * step)]).filter(
    (item): item is Item => item !== undefined,
  );
}

/** Short lines stay as they are while long ones lose points. Each keeps at least two. */
function thinLines(lines: readonly Points[], { ofEach, ofAll }: { ofEach: number; ofAll: number }): Points[] {
  let most = ofEach;
  const count = (): number => lines.reduce((sum, { length }) => sum + Math.min(length, most), 0);
  while (most > 2 && count() > ofAll) most -= 1;
  return lines.map((points) => thin(points, most));
}

function outlineOf(object: PlanObject): Points {
  if (object.type === 'standing' || object.type === 'outline' || object.type === 'polygon')
    return object.points;
  if (object.type !== 'stage' && object.type !== 'table') return [];
  const { x, y, width, height, angle } = object;
  const [sin, cos] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)];
  return [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([right = 0, down = 0]) => {
    const [dx, dy] = [(right * width) / 2, (down * height) / 2];
    return { x: x + dx * cos - dy * sin, y: y + dx * sin + dy * cos };
  });
}

const write = (number: number): string => String(Math.round(number * 10) / 10);
const pathOf = (points: Points): string =>
  points.map(({ x, y }, nth) => `${nth === 0 ? 'M' : 'L'}${write(x)} ${write(y)}`).join('');

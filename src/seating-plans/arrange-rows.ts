import { MAX_COORDINATE } from './limits.ts';
import type { PlanObject, PlanRow, SeatingPlan } from './plan-schema.ts';
import { directionOf, distance, roundPlace, turn, type Point } from './points.ts';
import { aislesOf, bendRow } from './reshape-row.ts';
import { changeObjects } from './transform.ts';

// Rows that were drawn already, arranged anew as one: so far behind one another, and around one centre. Seats keep their ids, labels and
// neighbours; nothing but their places changes. The first row stays where it is.

/** Rows are measured from here: the middle of the first one, the way back from it, and how far its centre is; null: rows are straight. */
type Frame = { origin: Point; back: Point; radius: number | null };
/** A row in a frame: its middle, along the first row and behind it, and half its length. */
type Placed = { row: PlanRow; along: number; depth: number; half: number };

// Places are rounded to a hundredth: so far a seat may be beside its circle.
const OFF_CIRCLE = 0.05;
// Rows that run alike, in degrees.
const ALIKE = 5;
// Rows nearer than this are parts of one, with an aisle between them.
const LEVEL = 0.3;
// A wider gap than this, compared to most, is a way to walk and stays one.
const WALK_FROM = 1.6;

const add = (one: Point, other: Point, times = 1): Point => ({
  x: one.x + other.x * times,
  y: one.y + other.y * times,
});
const minus = (one: Point, other: Point): Point => ({ x: one.x - other.x, y: one.y - other.y });
const dot = (one: Point, other: Point): number => one.x * other.x + one.y * other.y;
const rightOf = ({ x, y }: Point): Point => ({ x: y, y: -x });
const meanOf = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
});
const unit = (point: Point): Point => {
  const length = Math.hypot(point.x, point.y);
  return length < 1e-9 ? { x: 0, y: 1 } : { x: point.x / length, y: point.y / length };
};

/** The centre that all rows are around, by least squares over all seats; null: they are straight, or have none in common. */
export function centreOfRows(rows: readonly PlanRow[]): Point | null {
  let [xx, xy, yy, xq, yq] = [0, 0, 0, 0, 0];
  for (const { seats } of rows) {
    if (seats.length < 3) continue;
    const mean = meanOf(seats);
    const squares = seats.map((seat) => dot(minus(seat, mean), minus(seat, mean)));
    const square = squares.reduce((sum, one) => sum + one, 0) / seats.length;
    for (const [nth, seat] of seats.entries()) {
      const { x, y } = minus(seat, mean);
      // As far as this is from the row's own mean, the centre's place counts once more.
      const q = ((squares[nth] ?? 0) - square) / 2 + x * mean.x + y * mean.y;
      xx += x * x;
      xy += x * y;
      yy += y * y;
      xq += x * q;
      yq += y * q;
    }
  }
  const determinant = xx * yy - xy * xy;
  if (determinant < 1e-5 * (xx + yy) ** 2) return null;
  const centre = { x: (xq * yy - yq * xy) / determinant, y: (yq * xx - xq * xy) / determinant };
  const isAround = rows.every(({ seats }) => {
    const radius = radiusOf(seats, centre);
    return seats.every((seat) => Math.abs(distance(seat, centre) - radius) <= OFF_CIRCLE);
  });
  return isAround ? centre : null;
}

const radiusOf = (seats: readonly Point[], centre: Point): number =>
  seats.reduce((sum, seat) => sum + distance(seat, centre), 0) / Math.max(1, seats.length);

const halfTurn = (degrees: number): number => degrees - 180 * Math.round(degrees / 180);
const endsOf = ({ seats }: PlanRow): [Point, Point] => {
  const [first = { x: 0, y: 0 }] = seats;
  return [first, seats.at(-1) ?? first];
};
const runOf = (row: PlanRow): number => {
  const [first, last] = endsOf(row);
  return distance(first, last) === 0 ? 0 : halfTurn(directionOf(first, last));
};

/** Rows that run alike; the group with the most seats first. */
function groupAlike(rows: readonly PlanRow[]): PlanRow[][] {
  const groups: PlanRow[][] = [];
  for (const row of rows) {
    const group = groups.find(([one]) => one && Math.abs(halfTurn(runOf(one) - runOf(row))) < ALIKE);
    if (group) group.push(row);
    else groups.push([row]);
  }
  const seatsIn = (group: readonly PlanRow[]): number =>
    group.reduce((sum, { seats }) => sum + seats.length, 0);
  return groups.sort((one, other) => seatsIn(other) - seatsIn(one));
}

const stageOf = ({ objects }: SeatingPlan): Point | undefined =>
  objects.find(({ type }) => type === 'stage') as Extract<PlanObject, { type: 'stage' }> | undefined;

const lengthOf = ({ seats }: PlanRow): number => gapsOf(seats).reduce((sum, gap) => sum + gap, 0);
const gapsOf = (seats: readonly Point[]): number[] =>
  seats.slice(1).map((seat, nth) => distance(seats[nth] ?? seat, seat));

/** Straight rows, or curved ones that have no common centre. */
function placeStraight(plan: SeatingPlan, rows: readonly PlanRow[]): { frame: Frame; placed: Placed[] } {
  const [main = rows] = groupAlike(rows);
  const across = turn({ x: 1, y: 0 }, main[0] ? runOf(main[0]) : 0);
  const all = rows.flatMap(({ seats }) => seats);
  const stage = stageOf(plan);
  const away = stage ? minus(meanOf(all), stage) : { x: 0, y: 1 };
  const aside = { x: -across.y, y: across.x };
  const back = dot(aside, away) < 0 ? { x: -aside.x, y: -aside.y } : aside;
  const right = rightOf(back);
  const measured = rows.map((row) => {
    const [first, last] = endsOf(row);
    const ends = [dot(first, right), dot(last, right)];
    const { seats } = row;
    const middle = meanOf([seats[(seats.length - 1) >> 1] ?? first, seats[seats.length >> 1] ?? last]);
    return { row, from: Math.min(...ends), to: Math.max(...ends), at: dot(middle, back) };
  });
  const front = measured.reduce((least, { at }) => Math.min(least, at), Infinity);
  const left = measured.reduce((least, { from }) => Math.min(least, from), Infinity);
  const most = measured.reduce((largest, { to }) => Math.max(largest, to), -Infinity);
  const middle = (left + most) / 2;
  return {
    frame: { origin: add(add({ x: 0, y: 0 }, right, middle), back, front), back, radius: null },
    placed: measured.map(({ row, from, to, at }) => ({
      row,
      along: (from + to) / 2 - middle,
      depth: at - front,
      half: (to - from) / 2,
    })),
  };
}

/** Rows around a centre; `along` is measured on the circle of the first one. */
function placeAround(rows: readonly PlanRow[], centre: Point): { frame: Frame; placed: Placed[] } {
  const ways = rows.flatMap(({ seats }) => seats.map((seat) => unit(minus(seat, centre))));
  const back = unit(meanOf(ways));
  const radius = rows.reduce((least, { seats }) => Math.min(least, radiusOf(seats, centre)), Infinity);
  const placed = rows.map((row) => {
    const [first, last] = endsOf(row).map((end) => angleIn(end, centre, back));
    const [one = 0, other = 0] = [first, last];
    return {
      row,
      along: ((one + other) / 2) * radius,
      depth: radiusOf(row.seats, centre) - radius,
      half: (Math.abs(one - other) / 2) * radius,
    };
  });
  return { frame: { origin: add(centre, back, radius), back, radius }, placed };
}

/** In radians, from the way back to the right. */
const angleIn = (point: Point, centre: Point, back: Point): number =>
  Math.atan2(dot(minus(point, centre), rightOf(back)), dot(minus(point, centre), back));

/** The seats of a row with these distances between them, at its place in a frame. */
function layIn(
  { origin, back, radius }: Frame,
  { row, along, depth }: Placed,
  gaps: readonly number[],
): PlanRow {
  const right = rightOf(back);
  const [first, last] = endsOf(row);
  const way = dot(minus(last, first), right) < 0 ? -1 : 1;
  const turned = radius === null ? 0 : radius + depth;
  const steps = radius === null ? gaps : gaps.map((gap) => stepOn(turned, gap));
  const whole = steps.reduce((sum, step) => sum + step, 0);
  const middle = radius === null ? along : along / radius;
  let at = middle - (way * whole) / 2;
  const seats = row.seats.map((seat, nth) => {
    if (nth > 0) at += way * (steps[nth - 1] ?? 0);
    const place =
      radius === null
        ? add(add(origin, right, at), back, depth)
        : add(add(add(origin, back, -radius), right, turned * Math.sin(at)), back, turned * Math.cos(at));
    return { ...seat, x: roundPlace(place.x), y: roundPlace(place.y) };
  });
  const curve = radius === null ? 0 : roundPlace(way * turned * (1 - Math.cos(whole / 2)));
  return { ...row, curve, seats };
}

const stepOn = (radius: number, gap: number): number => 2 * Math.asin(Math.min(1, gap / 2 / radius));

/** So near its centre no row is more than a half circle, and the first does not meet itself. */
function smallestRadius(placed: readonly Placed[], gapsFor = ({ seats }: PlanRow) => gapsOf(seats)): number {
  let radius = 1;
  const fits = ({ row, along, depth, half }: Placed): boolean =>
    gapsFor(row).reduce((sum, gap) => sum + stepOn(radius + depth, gap), 0) <= Math.PI &&
    (Math.abs(along) + half) / radius <= Math.PI * 0.95;
  while (radius < MAX_COORDINATE && !placed.every(fits)) radius *= 1.02;
  return radius;
}

/** Rows that stand behind one another, line by line from the first one; those beside them are others. */
function stacksOf(placed: readonly Placed[]): Placed[][][] {
  const sorted = placed.toSorted((one, other) => one.along - one.half - (other.along - other.half));
  const stacks: { to: number; rows: Placed[] }[] = [];
  for (const one of sorted) {
    const stack = stacks.at(-1);
    if (stack && one.along - one.half <= stack.to) {
      stack.rows.push(one);
      stack.to = Math.max(stack.to, one.along + one.half);
    } else stacks.push({ to: one.along + one.half, rows: [one] });
  }
  return stacks.map(({ rows }) => {
    const lines: Placed[][] = [];
    for (const one of rows.toSorted((a, b) => a.depth - b.depth)) {
      const line = lines.at(-1);
      if (line?.[0] && one.depth - line[0].depth <= LEVEL) line.push(one);
      else lines.push([one]);
    }
    return lines;
  });
}

const depthsOf = (lines: readonly Placed[][]): number[] => lines.map(([one]) => one?.depth ?? 0);
const stepsOf = (depths: readonly number[]): number[] =>
  depths.slice(1).map((depth, nth) => depth - (depths[nth] ?? depth));
const medianOf = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[(numbers.length - 1) >> 1] ?? 0;
const isWalk = (step: number, usual: number): boolean => step > usual * WALK_FROM;

/** Rows in frames of their own: all of them around their centre, or those that run alike. */
function framesOf(plan: SeatingPlan, rows: readonly PlanRow[]): { frame: Frame; placed: Placed[] }[] {
  const centre = centreOfRows(rows);
  return centre ? [placeAround(rows, centre)] : groupAlike(rows).map((group) => placeStraight(plan, group));
}

const rowsIn = ({ objects }: SeatingPlan, ids: ReadonlySet<string>): PlanRow[] =>
  objects.filter(
    (object): object is PlanRow => object.type === 'row' && ids.has(object.id) && object.seats.length > 0,
  );

export type RowsForm = {
  /** From one row to the next; null: several distances; undefined: no row is behind another. */
  between: number | null | undefined;
  /** From the common centre to the first row; null: there is none. */
  radius: number | null;
};

/** How these rows are arranged now. */
export function formOfRows(plan: SeatingPlan, ids: ReadonlySet<string>): RowsForm {
  const frames = framesOf(plan, rowsIn(plan, ids));
  const steps = frames.flatMap(({ placed }) =>
    stacksOf(placed).flatMap((lines) => {
      const own = stepsOf(depthsOf(lines));
      return own.filter((step) => !isWalk(step, medianOf(own)));
    }),
  );
  const [least, most] = [Math.min(...steps), Math.max(...steps)];
  const radius = frames[0]?.frame.radius ?? null;
  return {
    between: steps.length === 0 ? undefined : most - least <= OFF_CIRCLE ? roundPlace(medianOf(steps)) : null,
    radius: radius === null ? null : Math.round(radius * 10) / 10,
  };
}

/** Another distance between rows: the first stays, ways to walk between them too. Null: the sheet is too small for it. */
export function spaceRows(plan: SeatingPlan, ids: ReadonlySet<string>, between: number): SeatingPlan | null {
  const changed = new Map<string, PlanRow>();
  for (const { frame, placed } of framesOf(plan, rowsIn(plan, ids)))
    for (const lines of stacksOf(placed)) {
      const depths = depthsOf(lines);
      const steps = stepsOf(depths);
      const usual = medianOf(steps);
      let depth = depths[0] ?? 0;
      for (const [nth, line] of lines.entries()) {
        const step = steps[nth - 1];
        if (step !== undefined) depth += between + (isWalk(step, usual) ? step - usual : 0);
        for (const one of line) changed.set(one.row.id, moveBack(frame, one, depth));
      }
    }
  return putRows(plan, changed);
}

function moveBack(frame: Frame, one: Placed, depth: number): PlanRow {
  if (frame.radius !== null) return layIn(frame, { ...one, depth }, gapsOf(one.row.seats));
  const seats = one.row.seats.map((seat) => {
    const { x, y } = add(seat, frame.back, depth - one.depth);
    return { ...seat, x: roundPlace(x), y: roundPlace(y) };
  });
  return { ...one.row, seats };
}

/** Rows on arcs around one centre, which is so far from the first row; null: straight, behind one another. */
export function curveRows(
  plan: SeatingPlan,
  ids: ReadonlySet<string>,
  wanted: number | null,
): SeatingPlan | null {
  const rows = rowsIn(plan, ids);
  const centre = centreOfRows(rows);
  const { frame, placed } = centre ? placeAround(rows, centre) : placeStraight(plan, rows);
  const radius = wanted === null ? null : Math.max(wanted, smallestRadius(placed));
  const next = { ...frame, radius };
  const [main = rows] = groupAlike(rows);
  const isMain = new Set(main);
  const changed = new Map(
    placed.map((one) => {
      const own = centre || radius === null || isMain.has(one.row) ? one : turnedTo(next, radius, one);
      return [one.row.id, layIn(next, own, gapsOf(one.row.seats))];
    }),
  );
  return putRows(plan, changed);
}

/** A block that was turned towards the stage is around the centre already: it stays where it is. */
function turnedTo({ origin, back }: Frame, radius: number, one: Placed): Placed {
  const centre = add(origin, back, -radius);
  const [first, last] = endsOf(one.row);
  const middle = { x: (first.x + last.x) / 2, y: (first.y + last.y) / 2 };
  return {
    ...one,
    along: angleIn(middle, centre, back) * radius,
    depth: Math.max(distance(middle, centre) - radius, 0),
  };
}

/** The centre to begin with: that of the first row where it is curved, else the stage, if that is no nearer than the row is wide. */
export function usualRadius(plan: SeatingPlan, ids: ReadonlySet<string>): number {
  const rows = rowsIn(plan, ids);
  const { frame, placed } = placeStraight(plan, rows);
  const front = placed.filter(({ depth }) => depth <= LEVEL).map(({ row }) => row);
  const own = centreOfRows(front);
  const stage = stageOf(plan);
  const before = stage ? dot(minus(frame.origin, stage), frame.back) : 0;
  const wanted = own ? radiusOf(front[0]?.seats ?? [], own) : Math.max(4, before, ...front.map(lengthOf));
  return roundPlace(Math.max(wanted, smallestRadius(placed)));
}

/** Another distance between the seats of each row: its middle stays, and so does its centre, unless a row is too long for it then. */
export function spaceSeats(plan: SeatingPlan, ids: ReadonlySet<string>, spacing: number): SeatingPlan | null {
  const rows = rowsIn(plan, ids);
  const common = centreOfRows(rows);
  const gapsFor = (row: PlanRow): number[] => {
    const wider = new Map(aislesOf(row).map(({ after, width }) => [after - 1, width]));
    return gapsOf(row.seats).map((_, nth) => spacing + (wider.get(nth) ?? 0));
  };
  const changed = new Map<string, PlanRow>();
  for (const group of common ? [rows] : rows.map((row) => [row])) {
    const centre = common ?? centreOfRows(group);
    const { frame, placed } = centre ? placeAround(group, centre) : { frame: null, placed: [] };
    const radius = Math.max(frame?.radius ?? 0, smallestRadius(placed, gapsFor));
    for (const [nth, row] of group.entries()) {
      const one = placed[nth];
      const laid = frame && one ? layIn({ ...frame, radius }, one, gapsFor(row)) : bendRow(row, { spacing });
      changed.set(row.id, { ...laid, spacing });
    }
  }
  return putRows(plan, changed);
}

function putRows(plan: SeatingPlan, changed: ReadonlyMap<string, PlanRow>): SeatingPlan | null {
  const isOut = (at: number): boolean => Math.abs(at) > MAX_COORDINATE;
  for (const { seats } of changed.values()) if (seats.some(({ x, y }) => isOut(x) || isOut(y))) return null;
  return changeObjects(plan, new Set(changed.keys()), (object) => changed.get(object.id) ?? object);
}

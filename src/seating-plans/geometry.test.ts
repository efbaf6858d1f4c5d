import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { layChairsAround, layChairsAtSides } from './lay-chairs.ts';
import { layRow, relayRow } from './lay-row.ts';
import { makePlan, OTHER_OBJECTS, place } from './make-plan.fixture.ts';
import type { PlanRow, SeatingPlan } from './plan-schema.ts';
import { boundsOf, distance, middleOf, type Point } from './points.ts';
import { sketchPlan } from './sketch.ts';
import {
  alignObjects,
  boxOf,
  distributeObjects,
  mirrorAt,
  moveBy,
  pointsOf,
  rotateBy,
  snapObjects,
  transformObject,
  transformObjects,
  type Edge,
} from './transform.ts';
import { copyObjects } from './paste-objects.ts';

const isNear = (one: number, other: number, tolerance = 1e-6): boolean => Math.abs(one - other) < tolerance;
const areNear = (some: readonly Point[], others: readonly Point[]): boolean =>
  some.length === others.length &&
  some.every((point, nth) => distance(point, others[nth] ?? { x: NaN, y: NaN }) < 1e-6);

const count = fc.integer({ min: 2, max: 200 });
const spacing = fc.double({ min: 0.5, max: 3, noNaN: true });
const curve = fc.double({ min: -20, max: 20, noNaN: true });

test('in a row every seat is as far from the next as asked for, aisles apart, straight or on an arc', () => {
  fc.assert(
    fc.property(count, spacing, curve, fc.integer({ min: 1, max: 199 }), (seats, gap, bend, after) => {
      const width = 1.5;
      const places = layRow({ count: seats, spacing: gap, curve: bend, aisles: [{ after, width }] });
      assert.equal(places.length, seats);
      for (const [nth, point] of places.entries()) {
        const next = places[nth + 1];
        if (next) assert.ok(isNear(distance(point, next), gap + (nth + 1 === after ? width : 0)));
      }
    }),
  );
});

test('the middle of a row stands back by its curve, up to a half circle; left and right are alike', () => {
  fc.assert(
    fc.property(count, spacing, curve, (seats, gap, bend) => {
      const places = layRow({ count: seats, spacing: gap, curve: bend });
      const [first = { x: 0, y: 0 }] = places;
      const { top, bottom } = boundsOf(places);
      // With seats in the middle the arc's highest point is one of them.
      if (seats % 2 === 1 && Math.abs(bend) < (gap * (seats - 1)) / 4) {
        assert.ok(isNear(bottom - top, Math.abs(bend), 1e-4), `${bottom - top} for ${bend}`);
      }
      assert.ok(bend > 0 ? first.y <= 0 : first.y >= 0);
      const mirrored = places.map(({ x, y }) => ({ x: -x, y })).toReversed();
      assert.ok(areNear(places, mirrored));
    }),
  );
  assert.deepEqual(layRow({ count: 0, spacing: 1 }), []);
  assert.deepEqual(layRow({ count: 1, spacing: 1, curve: 5 }), [{ x: 0, y: 0 }]);
});

test('a row that is laid anew keeps its middle, its direction and its seats', () => {
  const [row] = makePlan(1, 7).objects as [PlanRow];
  fc.assert(
    fc.property(place, fc.integer({ min: -180, max: 180 }), spacing, (by, degrees, gap) => {
      const moved = transformObject(transformObject(row, moveBy(by)), rotateBy(degrees, by)) as PlanRow;
      const bent = relayRow(moved, { spacing: gap, curve: 1 });
      const straight = relayRow(bent, { spacing: 1, curve: 0 });
      assert.ok(areNear(straight.seats, moved.seats));
      assert.deepEqual(
        bent.seats.map(({ id }) => id),
        row.seats.map(({ id }) => id),
      );
      assert.deepEqual([bent.spacing, bent.curve], [gap, 1]);
    }),
  );
});

test('chairs stand around their table, each as far from its edge', () => {
  fc.assert(
    fc.property(
      place,
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 0, max: 359 }),
      (at, chairs, angle) => {
        const around = layChairsAround({ ...at, width: 2, angle, count: chairs });
        assert.equal(around.length, chairs);
        for (const chair of around) assert.ok(isNear(distance(chair, at), 1.6));
        const sides = { top: chairs, right: 1, bottom: chairs, left: 1 };
        const atSides = layChairsAtSides({ ...at, width: 6, height: 2, angle, sides });
        assert.equal(atSides.length, 2 * chairs + 2);
        const turnedBack = atSides.map((chair) => rotateBy(-angle, at).place(chair));
        for (const { x, y } of turnedBack) {
          const [right, down] = [Math.abs(x - at.x), Math.abs(y - at.y)];
          assert.ok(isNear(Math.max(right - 3, down - 1), 0.6), `${right} ${down}`);
        }
      },
    ),
  );
});

const ALL: SeatingPlan = { ...makePlan(), objects: [...makePlan().objects, ...OTHER_OBJECTS] };
const ids = new Set(ALL.objects.map(({ id }) => id));
const points = (plan: SeatingPlan): Point[] => plan.objects.flatMap(pointsOf);

test('an object moved, turned or mirrored and brought back is where it was; distances stay', () => {
  fc.assert(
    fc.property(
      place,
      fc.integer({ min: -360, max: 360 }),
      fc.constantFrom('x', 'y'),
      (by, degrees, axis) => {
        const pairs = [
          [moveBy(by), moveBy({ x: -by.x, y: -by.y })],
          [rotateBy(degrees, by), rotateBy(-degrees, by)],
          [mirrorAt(axis, by[axis]), mirrorAt(axis, by[axis])],
        ] as const;
        for (const [there, back] of pairs) {
          const moved = transformObjects(ALL, ids, there);
          assert.ok(areNear(points(transformObjects(moved, ids, back)), points(ALL)));
          const [a, b, c, d] = [...points(ALL).slice(0, 2), ...points(moved).slice(0, 2)] as [
            Point,
            Point,
            Point,
            Point,
          ];
          assert.ok(isNear(distance(a, b), distance(c, d)));
        }
      },
    ),
  );
});

test('a mirror stands where it was put, and a turn is clockwise around its middle', () => {
  assert.deepEqual(mirrorAt('x', 3).place({ x: 1, y: 7 }), { x: 5, y: 7 });
  assert.deepEqual(mirrorAt('y', 3).place({ x: 1, y: 7 }), { x: 1, y: -1 });
  assert.ok(areNear([rotateBy(90, { x: 1, y: 1 }).place({ x: 2, y: 1 })], [{ x: 1, y: 2 }]));
});

test('aligned objects are on one line, distributed ones have equal steps, snapped ones are on the grid; the rest stays the very same', () => {
  const chosen = new Set(['r1', 'o4', 'o6', 'o8']);
  const boxes = (plan: SeatingPlan) =>
    plan.objects.filter(({ id }) => chosen.has(id)).map((object) => boundsOf(pointsOf(object)));
  for (const edge of ['left', 'right', 'top', 'bottom'] satisfies Edge[]) {
    const all = boxOf(ALL, chosen);
    const lines = boxes(alignObjects(ALL, chosen, edge)).map((box) => box[edge]);
    assert.ok(
      lines.every((line) => isNear(line, all?.[edge] ?? NaN)),
      edge,
    );
  }
  for (const [edge, axis] of [['center', 'x'] as const, ['middle', 'y'] as const]) {
    const lines = boxes(alignObjects(ALL, chosen, edge)).map((box) => middleOf(box)[axis]);
    assert.ok(
      lines.every((line) => isNear(line, lines[0] ?? NaN)),
      edge,
    );
    const spread = boxes(distributeObjects(ALL, chosen, axis))
      .map((box) => middleOf(box)[axis])
      .sort((one, other) => one - other);
    const steps = spread.slice(1).map((at, nth) => at - (spread[nth] ?? 0));
    assert.ok(
      steps.every((step) => isNear(step, steps[0] ?? NaN)),
      axis,
    );
  }
  const snapped = snapObjects(ALL, chosen, 0.5);
  const box = boxOf(snapped, chosen);
  assert.ok(isNear((box?.left ?? 0.1) % 0.5, 0) && isNear((box?.top ?? 0.1) % 0.5, 0));
  for (const [nth, object] of snapped.objects.entries())
    if (!chosen.has(object.id)) assert.equal(object, ALL.objects[nth]);
});

test('a copy has ids of its own, and its companions go with the copied seats', () => {
  const [row] = makePlan(1, 3).objects as [PlanRow];
  const seats = row.seats.map((seat, nth) => ({
    ...seat,
    ...(nth === 0 && { isAccessible: true }),
    ...(nth === 1 && { companionOf: 'r0s0' }),
    ...(nth === 2 && { companionOf: 'elsewhere' }),
  }));
  const plan = { ...makePlan(1, 3), objects: [{ ...row, seats }] };
  let made = 0;
  const { plan: copied, copies } = copyObjects(plan, new Set(['r0']), {
    newId: () => `new${(made += 1)}`,
    transform: moveBy({ x: 0, y: 5 }),
  });
  assert.equal(copied.objects[0], plan.objects[0]);
  const copy = copied.objects.find(({ id }) => id === copies[0]) as PlanRow;
  assert.equal(new Set([...seats, ...copy.seats].map(({ id }) => id)).size, 6);
  assert.equal(copy.seats[1]?.companionOf, copy.seats[0]?.id);
  assert.equal(copy.seats[2]?.companionOf, undefined, 'of a seat that is not in the plan');
  assert.deepEqual(
    copy.seats.map(({ y }) => y),
    [5, 5, 5],
  );
});

test('a sketch is small, however much is drawn', () => {
  const many = Array.from({ length: 500 }, (_, nth) => ({
    x: -900.5 + nth,
    y: -900.5 + ((nth * 7) % 500),
  }));
  const areas = Array.from({ length: 1_000 }, (_, nth) => ({
    type: 'polygon' as const,
    id: `a${nth}`,
    color: 0,
    points: many,
  }));
  const rows = Array.from(
    { length: 1_000 },
    (_, nth) => ({ ...makePlan(1).objects[0], id: `r${nth}` }) as PlanRow,
  );
  const { rows: lines, outlines } = sketchPlan({ objects: [...rows, ...areas] });
  assert.ok(lines.length + outlines.length < 30_000, `${lines.length} and ${outlines.length} characters`);
  assert.equal(outlines.match(/z/g)?.length, 200);
  // A hall of a usual size loses nothing.
  assert.equal(sketchPlan({ objects: areas.slice(0, 4) }).outlines.match(/[ML]/g)?.length, 4 * 40);
});

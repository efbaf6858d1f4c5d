import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { makePlan } from '../../../../../seating-plans/make-plan.fixture.ts';
import type { PlanObject } from '../../../../../seating-plans/plan-schema.ts';
import { distance, turn, type Point } from '../../../../../seating-plans/points.ts';
import { createDesk, type Desk } from '../desk.ts';
import { gripAt, gripsOf, isBesideChosen, smallestSide, type Pointing } from './grips.ts';

/** A desk with this one object, which is selected. */
function deskWith(object: PlanObject): Desk {
  const desk = createDesk({ ...makePlan(0, 0), objects: [object] });
  desk.choose({ objects: new Set([object.id]), seats: new Set() });
  return desk;
}

const pointing = fc.record<Pointing>({
  scale: fc.double({ min: 2, max: 60, noNaN: true }),
  isTouch: fc.boolean(),
});
const size = fc.double({ min: 0.5, max: 30, noNaN: true });
const share = fc.double({ min: -0.499, max: 0.499, noNaN: true });

const box = (width: number, height: number, angle = 0): PlanObject => ({
  type: 'rectangle',
  id: 'box',
  x: 3,
  y: -2,
  width,
  height,
  angle,
  color: 0,
});

test('a drag from anywhere within a box moves it, however small it is on the screen', () => {
  fc.assert(
    fc.property(
      pointing,
      size,
      size,
      fc.integer({ min: 0, max: 359 }),
      share,
      share,
      (how, width, height, angle, x, y) => {
        const desk = deskWith(box(width, height, angle));
        const at = turn({ x: 3 + x * width, y: -2 + y * height }, angle, { x: 3, y: -2 });
        assert.equal(gripAt(desk, at, how), null);
      },
    ),
  );
});

test('every grip of a box or a row can be taken hold of, and what is beside one moves the object', () => {
  const row = { ...makePlan(1, 8).objects[0], id: 'row' } as PlanObject;
  fc.assert(
    fc.property(pointing, size, size, fc.boolean(), (how, width, height, isRow) => {
      const desk = deskWith(isRow ? row : box(width, height));
      for (const grip of gripsOf(desk, how)) {
        assert.deepEqual(gripAt(desk, grip.at, how), grip);
        const beside = { x: grip.at.x, y: grip.at.y - 20 / how.scale };
        assert.ok(isBesideChosen(desk, beside, how));
      }
    }),
  );
  const desk = deskWith(row);
  assert.deepEqual(
    gripsOf(desk, { scale: 20, isTouch: false })
      .map(({ kind }) => kind)
      .toSorted(),
    ['curve', 'end', 'end', 'turn'],
  );
});

test('every seat of a row moves it: its ends and its middle are grips beyond its seats', () => {
  const [row] = makePlan(1, 9).objects;
  assert.ok(row?.type === 'row');
  fc.assert(
    fc.property(pointing, fc.nat(8), fc.nat(359), (how, nth, degrees) => {
      const desk = deskWith(row);
      const seat = row.seats[nth] ?? assert.fail();
      const within = turn({ x: seat.x + 0.45, y: seat.y }, degrees, seat);
      assert.equal(gripAt(desk, within, how), null);
      assert.ok(isBesideChosen(desk, within, how));
    }),
  );
});

test('a finger reaches farther than a mouse, and a box keeps a size that can be grabbed', () => {
  const desk = deskWith(box(10, 6));
  const corner = gripsOf(desk, { scale: 10, isTouch: true }).find(
    (grip) => grip.kind === 'size' && grip.handle.across === 1 && grip.handle.down === 1,
  );
  assert.ok(corner);
  const near = { x: corner.at.x + 1.5, y: corner.at.y };
  assert.deepEqual(gripAt(desk, near, { scale: 10, isTouch: true }), corner);
  assert.equal(gripAt(desk, near, { scale: 10, isTouch: false }), null);
  assert.equal(smallestSide({ scale: 100, isTouch: false }), 0.5);
  assert.ok(smallestSide({ scale: 2, isTouch: true }) * 2 >= 20);
});

test('a small area has a middle that moves it; corners and the dots between them are grips', () => {
  const points: Point[] = [
    { x: 0, y: 0 },
    { x: 8, y: 0 },
    { x: 8, y: 8 },
    { x: 0, y: 8 },
  ];
  const area: PlanObject = { type: 'polygon', id: 'area', points, color: 0 };
  const desk = deskWith(area);
  for (const isTouch of [false, true])
    assert.equal(gripAt(desk, { x: 4, y: 4 }, { scale: 2, isTouch }), null);
  const near = { scale: 40, isTouch: false };
  const kinds = Map.groupBy(gripsOf(desk, near), ({ kind }) => kind);
  assert.deepEqual([kinds.get('corner')?.length, kinds.get('edge')?.length], [4, 4]);
  // Seen from afar the dots would be in the way of the corners.
  assert.ok(!gripsOf(desk, { scale: 4, isTouch: true }).some(({ kind }) => kind === 'edge'));
  const grip = gripAt(desk, { x: 8.1, y: 8.1 }, near);
  assert.ok(grip?.kind === 'corner' && grip.nth === 2 && distance(grip.of, { x: 8, y: 8 }) === 0);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { centreOfRows, curveRows, formOfRows, spaceRows, spaceSeats, usualRadius } from './arrange-rows.ts';
import { makeRow, placesOfBlock, type BlockForm } from './make-objects.ts';
import { makePlan } from './make-plan.fixture.ts';
import type { PlanRow, SeatingPlan } from './plan-schema.ts';
import { distance, type Point } from './points.ts';
import { transformChosen } from './edit-chosen.ts';
import { rotateBy } from './transform.ts';

/** A plan with blocks of rows and nothing else. */
function planOf(...blocks: (BlockForm & Point)[]): { plan: SeatingPlan; ids: Set<string> } {
  let made = 0;
  const making = { newId: () => `n${(made += 1)}`, section: 'stalls', category: 'front' };
  const objects = blocks.flatMap((block) =>
    placesOfBlock(block, block).map((places, nth) =>
      makeRow(making, { places, label: String(nth + 1), spacing: block.spacing, curve: block.curve ?? 0 }),
    ),
  );
  return { plan: { ...makePlan(0, 0), objects }, ids: new Set(objects.map(({ id }) => id)) };
}

const rowsOf = (plan: SeatingPlan | null): PlanRow[] =>
  (plan?.objects ?? assert.fail('the sheet is too small')).filter((object) => object.type === 'row');
/** All but the places. */
const namesOf = (plan: SeatingPlan | null): unknown =>
  rowsOf(plan).map(({ id, label, seats }) => ({
    id,
    label,
    seats: seats.map((seat) => ({ ...seat, x: 0, y: 0 })),
  }));
const isNear = (one: number, other: number, most = 0.04): boolean => Math.abs(one - other) <= most;
const gaps = ({ seats }: PlanRow): number[] =>
  seats.slice(1).map((seat, nth) => distance(seat, seats[nth] ?? seat));

const block = fc.record({
  x: fc.integer({ min: -40, max: 40 }),
  y: fc.integer({ min: -40, max: 40 }),
  rows: fc.integer({ min: 2, max: 8 }),
  seatsInRow: fc.integer({ min: 9, max: 20 }),
  spacing: fc.constantFrom(0.9, 1, 1.3),
  between: fc.constantFrom(1, 1.1, 2),
});
const degrees = fc.integer({ min: -75, max: 75 });

test('rows of a block stand farther apart, whichever way it was turned; the first row and every name stay', () => {
  fc.assert(
    fc.property(block, degrees, fc.double({ min: 0.6, max: 4, noNaN: true }), (form, angle, between) => {
      const { plan: upright, ids } = planOf(form);
      const plan = transformChosen(upright, { objects: ids, seats: new Set() }, rotateBy(angle, form));
      const spaced = spaceRows(plan, ids, between);
      const rows = rowsOf(spaced);
      assert.deepEqual(rows[0], rowsOf(plan)[0]);
      assert.deepEqual(namesOf(spaced), namesOf(plan));
      for (const [nth, row] of rows.entries()) {
        const next = rows[nth + 1];
        if (next) assert.ok(isNear(distance(row.seats[0] ?? form, next.seats[0] ?? form), between));
      }
      assert.ok(isNear(formOfRows(spaced ?? plan, ids).between ?? NaN, between));
    }),
  );
});

test('rows are laid around one centre, each so far behind the other, with their seats as near as before; and straight again', () => {
  fc.assert(
    fc.property(block, degrees, fc.integer({ min: 3, max: 30 }), (form, angle, radius) => {
      const { plan: upright, ids } = planOf(form);
      const plan = transformChosen(upright, { objects: ids, seats: new Set() }, rotateBy(angle, form));
      const curved = curveRows(plan, ids, radius);
      assert.deepEqual(namesOf(curved), namesOf(plan));
      const rows = rowsOf(curved);
      for (const row of rows) {
        for (const gap of gaps(row)) assert.ok(isNear(gap, form.spacing));
        assert.ok(row.curve > 0);
      }
      const is = formOfRows(curved ?? plan, ids);
      // Of flat arcs the centre can't be told to the last hundredth.
      if (is.radius === null) return;
      assert.ok(is.radius >= radius * 0.9, `${is.radius} for ${radius}`);
      if (is.between !== null) assert.ok(isNear(is.between ?? NaN, form.between, 0.08));
      const straight = rowsOf(curveRows(curved ?? plan, ids, null));
      for (const [nth, row] of straight.entries()) {
        assert.equal(row.curve, 0);
        const was = rowsOf(plan)[nth]?.seats[0] ?? form;
        assert.ok(distance(row.seats[0] ?? form, was) < 0.5);
      }
    }),
  );
});

const THREE = [-14, 0, 14].map((x) => ({ x, y: 6, rows: 4, seatsInRow: 9, spacing: 1, between: 1.2 }));

test('concentric rows stay so when rows or seats get another distance; blocks beside each other keep their aisles', () => {
  const { plan, ids } = planOf(...THREE);
  const curved = curveRows(plan, ids, 20) ?? assert.fail();
  assert.ok(isNear(formOfRows(curved, ids).radius ?? NaN, 20, 0.1));
  const spaced = spaceRows(curved, ids, 1.8) ?? assert.fail();
  const wide = spaceSeats(spaced, ids, 1.1) ?? assert.fail();
  const centre = centreOfRows(rowsOf(curved)) ?? assert.fail();
  for (const after of [spaced, wide]) {
    const now = centreOfRows(rowsOf(after)) ?? assert.fail('they have no centre any more');
    assert.ok(distance(now, centre) < 0.2);
    assert.deepEqual(namesOf(after), namesOf(plan));
    const { between, radius } = formOfRows(after, ids);
    assert.ok(isNear(between ?? NaN, 1.8) && isNear(radius ?? NaN, 20, 0.1));
  }
  for (const row of rowsOf(wide)) for (const gap of gaps(row)) assert.ok(isNear(gap, 1.1));
  // The first rows of two blocks: the way between them is as wide as it was.
  const [left, middle] = [rowsOf(curved)[0], rowsOf(curved)[4]];
  const way = distance(left?.seats.at(-1) ?? centre, middle?.seats[0] ?? centre);
  assert.ok(isNear(way, 6, 0.3), `${way}`);
});

test('a way to walk between rows and within them stays; rows beyond the sheet are refused', () => {
  const front = { x: 0, y: 0, rows: 3, seatsInRow: 10, spacing: 1, between: 1 };
  const { plan, ids } = planOf(front, { ...front, y: 6 });
  assert.equal(formOfRows(plan, ids).between, 1);
  const rows = rowsOf(spaceRows(plan, ids, 1.5));
  const depths = rows.map(({ seats }) => seats[0]?.y ?? NaN);
  assert.deepEqual(depths, [-1, 0.5, 2, 6.5, 8, 9.5]);
  assert.equal(spaceRows(plan, ids, 900), null);
  assert.equal(spaceSeats(plan, ids, 900), null);
  assert.equal(formOfRows(plan, new Set([rows[0]?.id ?? ''])).between, undefined);
});

test('the first centre that is offered is the row’s own, or the stage; rows too long for it move it away', () => {
  const form = { x: 0, y: 10, rows: 3, seatsInRow: 11, spacing: 1, between: 1 };
  const { plan, ids } = planOf(form);
  const stage = { type: 'stage' as const, id: 'st', label: '', x: 0, y: -6, width: 8, height: 2, angle: 0 };
  assert.equal(usualRadius({ ...plan, objects: [...plan.objects, stage] }, ids), 15);
  assert.equal(usualRadius(plan, ids), 10);
  const bent = planOf({ ...form, curve: 1 });
  // Half the width squared by twice the height, and half the height.
  assert.ok(isNear(usualRadius(bent.plan, bent.ids), 12.8, 0.5));
  const curved = curveRows(plan, ids, 0.1) ?? assert.fail();
  for (const { curve } of rowsOf(curved)) assert.ok(curve > 0 && curve <= 5.5);
  const wide = spaceSeats(curved, ids, 1.6) ?? assert.fail();
  assert.ok((formOfRows(wide, ids).radius ?? 0) > (formOfRows(curved, ids).radius ?? 0));
  assert.deepEqual(namesOf(wide), namesOf(plan));
});

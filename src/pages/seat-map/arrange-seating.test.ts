import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTemplate } from '../../seating-plans/templates/templates.ts';
import { makeSeats } from './make-seats.fixture.ts';
import { seatsOfPlan } from './seats-of-plan.fixture.ts';
import { arrangeSeating } from './arrange-seating.ts';

test('an aisle parts a row into blocks, and a row stays one row', () => {
  const seating = arrangeSeating(makeSeats(['aa aaa']));
  assert.deepEqual(seating.blocks, [
    [0, 1],
    [2, 3, 4],
  ]);
  assert.deepEqual(
    seating.rows.map(({ indexes }) => indexes),
    [[0, 1, 2, 3, 4]],
  );
});

test('sections and rows are listed from the stage on, whatever the order of the seats', () => {
  const map = makeSeats(['aa', 'aa', '-', 'aa']);
  const seats = map.seats.toReversed().map((seat) => ({ ...seat, s: 1 - seat.s }));
  const seating = arrangeSeating({ ...map, seats });
  assert.deepEqual(seating.sectionsFromFront, [1, 0]);
  assert.deepEqual(
    seating.rows.map(({ section, name }) => [section, name]),
    [
      [1, 'A'],
      [1, 'B'],
      [0, 'A'],
    ],
  );
});

test('a row that runs from front to back is in order too', () => {
  const map = makeSeats(['aaa']);
  const seats = map.seats.map((seat) => ({ ...seat, x: 0.1 * seat.x, y: 10 - seat.x }));
  assert.deepEqual(arrangeSeating({ ...map, seats }).blocks, [[2, 1, 0]]);
});

test('rows of the same name in two sections are two rows', () => {
  const seating = arrangeSeating(makeSeats(['aa', '-', 'aa']));
  assert.equal(seating.rows.length, 2);
  assert.notEqual(seating.rowOf[0], seating.rowOf[2]);
});

const BOX = { width: 2, height: 2, angle: 0 };

test('around a table chairs are in a circle from the first on, and together, however far apart', () => {
  // Chair 1 at the top, 2 to the right, 3 below, 4 to the left, told in another order.
  const places = [
    ['3', 5, 7],
    ['1', 5, 3],
    ['4', 3, 5],
    ['2', 7, 5],
  ] as const;
  const seats = places.map(([n, x, y]) => ({ id: n, s: 0, t: 0, r: 'T1', n, x, y }));
  const table = {
    type: 'table',
    id: 'o1',
    label: 'T1',
    shape: 'round',
    soldAs: 'chairs',
    x: 5,
    y: 5,
  } as const;
  const far = { ...table, id: 'o2', x: 50, y: 50 };
  const plan = { sections: ['Tables'], seats };
  const seating = arrangeSeating({
    ...plan,
    drawing: [
      { ...far, ...BOX },
      { ...table, ...BOX },
    ],
  });
  assert.deepEqual(seating.rows, [
    { section: 0, name: 'T1', indexes: [1, 3, 0, 2], isTable: true, front: 3 },
  ]);
  assert.deepEqual(seating.blocks, [[1, 3, 0, 2]]);
  assert.equal(arrangeSeating(plan).rows[0]?.isTable, undefined, 'a row that is called like a table');
});

test('in a hall in the round sections and rows are listed from the stage on', () => {
  // Rows A, B before the stage (above it), C behind it, further away.
  const map = makeSeats(['aaa', 'aaa', '-', 'aaa']);
  const seats = map.seats.map((seat) => (seat.s === 1 ? { ...seat, y: 9 } : seat));
  const stage = { type: 'stage', id: 'o1', label: 'Stage', x: 2, y: 4, ...BOX } as const;
  const { sectionsFromFront, rows, front } = arrangeSeating({ ...map, seats, drawing: [stage] });
  assert.deepEqual(sectionsFromFront, [0, 1]);
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['B', 'A', 'A'],
  );
  assert.deepEqual(front, { x: 2, y: 4 });
});

test('sections that are equally far from the stage are listed by their names, as numbers count', () => {
  const map = makeSeats(['aa', '-', 'aa', '-', 'aa']);
  const seats = map.seats.map((seat) => ({ ...seat, y: 0 }));
  const sections = ['Block 10', 'Block 9', 'Block 1'];
  assert.deepEqual(arrangeSeating({ seats, sections }).sectionsFromFront, [2, 1, 0]);
});

test('around a square stage no block is before the others', () => {
  const { sections, sectionsFromFront } = arrangeSeating(seatsOfPlan(findTemplate('arena')));
  assert.deepEqual(
    sectionsFromFront.map((section) => sections[section]),
    Array.from({ length: 8 }, (_, nth) => `Block ${nth + 1}`),
  );
});

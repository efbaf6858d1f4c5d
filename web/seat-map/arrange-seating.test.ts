import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeSeats } from './make-seats.fixture.ts';
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

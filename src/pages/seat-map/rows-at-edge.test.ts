import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrangeSeating } from './arrange-seating.ts';
import { layGrid } from './lay-grid.ts';
import { makeSeats } from './make-seats.fixture.ts';
import type { Box } from './map-view.ts';
import type { Plan } from './plan.ts';
import { rowsAtEdge } from './rows-at-edge.ts';

const named = (plan: Plan, box: Box): string[] => {
  const seating = arrangeSeating(plan);
  return rowsAtEdge(seating, layGrid(seating.seats), box).map(({ name, at }) => `${name} ${at.x}/${at.y}`);
};

// Seats 1 to 4 are at 1 to 4, then comes an aisle, and 5 to 8 are at 7 to 10.
const hall = makeSeats(['aaaa aaaa', 'aaaa aaaa']);

test('a row whose own name is in sight has no other', () => {
  assert.deepEqual(named(hall, { left: -1, right: 8, top: -1, bottom: 2 }), []);
});

test('a row whose beginning is out of sight is named before the first seat that is in sight', () => {
  assert.deepEqual(named(hall, { left: 1.5, right: 8, top: -1, bottom: 2 }), ['A 1/0', 'B 1/1']);
});

test('an aisle at the edge takes no names away: they stand before the seats behind it', () => {
  assert.deepEqual(named(hall, { left: 4.2, right: 12, top: -1, bottom: 2 }), ['A 6/0', 'B 6/1']);
});

test('only rows with a seat in sight are named', () => {
  assert.deepEqual(named(hall, { left: 4.2, right: 12, top: 0.5, bottom: 2 }), ['B 6/1']);
  assert.deepEqual(named(hall, { left: 4.2, right: 6.8, top: -1, bottom: 2 }), []);
});

test('a row that goes from front to back, at the side of a stage, is named above', () => {
  const seats = [0, 1, 2, 3, 4].map((y) => ({ id: `${y}`, s: 0, t: 0, r: 'Box', n: `${y}`, x: 5, y }));
  const box = { sections: ['Boxes'], seats };
  assert.deepEqual(named(box, { left: 0, right: 10, top: 1.5, bottom: 9 }), ['Box 5/1']);
  assert.deepEqual(named(box, { left: 0, right: 10, top: -2, bottom: 9 }), []);
});

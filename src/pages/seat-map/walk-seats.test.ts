import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findTemplate } from '../../seating-plans/templates/templates.ts';
import { makeSeats } from './make-seats.fixture.ts';
import { arrangeSeating } from './arrange-seating.ts';
import { seatsOfPlan } from './seats-of-plan.fixture.ts';
import { seatAt } from './plan.ts';
import { rowBeside, stepFrom, type Step } from './walk-seats.ts';

const seating = arrangeSeating(makeSeats(['aaa aa', 'aaa aa', '-', 'aaaa']));
const walk = (from: number, ...steps: Step[]) =>
  steps.reduce((index, step) => stepFrom(seating, index, step), from);

test('left and right go along the row, over the aisle too', () => {
  assert.equal(walk(2, 'right'), 3);
  assert.equal(walk(3, 'left'), 2);
});

test('up and down go to the row before and behind, in the same column, and into the next section', () => {
  assert.equal(walk(1, 'down'), 6);
  assert.equal(walk(6, 'down'), 11);
  assert.equal(walk(11, 'up', 'up'), 1);
});

test('from row to row every row is reached, in the order of the list', () => {
  assert.deepEqual(
    [rowBeside(seating, 4, 1), rowBeside(seating, 5, 1), rowBeside(seating, 10, 1)],
    [5, 10, 10],
  );
  assert.deepEqual(
    [rowBeside(seating, 12, -1), rowBeside(seating, 7, -1), rowBeside(seating, 3, -1)],
    [5, 0, 3],
  );
});

test('at the edge of the hall the arrow leads nowhere', () => {
  assert.equal(walk(1, 'up'), 1);
  assert.equal(walk(10, 'down'), 10);
});

test('in any hall an arrow leads its own way or nowhere, and there and back along a row is where it began', () => {
  const lines = fc.array(fc.stringMatching(/^[a ]{1,8}$/), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(lines, (hall) => {
      const any = arrangeSeating(makeSeats(hall));
      any.seats.forEach((from, index) => {
        const towards = (step: Step) => seatAt(any.seats, stepFrom(any, index, step));
        assert.ok(towards('up') === from || towards('up').y < from.y);
        assert.ok(towards('down') === from || towards('down').y > from.y);
        assert.ok(towards('left') === from || towards('left').x < from.x);
        assert.ok(towards('right') === from || towards('right').x > from.x);
        const right = stepFrom(any, index, 'right');
        if (any.rowOf[right] === any.rowOf[index] && right !== index) {
          assert.equal(stepFrom(any, right, 'left'), index);
        }
      });
    }),
  );
});

test('arrow keys reach every chair of a hall of tables, and lead where they point', () => {
  const any = arrangeSeating(seatsOfPlan(findTemplate('cabaret')));
  const reached = new Set([0]);
  for (const index of reached) {
    for (const step of ['left', 'right', 'up', 'down'] as const) reached.add(stepFrom(any, index, step));
  }
  assert.equal(reached.size, any.seats.length);
  // From the chair that is first at its table, at the top right of it, to the one below.
  const first = any.rows[0]?.indexes[0] ?? -1;
  const below = seatAt(any.seats, stepFrom(any, first, 'down'));
  assert.equal(below.r, seatAt(any.seats, first).r);
  assert.ok(below.y > seatAt(any.seats, first).y);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { makeSeats } from '../../../seat-map/make-seats.fixture.ts';
import { arrangeSeating } from '../../../seat-map/arrange-seating.ts';
import { strandedSeats } from './stranded-seats.ts';

/** A row as it is after the choice: "." free, "x" taken, "o" chosen. */
function strandedIn(row: string): number[] {
  const signs = row.replaceAll(' ', '').split('');
  const seating = arrangeSeating(makeSeats([row.replaceAll(/[^ ]/g, 'a')]));
  const chosen = new Set(signs.flatMap((sign, index) => (sign === 'o' ? [index] : [])));
  return strandedSeats(seating, { isFree: (index) => signs[index] !== 'x', chosen });
}

test('a seat between a chosen and a taken one is stranded', () => {
  assert.deepEqual(strandedIn('..o.x'), [3]);
});

test('a seat between two chosen ones is stranded', () => {
  assert.deepEqual(strandedIn('..o.o..'), [3]);
});

test('a seat between a chosen one and the end of the row, or an aisle, is stranded', () => {
  assert.deepEqual(strandedIn('.o...'), [0]);
  assert.deepEqual(strandedIn('..o. ...'), [3]);
});

test('two free seats beside each other are not stranded', () => {
  assert.deepEqual(strandedIn('..oo..x'), []);
});

test('a seat that was alone before is not the buyer’s doing', () => {
  assert.deepEqual(strandedIn('x.x..oo'), []);
});

test('nothing chosen, nothing stranded', () => {
  assert.deepEqual(strandedIn('.x.x.'), []);
});

test('in any row: what is stranded is free, alone, and beside a chosen seat', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[.xo]{1,20}$/), (row) => {
      const stranded = new Set(strandedIn(row));
      row.split('').forEach((sign, index) => {
        const beside = new Set([row[index - 1], row[index + 1]]);
        const isStranded = sign === '.' && !beside.has('.') && beside.has('o');
        assert.equal(stranded.has(index), isStranded, `${row} at ${index}`);
      });
    }),
  );
});

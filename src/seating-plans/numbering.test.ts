import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { makePlan } from './make-plan.fixture.ts';
import { ALPHABET, labelsFor, letterLabel, type Numbering } from './number-labels.ts';
import { labelRows, numberSeats, prefixBySection, renameLabels } from './number-plan.ts';
import { isSeated, type SeatingPlan } from './plan-schema.ts';

const numbering: fc.Arbitrary<Numbering> = fc.oneof(
  fc.record({
    kind: fc.constant('numbers' as const),
    start: fc.integer({ min: -5, max: 500 }),
    step: fc.constantFrom(1, 2, -1, 10),
    isFromRight: fc.boolean(),
    prefix: fc.constantFrom('', 'B-'),
  }),
  fc.record({ kind: fc.constant('letters' as const), start: fc.nat(800), isFromRight: fc.boolean() }),
  fc.record({
    kind: fc.constant('odd_and_even' as const),
    oddSide: fc.constantFrom('left' as const, 'right' as const),
    leftCount: fc.nat(50),
    isFromRight: fc.boolean(),
  }),
);

test('however seats are numbered, no two are called the same, and from the right is the other way round', () => {
  fc.assert(
    fc.property(fc.nat(300), numbering, (count, how) => {
      const labels = labelsFor(count, how);
      assert.equal(labels.length, count);
      assert.equal(new Set(labels).size, count);
      const other = labelsFor(count, { ...how, isFromRight: how.isFromRight !== true });
      assert.deepEqual(other.toReversed(), labels);
    }),
  );
});

test('letters go from A to Z and on with AA, without I and O; each comes after the one before', () => {
  const rows = labelsFor(30, { kind: 'letters' });
  assert.equal(rows.join(' '), 'A B C D E F G H J K L M N P Q R S T U V W X Y Z AA AB AC AD AE AF');
  assert.equal(labelsFor(3, { kind: 'letters', start: 23 }).join(' '), 'Z AA AB');
  assert.deepEqual([letterLabel(24 + 24 * 24), letterLabel(26, ALPHABET)], ['AAA', 'AA']);
  fc.assert(
    fc.property(fc.nat(100_000), (nth) => {
      const [one, next] = [letterLabel(nth), letterLabel(nth + 1)];
      assert.doesNotMatch(one, /[IO]/);
      assert.ok(next.length > one.length || (next.length === one.length && next > one));
    }),
  );
});

test('odd numbers are on one side of the middle and even ones on the other, growing outwards', () => {
  const labels = (count: number, how: object = {}): string =>
    labelsFor(count, { kind: 'odd_and_even', oddSide: 'left', ...how }).join(' ');
  assert.equal(labels(6), '5 3 1 2 4 6');
  assert.equal(labels(6, { oddSide: 'right' }), '6 4 2 1 3 5');
  assert.equal(labels(5, { leftCount: 3 }), '5 3 1 2 4');
  assert.equal(labels(4, { start: 101 }), '103 101 102 104');
  assert.equal(labelsFor(4, { kind: 'numbers', start: 2, step: 2, isFromRight: true }).join(' '), '8 6 4 2');
});

const labelsOf = (plan: SeatingPlan): string[] =>
  plan.objects
    .filter(isSeated)
    .map(({ label, seats }) => `${label}: ${seats.map((seat) => seat.label).join(' ')}`);

test('rows are numbered one by one or across an aisle, and named and renamed many at once', () => {
  const plan = makePlan(3, 2);
  const rows = ['r0', 'r1', 'r2'];
  const across = numberSeats(plan, ['r1', 'r0'], { kind: 'numbers', start: 10 }, { asOne: true });
  assert.deepEqual(labelsOf(across), ['A: 12 13', 'B: 10 11', 'C: 1 2']);
  assert.deepEqual(labelsOf(numberSeats(plan, rows, { kind: 'letters' })), ['A: A B', 'B: A B', 'C: A B']);
  const named = labelRows(plan, rows, { kind: 'numbers', isFromRight: true });
  assert.deepEqual(labelsOf(named), ['3: 1 2', '2: 1 2', '1: 1 2']);
  assert.deepEqual(labelsOf(prefixBySection(plan, new Map([['stalls', 'S-']]))), [
    'S-A: 1 2',
    'S-B: 1 2',
    'S-C: 1 2',
  ]);
  const renamed = renameLabels(plan, ['r0'], { of: 'seats', find: '1', replace: '$&x', prefix: 'No ' });
  assert.deepEqual(labelsOf(renamed), ['A: No $&x No 2', 'B: 1 2', 'C: 1 2']);
  // It would be longer than a label may be.
  assert.equal(labelsOf(renameLabels(plan, ['r0'], { of: 'rows', prefix: 'x'.repeat(20) }))[0], 'A: 1 2');
  assert.equal(renamed.objects[1], plan.objects[1]);
});

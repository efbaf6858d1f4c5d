import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bestSeats, type Wish } from './best-seats.ts';
import { makeSeats } from '../../../seat-map/make-seats.fixture.ts';
import { arrangeSeating, type Seating } from '../../../seat-map/arrange-seating.ts';
import { seatAt } from '../../../seat-map/plan.ts';

const ANY: Omit<Wish, 'count'> = {
  ticketType: null,
  withAccessible: false,
  isFree: () => true,
  limits: [100, 100],
};

function idsOf({ seats }: Seating, groups: number[][]): string[][] {
  return groups.map((group) => group.map((index) => seatAt(seats, index).id));
}

test('the middle of the front row comes first', () => {
  const seating = arrangeSeating(makeSeats(['aaaaaaa', 'aaaaaaa']));
  assert.deepEqual(idsOf(seating, bestSeats(seating, { ...ANY, count: 3 })), [['0A3', '0A4', '0A5']]);
});

test('together further back is better than apart in front', () => {
  const seating = arrangeSeating(makeSeats(['aaaaaaa', 'aaaaaaa']));
  const isFree = (index: number) => index !== 3;
  const groups = bestSeats(seating, { ...ANY, isFree, count: 4 });
  assert.equal(groups.length, 1);
  assert.deepEqual(new Set(groups.flat().map((index) => seatAt(seating.seats, index).r)), new Set(['B']));
});

test('seats across an aisle are not together', () => {
  const seating = arrangeSeating(makeSeats(['aa aa', 'aaaa']));
  const groups = bestSeats(seating, { ...ANY, count: 3 });
  assert.equal(groups.length, 1);
  assert.deepEqual(new Set(groups.flat().map((index) => seatAt(seating.seats, index).r)), new Set(['B']));
});

test('a group that fits nowhere is split into as few as can be, near one another', () => {
  const seating = arrangeSeating(makeSeats(['aaa', 'aaa', 'aaa', 'aaa']));
  const groups = bestSeats(seating, { ...ANY, count: 5 });
  assert.deepEqual(
    groups.map(({ length }) => length),
    [3, 2],
  );
  assert.deepEqual(
    new Set(groups.flat().map((index) => seatAt(seating.seats, index).r)),
    new Set(['A', 'B']),
  );
});

test('the rest of a split group sits by the others, not in front without them', () => {
  const seating = arrangeSeating(makeSeats(['a', 'a', 'a', 'a', 'aaa']));
  assert.deepEqual(idsOf(seating, bestSeats(seating, { ...ANY, count: 4 })), [
    ['0E1', '0E2', '0E3'],
    ['0D1'],
  ]);
});

test('if fewer are left than wished, all of them come', () => {
  const seating = arrangeSeating(makeSeats(['aa aa']));
  assert.equal(bestSeats(seating, { ...ANY, count: 6 }).flat().length, 4);
});

test('a price is kept to, and so is what one order may have of it', () => {
  const seating = arrangeSeating(makeSeats(['bbbb', 'aaaaaa']));
  const groups = bestSeats(seating, { ...ANY, ticketType: 0, limits: [4, 4], count: 6 });
  assert.deepEqual(
    groups.flat().map((index) => seatAt(seating.seats, index).t),
    [0, 0, 0, 0],
  );
});

test('nobody gets a space for a wheelchair without asking', () => {
  const seating = arrangeSeating(makeSeats(['aAAa', 'aaaa']));
  const [group] = bestSeats(seating, { ...ANY, count: 2 });
  assert.deepEqual(
    group?.map((index) => seatAt(seating.seats, index).r),
    ['B', 'B'],
  );
});

test('a buyer who asks for an accessible seat gets one, however far back', () => {
  const seating = arrangeSeating(makeSeats(['aaaa', 'aaaa', 'aaAa']));
  const groups = bestSeats(seating, { ...ANY, withAccessible: true, count: 2 });
  assert.equal(groups.flat().filter((index) => seatAt(seating.seats, index).a).length, 1);
});

test('a clear view is worth a few rows', () => {
  const seating = arrangeSeating(makeSeats(['vvvvvv', 'aaaaaa']));
  assert.deepEqual(idsOf(seating, bestSeats(seating, { ...ANY, count: 2 })), [['0B3', '0B4']]);
});

test('of two equal choices the one comes first that leaves no seat alone', () => {
  const seating = arrangeSeating(makeSeats(['aaaa']));
  const [group] = bestSeats(seating, { ...ANY, count: 2 });
  assert.ok(group?.includes(0) || group?.includes(3), String(group));
});

const halls = fc.array(fc.stringMatching(/^[abAv ]{1,12}$/), { minLength: 1, maxLength: 6 });
const cases = fc.record({
  hall: halls.filter((lines) => lines.some((line) => line.trim() !== '')),
  takenSeed: fc.array(fc.boolean(), { minLength: 72, maxLength: 72 }),
  count: fc.integer({ min: 1, max: 8 }),
  ticketType: fc.constantFrom(null, 0, 1),
  withAccessible: fc.boolean(),
  limits: fc.tuple(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 8 })),
});

test('in any hall: never a taken seat, never too many, together whenever that is possible', () => {
  fc.assert(
    fc.property(cases, ({ hall, takenSeed, count, ticketType, withAccessible, limits }) => {
      const seating = arrangeSeating(makeSeats(hall));
      const isFree = (index: number) => !takenSeed[index];
      const groups = bestSeats(seating, { count, ticketType, withAccessible, limits, isFree });
      const indexes = groups.flat();
      const isOffered = (index: number) => {
        const { t, a } = seatAt(seating.seats, index);
        return isFree(index) && (ticketType === null || t === ticketType) && (withAccessible || !a);
      };
      const countOf = (type: number, among: number[]) =>
        among.filter((index) => seatAt(seating.seats, index).t === type).length;
      const isAllowed = (among: number[]) => limits.every((limit, type) => countOf(type, among) <= limit);

      assert.ok(indexes.every(isOffered));
      assert.equal(new Set(indexes).size, indexes.length);
      assert.ok(isAllowed(indexes));
      for (const group of groups) assert.ok(isRun(seating, group), String(group));

      const all = seating.seats.map((_, index) => index).filter(isOffered);
      const most = limits.reduce((sum, limit, type) => sum + Math.min(limit, countOf(type, all)), 0);
      assert.equal(indexes.length, Math.min(count, most));

      const isPossible = seating.blocks.some((block) =>
        block.some((_, from) => {
          const run = block.slice(from, from + count);
          return run.length === count && run.every(isOffered) && isAllowed(run);
        }),
      );
      assert.equal(groups.length === 1 && indexes.length === count, isPossible);
    }),
    { numRuns: 500 },
  );
});

function isRun({ blocks }: Seating, group: number[]): boolean {
  return blocks.some((block) => {
    const from = block.indexOf(group[0] ?? -1);
    return from >= 0 && group.every((index, at) => block[from + at] === index);
  });
}

test('a table that is sold whole is found where all of it is wanted, and a companion seat with its place', () => {
  const map = makeSeats(['aa', 'aaa', 'Aa']);
  const seats = map.seats.map((seat) => ({
    ...seat,
    ...(seat.r === 'A' && { g: 1 }),
    ...(seat.r === 'C' && seat.n === '2' && { c: 5 }),
  }));
  const hall = arrangeSeating({ ...map, seats });
  assert.deepEqual(bestSeats(hall, { ...ANY, count: 2 }), [[0, 1]]);
  assert.deepEqual(bestSeats(hall, { ...ANY, count: 1 }), [[2]]);
  assert.deepEqual(bestSeats(hall, { ...ANY, count: 2, withAccessible: true }), [[5, 6]]);
  assert.deepEqual(bestSeats(hall, { ...ANY, count: 1, withAccessible: true }), [[5]]);
});

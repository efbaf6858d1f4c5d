import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compareHall, type PlannedSeat } from './compare-hall.ts';
import type { StoredSeat } from './read-hall.ts';

// Few names, ids and types, so that seats meet: the same id under another name, the same name under another id, both at once.
const few = fc.integer({ min: 0, max: 5 });
const place = fc.constantFrom(0, 1);
const drawn = fc.record({ planId: few, label: few, type: fc.constantFrom('a', 'b'), x: place });
const stored = fc.record({
  planId: fc.option(few),
  label: few,
  type: fc.constantFrom('a', 'b'),
  x: place,
  state: fc.constantFrom('free', 'held', 'sold'),
});

const SEAT = {
  section: 'Stalls',
  rowLabel: 'A',
  y: 0,
  isAccessible: false,
  isRestrictedView: false,
  companionOf: null,
  table: null,
  blocked: null,
};

const before = fc
  .uniqueArray(stored, { selector: ({ label }) => label, maxLength: 6 })
  .map((seats) =>
    seats.filter(
      (seat, nth) => seat.planId === null || seats.findIndex((one) => one.planId === seat.planId) === nth,
    ),
  )
  .map((seats) =>
    seats.map(({ planId, label, type, x, state }, nth): StoredSeat => ({
      ...SEAT,
      id: `seat-${nth}`,
      seatLabel: `${label}`,
      x,
      ticketTypeId: type,
      type,
      planSeatId: planId === null ? null : `${planId}`,
      isSold: state === 'sold',
      isTaken: state !== 'free',
    })),
  );
const after = fc
  .uniqueArray(drawn, { selector: ({ label }) => label, maxLength: 6 })
  .map((seats) => seats.filter((seat, nth) => seats.findIndex((one) => one.planId === seat.planId) === nth))
  .map((seats) =>
    seats.map(({ planId, label, type, x }): PlannedSeat => ({
      ...SEAT,
      planSeatId: `${planId}`,
      seatLabel: `${label}`,
      x,
      ticketTypeId: type,
      type,
    })),
  );

/** The fate of each seat, one by one and by the rules alone: an id of the same plan first, then a name that nobody has by its id. */
function become(hall: readonly StoredSeat[], plan: readonly PlannedSeat[], isSamePlan: boolean) {
  const byId = (seat: StoredSeat): PlannedSeat | undefined =>
    isSamePlan ? plan.find(({ planSeatId }) => planSeatId === seat.planSeatId) : undefined;
  const claimed = hall.map(byId);
  return hall.map((seat, nth) => {
    const next =
      claimed[nth] ?? plan.find((one) => one.seatLabel === seat.seatLabel && !claimed.includes(one));
    return { seat, next };
  });
}

test('a holder of a seat keeps it or is named, nobody else is; every seat of the plan is an old one or a new one, once', () => {
  fc.assert(
    fc.property(before, after, fc.boolean(), (hall, plan, isSamePlan) => {
      const found = compareHall(hall, plan, { isSamePlan });
      const expected = become(hall, plan, isSamePlan);
      const names = (seats: readonly { seatLabel: string }[]): string[] =>
        seats.map(({ seatLabel }) => seatLabel).toSorted();
      assert.deepEqual(
        names(found.inTheWay),
        names(
          expected.flatMap(({ seat, next }) => {
            const isSame =
              next && next.seatLabel === seat.seatLabel && next.ticketTypeId === seat.ticketTypeId;
            return seat.isTaken && !isSame ? [seat] : [];
          }),
        ),
      );
      assert.deepEqual(
        names(found.removed),
        names(expected.filter(({ next }) => !next).map(({ seat }) => seat)),
      );
      const kept = new Set(expected.map(({ next }) => next));
      assert.deepEqual(names(found.added), names(plan.filter((next) => !kept.has(next))));
      const pairs = new Map(found.changed.map((pair) => [pair.before, pair.after]));
      for (const { seat, next } of expected) {
        if (!next) continue;
        const isSame =
          next.seatLabel === seat.seatLabel &&
          next.ticketTypeId === seat.ticketTypeId &&
          next.x === seat.x &&
          next.planSeatId === seat.planSeatId;
        assert.equal(pairs.get(seat), isSame ? undefined : next);
        assert.equal(found.renamed.includes(seat.id), next.seatLabel !== seat.seatLabel);
      }
      for (const seat of found.inTheWay) {
        const { next } = expected.find((one) => one.seat.seatLabel === seat.seatLabel) ?? assert.fail();
        assert.equal(seat.newType, next?.type ?? null);
        assert.equal(
          seat.newName?.seatLabel,
          next && next.seatLabel !== seat.seatLabel ? next.seatLabel : undefined,
        );
      }
    }),
    { numRuns: 1_000 },
  );
});

const ONE: StoredSeat = {
  ...SEAT,
  id: 'seat',
  seatLabel: '1',
  x: 0,
  ticketTypeId: 'a',
  type: 'A',
  planSeatId: 'p',
  isSold: false,
  isTaken: true,
};

for (const [field, change] of Object.entries({
  place: { x: 2 },
  'place in depth': { y: 2 },
  'way in': { isAccessible: true },
  view: { isRestrictedView: true },
  companion: { companionOf: 'q' },
  table: { table: { tableId: 't', seats: 2 } },
  block: { blocked: { reason: 'Band', color: 1 } },
  id: { planSeatId: 'q' },
})) {
  test(`a seat that somebody has may get another ${field}: it is changed, and in nobody’s way`, () => {
    const found = compareHall([ONE], [{ ...ONE, planSeatId: 'p', ...change }], { isSamePlan: true });
    assert.deepEqual(
      [found.changed.length, found.added, found.removed, found.inTheWay, found.renamed],
      [1, [], [], [], []],
    );
  });
}

test('a table that grows, and a block that is another, are changes', () => {
  const table = { ...ONE, table: { tableId: 't', seats: 2 }, blocked: { reason: 'Band', color: 1 } };
  const grown = { ...table, planSeatId: 'p', table: { tableId: 't', seats: 3 } };
  const other = { ...table, planSeatId: 'p', blocked: { reason: 'Band', color: 2 } };
  for (const next of [grown, other])
    assert.equal(compareHall([table], [next], { isSamePlan: true }).changed.length, 1);
});

test('seats in the way are told by section, from the stage on, from left to right', () => {
  const at = (section: string, x: number, y: number): StoredSeat => ({
    ...ONE,
    id: `${section}${x}${y}`,
    section,
    seatLabel: `${x}${y}`,
    x,
    y,
  });
  const hall = [at('B', 1, 0), at('A', 2, 2), at('A', 3, 1), at('A', 2, 1)];
  assert.deepEqual(
    compareHall(hall, [], { isSamePlan: true }).inTheWay.map(
      ({ section, seatLabel }) => `${section}${seatLabel}`,
    ),
    ['A21', 'A31', 'A22', 'B10'],
  );
});

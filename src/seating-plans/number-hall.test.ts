import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { makePlan, place } from './make-plan.fixture.ts';
import { labelByPlace, numberByPlace, rowsInOrder, seatsInOrder } from './number-hall.ts';
import { labelsFor, type Numbering } from './number-labels.ts';
import { isSeated, type PlanRow, type SeatingPlan } from './plan-schema.ts';
import { mirrorAt, moveBy, rotateBy, transformObjects } from './transform.ts';

const rowsOf = (plan: SeatingPlan): PlanRow[] => plan.objects.filter((object) => object.type === 'row');
const idsOf = (plan: SeatingPlan): Set<string> => new Set(plan.objects.map(({ id }) => id));
const labelsOf = (plan: SeatingPlan): string[] => rowsOf(plan).map(({ label }) => label);
const LETTERS: Numbering = { kind: 'letters' };
const NUMBERS: Numbering = { kind: 'numbers' };

/** A block of rows that was turned as a whole, and drawn in any order. */
const block = fc.record({
  rows: fc.integer({ min: 1, max: 12 }),
  seats: fc.integer({ min: 2, max: 12 }),
  degrees: fc.integer({ min: -80, max: 80 }),
  by: place,
  order: fc.infiniteStream(fc.nat(1_000)),
  isMirrored: fc.boolean(),
});

function draw({
  rows,
  seats,
  degrees,
  by,
  order,
  isMirrored,
}: typeof block extends fc.Arbitrary<infer B> ? B : never) {
  const plan = makePlan(rows, seats);
  const ids = idsOf(plan);
  const mirrored = isMirrored ? transformObjects(plan, ids, mirrorAt('x', 3)) : plan;
  const turned = transformObjects(transformObjects(mirrored, ids, moveBy(by)), ids, rotateBy(degrees, by));
  const objects = turned.objects
    .map((object) => ({ object, at: order.next().value ?? 0 }))
    .sort((one, other) => one.at - other.at)
    .map(({ object }) => object);
  return { straight: plan, turned: { ...turned, objects } };
}

test('the rows of a block are named from the stage on, however it was turned, mirrored and drawn', () => {
  fc.assert(
    fc.property(block, fc.boolean(), (drawn, overAisles) => {
      const { straight, turned } = draw(drawn);
      const named = labelByPlace(turned, idsOf(turned), NUMBERS, { overAisles });
      const byId = new Map(rowsOf(named).map(({ id, label }) => [id, label]));
      assert.deepEqual(
        rowsOf(straight).map(({ id }) => byId.get(id)),
        labelsFor(drawn.rows, NUMBERS),
      );
      // Named again, nothing changes.
      assert.deepEqual(labelByPlace(named, idsOf(named), NUMBERS, { overAisles }), named);
    }),
  );
});

test('the seats of each row are numbered from left to right; what was not chosen is the very same', () => {
  fc.assert(
    fc.property(block, fc.nat(11), (drawn, left) => {
      const { turned } = draw({ ...drawn, degrees: drawn.degrees / 2 });
      const ids = idsOf(turned);
      const spared = turned.objects[left % turned.objects.length];
      ids.delete(spared?.id ?? '');
      const numbered = numberByPlace(turned, ids, { kind: 'numbers', start: 7 }, { overAisles: false });
      for (const row of rowsOf(numbered)) {
        if (row.id === spared?.id) continue;
        const sorted = row.seats.toSorted((one, other) => one.x - other.x);
        assert.deepEqual(
          sorted.map(({ label }) => label),
          labelsFor(drawn.seats, { kind: 'numbers', start: 7 }),
        );
      }
      assert.equal(
        numbered.objects.find(({ id }) => id === spared?.id),
        spared,
      );
      assert.deepEqual(
        numberByPlace(numbered, ids, { kind: 'numbers', start: 7 }, { overAisles: false }),
        numbered,
      );
    }),
  );
});

/** Parts of each row with aisles between them, a little out of line. */
const hall = fc.record({
  lines: fc.integer({ min: 1, max: 6 }),
  parts: fc.integer({ min: 1, max: 4 }),
  seats: fc.integer({ min: 1, max: 6 }),
  shift: fc.double({ min: -0.2, max: 0.2, noNaN: true }),
});

test('parts of a row with aisles between them are called the same, and their seats are numbered on', () => {
  fc.assert(
    fc.property(hall, ({ lines, parts, seats, shift }) => {
      const objects = Array.from({ length: lines * parts }, (_, nth): PlanRow => {
        const [line, part] = [Math.floor(nth / parts), nth % parts];
        return {
          type: 'row',
          id: `${line}-${part}`,
          section: 'stalls',
          label: '',
          spacing: 1,
          curve: 0,
          seats: Array.from({ length: seats }, (_seat, at) => ({
            id: `${line}-${part}-${at}`,
            label: '',
            x: part * 10 + at,
            y: line * 1.1 + (part % 2) * shift,
          })),
        };
      });
      const plan: SeatingPlan = { ...makePlan(0), objects: objects.toReversed() };
      const ids = idsOf(plan);
      const named = labelByPlace(plan, ids, LETTERS, { overAisles: true });
      const numbered = rowsOf(numberByPlace(named, ids, NUMBERS, { overAisles: true }));
      const letters = labelsFor(lines, LETTERS);
      for (const { id, label, seats: own } of numbered) {
        const [line = 0, part = 0] = id.split('-').map(Number);
        assert.equal(label, letters[line]);
        assert.deepEqual(
          own.map((seat) => seat.label),
          own.map((_, at) => `${part * seats + at + 1}`),
        );
      }
      assert.deepEqual(
        rowsInOrder(numbered).map(({ id }) => id),
        objects.map(({ id }) => id),
      );
    }),
  );
});

test('each part by itself has its own name where aisles divide rows', () => {
  const plan = makePlan(2, 2);
  const beside = transformObjects(plan, new Set(['r1']), moveBy({ x: 10, y: -1 }));
  assert.deepEqual(labelsOf(labelByPlace(beside, idsOf(beside), LETTERS, { overAisles: false })), ['A', 'B']);
  assert.deepEqual(labelsOf(labelByPlace(beside, idsOf(beside), LETTERS, { overAisles: true })), ['A', 'A']);
});

test('a row that runs away from the stage is numbered from there on, and chairs go around their table', () => {
  const plan = transformObjects(makePlan(1, 4), new Set(['r0']), rotateBy(-90, { x: 0, y: 0 }));
  const row = plan.objects.find(isSeated);
  const ys = seatsInOrder(row as PlanRow).map(({ y }) => Math.round(y * 10));
  assert.deepEqual(ys, [-15, -5, 5, 15]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkPlan } from './check-plan.ts';
import { addCorner, isCornered, joinCorner, middleOfEdge, moveCorner, removeCorner } from './corners.ts';
import {
  markChosen,
  orderChosen,
  paintChosen,
  putIntoSection,
  removeCategory,
  removeChosen,
  removeSection,
  seatsIn,
  seatsToRow,
  transformChosen,
  type Chosen,
} from './edit-chosen.ts';
import { redo, stepBack, stepForward, take, type History } from './edits.ts';
import {
  addSeat,
  blockBetween,
  boxBetween,
  freeLabels,
  makeRow,
  makeTable,
  placesBetween,
  placesOfBlock,
  placesOfChairs,
  relayTable,
  type Making,
} from './make-objects.ts';
import { makePlan, OTHER_OBJECTS, place } from './make-plan.fixture.ts';
import { labelByPlace, labelsOfSeats, numberByPlace, seatsInOrder } from './number-hall.ts';
import { labelsFor } from './number-labels.ts';
import { isSeated, type PlanObject, type PlanRow, type PlanTable, type SeatingPlan } from './plan-schema.ts';
import { distance, type Point } from './points.ts';
import {
  aislesOf,
  bendRow,
  curveTowards,
  middleOfRow,
  openAisle,
  setSeatCount,
  stretchRow,
} from './reshape-row.ts';
import { handleAt, HANDLES, isBoxed, resizeBox, resizeObject } from './resize.ts';
import { guidesOf, snapBox } from './snap.ts';
import { mirrorAt, moveBy, rotateBy } from './transform.ts';

const START: SeatingPlan = { ...makePlan(4, 6), objects: [...makePlan(4, 6).objects, ...OTHER_OBJECTS] };

function createMaking(start = 'new'): Making {
  let made = 0;
  return { newId: () => `${start}-${(made += 1)}`, section: 'stalls', category: 'front' };
}

const deed = fc.record({
  tool: fc.nat(17),
  at: place,
  to: place,
  chosen: fc.array(fc.nat(40), { minLength: 1, maxLength: 4 }),
  number: fc.integer({ min: 1, max: 12 }),
});
type Deed = typeof deed extends fc.Arbitrary<infer Value> ? Value : never;

/** Something that somebody does with the tools of the designer. */
function act(plan: SeatingPlan, { tool, at, to, chosen, number }: Deed, step: number): SeatingPlan {
  const making = createMaking(`s${step}`);
  const objects = new Set(
    chosen.flatMap((nth) => plan.objects[nth % Math.max(1, plan.objects.length)]?.id ?? []),
  );
  const all = plan.objects.filter(isSeated).flatMap(({ seats }) => seats);
  const seats = new Set(chosen.flatMap((nth) => all[nth % Math.max(1, all.length)]?.id ?? []));
  const some: Chosen = { objects, seats: tool % 2 ? seats : new Set() };
  const add = (...added: PlanObject[]): SeatingPlan => ({ ...plan, objects: [...plan.objects, ...added] });
  const change = (make: (object: PlanObject) => PlanObject): SeatingPlan => ({
    ...plan,
    objects: plan.objects.map((object) => (objects.has(object.id) ? make(object) : object)),
  });
  switch (tool) {
    case 0:
      return add(makeRow(making, { places: placesBetween(at, to, 1), label: 'Z', spacing: 1 }));
    case 1:
      return add(
        ...placesOfBlock(at, { rows: number, seatsInRow: 5, spacing: 1, between: 1.1, curve: 1 }).map(
          (places) => makeRow(making, { places, label: 'Y', spacing: 1, curve: 1 }),
        ),
      );
    case 2:
      return add(
        makeTable(making, { ...boxBetween(at, to), shape: 'rectangular', chairs: number, label: 'T9' }),
      );
    case 3:
    case 4:
      return transformChosen(plan, some, tool === 3 ? moveBy(at) : rotateBy(number * 30, at));
    case 5:
      return transformChosen(plan, some, mirrorAt('x', at.x));
    case 6:
      return removeChosen(plan, some);
    case 7:
      return paintChosen(plan, some, number > 6 ? 'front' : null);
    case 8:
      return markChosen(plan, some, { isAccessible: true, blocked: { reason: 'House', color: 1 } });
    case 9:
      return markChosen(plan, some, { isAccessible: undefined, blocked: undefined, companionOf: all[0]?.id });
    case 10:
      return orderChosen(plan, some, number > 6 ? 'front' : 'back');
    case 11:
      return putIntoSection(
        { ...plan, sections: [...plan.sections, { id: `x${step}`, name: 'X' }] },
        some,
        `x${step}`,
      );
    case 12:
      return change((object) => (object.type === 'row' ? bendRow(object, { curve: number / 4 }) : object));
    case 13:
      return change((object) => (object.type === 'row' ? setSeatCount(making, object, number) : object));
    case 14:
      return numberByPlace(
        labelByPlace(plan, objects, { kind: 'letters' }, { overAisles: true }),
        objects,
        { kind: 'numbers', start: number },
        { overAisles: true },
      );
    case 15:
      return seatsToRow(
        plan,
        { objects: new Set(), seats },
        { id: `gathered${step}`, section: 'stalls', label: 'W' },
      );
    case 16:
      return change((object) =>
        isBoxed(object)
          ? resizeBox(making, object, HANDLES[number % 8] ?? { across: 1, down: 1 }, { to })
          : object,
      );
    default:
      return number > 6 ? removeCategory(plan, 'front') : removeSection(plan, `x${step - 1}`, 'stalls');
  }
}

test('a drawing undone is the start, byte for byte, and done again what it had become, whatever is drawn with the tools', () => {
  const before = JSON.stringify(START);
  fc.assert(
    fc.property(fc.array(deed, { maxLength: 12 }), (deeds) => {
      let history: History = { plan: START, done: [], undone: [] };
      for (const [step, one] of deeds.entries()) history = take(history, act(history.plan, one, step));
      const after = JSON.stringify(history.plan);
      // Sent as JSON, edit by edit, a draft elsewhere becomes the same.
      const elsewhere = (JSON.parse(JSON.stringify(history.done)) as typeof history.done).reduce(redo, START);
      assert.equal(JSON.stringify(elsewhere), JSON.stringify(JSON.parse(after)));
      while (history.done.length > 0) history = stepBack(history);
      assert.equal(JSON.stringify(history.plan), before);
      while (history.undone.length > 0) history = stepForward(history);
      assert.equal(JSON.stringify(history.plan), after);
      assert.equal(checkPlan(history.plan).filter(({ problem }) => problem === 'double_id').length, 0);
    }),
  );
});

const isNear = (one: number, other: number, tolerance = 0.02): boolean => Math.abs(one - other) <= tolerance;

test('a row that is dragged has as many seats as fit, each a spacing from the next, from left to right', () => {
  fc.assert(
    fc.property(place, place, fc.double({ min: 0.5, max: 3, noNaN: true }), (from, to, spacing) => {
      const places = placesBetween(from, to, spacing);
      assert.equal(places.length, Math.min(1_000, Math.round(distance(from, to) / spacing) + 1));
      for (const [nth, point] of places.entries()) {
        const next = places[nth + 1];
        if (next) assert.ok(isNear(distance(point, next), spacing));
      }
      const [first, last] = [places[0], places.at(-1)];
      assert.ok(first && last && (first.x < last.x + 0.01 || first.y <= last.y));
    }),
  );
});

test('a block that is dragged fills the box, and one asked for by numbers has so many rows and seats', () => {
  fc.assert(
    fc.property(
      place,
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 0, max: 40 }),
      (from, across, down) => {
        const form = { spacing: 1, between: 1.5 };
        const block = blockBetween(from, { x: from.x + across, y: from.y - down * 1.5 }, form);
        assert.deepEqual([block.seatsInRow, block.rows], [across + 1, down + 1]);
        const rows = placesOfBlock(block.middle, { ...form, ...block });
        assert.ok(rows.length === down + 1 && rows.every((row) => row.length === across + 1));
        assert.ok(isNear(rows.at(-1)?.[0]?.y ?? NaN, from.y) && isNear(rows[0]?.[0]?.x ?? NaN, from.x));
      },
    ),
  );
});

const rowOf = (count: number): PlanRow =>
  makeRow(createMaking(), {
    places: placesBetween({ x: 0, y: 0 }, { x: count - 1, y: 0 }, 1),
    label: 'A',
    spacing: 1,
  });

test('a row that is stretched, bent or grown keeps its seats; its other end, its aisles and its spacing stay', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 3, max: 40 }),
      fc.constantFrom('first' as const, 'last' as const),
      place,
      fc.double({ min: -4, max: 4, noNaN: true }),
      (count, end, to, curve) => {
        const row = rowOf(count);
        const kept = (after: PlanRow): boolean => {
          const ids = new Set(after.seats.map(({ id }) => id));
          return row.seats.slice(0, Math.min(count, after.seats.length)).every(({ id }) => ids.has(id));
        };
        const stretched = stretchRow(createMaking('more'), row, { end, to });
        const anchor = end === 'last' ? 0 : -1;
        assert.deepEqual(
          [stretched.seats.at(anchor)?.id, stretched.seats.at(anchor)?.x],
          [row.seats.at(anchor)?.id, row.seats.at(anchor)?.x],
        );
        for (const [nth, seat] of stretched.seats.entries()) {
          const next = stretched.seats[nth + 1];
          if (next) assert.ok(isNear(distance(seat, next), 1, 0.03));
        }
        const aisle = openAisle(row, { after: 2, width: 1.5 });
        assert.deepEqual(aislesOf(aisle), [{ after: 2, width: 1.5 }]);
        const drawn = stretchRow(createMaking('more'), aisle, { end, to });
        const beside = [1, 2].map((nth) => drawn.seats.find(({ id }) => id === row.seats[nth]?.id));
        if (beside[0] && beside[1]) assert.ok(isNear(distance(beside[0], beside[1]), 2.5, 0.03));
        else assert.deepEqual(aislesOf(drawn), []);
        const bent = bendRow(aisle, { curve });
        assert.deepEqual(
          aislesOf(bent).map(({ after }) => after),
          [2],
        );
        assert.ok(isNear(distance(bent.seats[1] ?? to, bent.seats[2] ?? to), 2.5, 0.03));
        const grown = setSeatCount(createMaking('more'), row, count + 3);
        assert.ok(grown.seats.length === count + 3 && kept(grown));
        assert.ok(isNear(distance(grown.seats.at(-1) ?? to, grown.seats.at(-2) ?? to), 1));
        assert.equal(
          new Set(addSeat(createMaking('one'), grown, to).seats.map(({ label }) => label)).size,
          count + 4,
        );
      },
    ),
  );
});

test('the handle of a curve asks for the curve that it stands at', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 5, max: 40 }),
      fc.double({ min: -2, max: 2, noNaN: true }),
      (count, asked) => {
        const bent = bendRow(rowOf(count), { curve: Math.abs(asked) < 0.1 ? 0.2 : asked });
        const most = distance(bent.seats[0] ?? { x: 0, y: 0 }, bent.seats.at(-1) ?? { x: 0, y: 0 }) / 2;
        if (Math.abs(bent.curve) < most)
          assert.ok(isNear(curveTowards(bent, middleOfRow(bent)), bent.curve, 0.05));
      },
    ),
  );
});

test('a table keeps its chairs when it is sized; as many as asked for stand around it, none on another', () => {
  fc.assert(
    fc.property(
      place,
      fc.integer({ min: 1, max: 16 }),
      fc.constantFrom('round' as const, 'rectangular' as const),
      (at, chairs, shape) => {
        const form = { ...at, width: 8, height: shape === 'round' ? 8 : 5, angle: 20, shape, chairs };
        const places = placesOfChairs(form);
        assert.equal(places.length, chairs);
        const isApart = (one: Point, nth: number): boolean =>
          places.every((other, position) => position === nth || distance(one, other) > 0.9);
        assert.ok(places.every(isApart));
        const table: PlanTable = makeTable(createMaking(), { ...form, label: 'T1' });
        const larger = relayTable(createMaking('more'), table, { chairs: chairs + 2, width: 12 });
        assert.deepEqual(
          larger.seats.slice(0, chairs).map(({ id }) => id),
          table.seats.map(({ id }) => id),
        );
        assert.equal(new Set(larger.seats.map(({ label }) => label)).size, chairs + 2);
      },
    ),
  );
});

test('a box is sized by a handle: it goes to the pointer, and the edge on the other side stays', () => {
  fc.assert(
    fc.property(
      fc.nat(7),
      fc.integer({ min: 0, max: 359 }),
      fc.integer({ min: 1, max: 20 }),
      (nth, angle, by) => {
        const handle = HANDLES[nth] ?? { across: 1, down: 1 };
        const opposite = { across: -handle.across, down: -handle.down } as typeof handle;
        const box = { type: 'rectangle' as const, id: 'a', x: 1, y: 2, width: 6, height: 4, angle, color: 0 };
        const larger = { ...box, width: box.width + by * 2, height: box.height + by * 2 };
        const to = handleAt(larger, handle);
        const sized = resizeBox(createMaking(), box, handle, { to });
        assert.ok(distance(handleAt(sized, opposite), handleAt(box, opposite)) < 0.03);
        if (handle.across !== 0 && handle.down !== 0) assert.ok(distance(handleAt(sized, handle), to) < 0.03);
      },
    ),
  );
});

test('nothing is sized to nothing, by whichever handle, end or key; what was smaller stays as small', () => {
  fc.assert(
    fc.property(fc.nat(7), place, fc.double({ min: 0.5, max: 8, noNaN: true }), (nth, to, smallest) => {
      const handle = HANDLES[nth] ?? { across: 1, down: 1 };
      const stage = { type: 'stage' as const, id: 'a', label: '', x: 0, y: 0, width: 6, height: 1, angle: 0 };
      const sized = resizeBox(createMaking(), stage, handle, { to, smallest });
      assert.ok(sized.width >= Math.min(smallest, 6) - 0.01 && sized.height >= Math.min(smallest, 1) - 0.01);
      const row = rowOf(5);
      for (const end of ['first', 'last'] as const)
        assert.ok(stretchRow(createMaking(), row, { end, to }).seats.length >= 2);
    }),
  );
  const all = { x: -5_000, y: -5_000 };
  for (const object of [...OTHER_OBJECTS, rowOf(3)]) {
    const small = resizeObject(createMaking(), object, all);
    if (isBoxed(small)) assert.ok(small.width >= 0.5 && small.height >= 0.5, small.type);
    else if (small.type === 'row') assert.ok(small.seats.length >= 2);
    else if (small.type === 'text') assert.ok(small.size >= 0.25);
    else if (isCornered(small)) assert.ok(new Set(small.points.map(({ x, y }) => `${x} ${y}`)).size > 1);
  }
});

test('keys move the right and lower edges; a row gets a seat more, or another curve', () => {
  const making = createMaking();
  const box = { type: 'rectangle' as const, id: 'a', x: 0, y: 0, width: 4, height: 2, angle: 90, color: 0 };
  // Turned by a quarter, its right edge is below it.
  assert.deepEqual(resizeObject(making, box, { x: 1, y: 0 }), { ...box, width: 5, y: 0.5 });
  const row = resizeObject(making, rowOf(4), { x: 0.5, y: 0 });
  assert.ok(row.type === 'row' && row.seats.length === 5 && row.seats[4]?.label === '5');
  const bent = resizeObject(making, rowOf(9), { x: 0, y: 0.5 });
  assert.ok(bent.type === 'row' && bent.curve === 0.5);
  const text = { type: 'text' as const, id: 't', text: 'Bar', x: 0, y: 0, size: 1, angle: 0 };
  assert.deepEqual(resizeObject(making, text, { x: 0.5, y: 0 }), { ...text, size: 1.25 });
});

test('corners are moved, added and joined; an area keeps three of them, a line its two ends', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 4, y: 0 },
    { x: 4, y: 4 },
  ];
  const area = { type: 'polygon' as const, id: 'p', points, color: 0 };
  const line = { type: 'line' as const, id: 'l', points: points.slice(0, 2), color: 0 };
  assert.deepEqual(middleOfEdge(area, 2), { x: 2, y: 2 });
  assert.equal(middleOfEdge(line, 1), null);
  const larger = addCorner(area, 0, { x: 2, y: -1.234 });
  assert.deepEqual(larger.points[1], { x: 2, y: -1.23 });
  assert.deepEqual(joinCorner(moveCorner(larger, 1, { x: 0.1, y: 0 }), 1, 0.5), area);
  assert.equal(removeCorner(area, 1), area);
  assert.equal(removeCorner(line, 1), line);
  const full = { ...area, points: Array.from({ length: 500 }, (_, x) => ({ x, y: x % 2 })) };
  assert.equal(addCorner(full, 3, { x: 0, y: 0 }), full);
});

test('a moved object is laid on the nearest line within reach, and on none beyond it', () => {
  const box = fc
    .tuple(place, fc.nat(40), fc.nat(40))
    .map(([{ x, y }, width, height]) => ({ left: x, top: y, right: x + width, bottom: y + height }));
  fc.assert(
    fc.property(
      box,
      fc.array(box, { maxLength: 8 }),
      fc.double({ min: 0, max: 5, noNaN: true }),
      (own, others, reach) => {
        const guides = guidesOf(others);
        const { x, lines } = snapBox(own, guides, reach);
        const edges = [own.left, (own.left + own.right) / 2, own.right];
        const nearest = Math.min(
          Infinity,
          ...guides.x.flatMap((line) => edges.map((edge) => Math.abs(line - edge))),
        );
        assert.equal(
          lines.some(({ axis }) => axis === 'x'),
          nearest <= reach,
        );
        if (nearest <= reach) assert.ok(isNear(Math.abs(x), nearest, 1e-9));
        else assert.equal(x, 0);
      },
    ),
  );
});

test('seats are numbered by where they stand, whatever was mirrored, and go on over an aisle', () => {
  const parts = ['A', 'A', 'B'].map((label, nth) => ({
    ...makeRow(createMaking(`p${nth}`), {
      places: placesBetween({ x: nth * 10, y: 0 }, { x: nth * 10 + 3, y: 0 }, 1),
      label,
      spacing: 1,
    }),
  }));
  const plan: SeatingPlan = { ...START, objects: parts.toReversed() };
  const ids = new Set(parts.map(({ id }) => id));
  const chosen: Chosen = { objects: new Set([parts[0]?.id ?? '']), seats: new Set() };
  // Turned half around its own middle, the first part is where it was, its seats in the other order.
  const turned = transformChosen(plan, chosen, rotateBy(180, { x: 1.5, y: 0 }));
  const numbered = numberByPlace(turned, ids, { kind: 'numbers' }, { overAisles: true });
  const labels = numbered.objects
    .filter(isSeated)
    .toReversed()
    .map((row) =>
      seatsInOrder(row)
        .map(({ label }) => label)
        .join(' '),
    );
  assert.deepEqual(labels, ['1 2 3 4', '5 6 7 8', '1 2 3 4']);
  const alone = labelsOfSeats(parts, { kind: 'numbers' }, { overAisles: false });
  assert.equal([...alone.values()].join(' '), '1 2 3 4 1 2 3 4 1 2 3 4');
});

test('odd and even numbers count from the sides too, and no two are the same', () => {
  const sides = { kind: 'odd_and_even', oddSide: 'left', countedFrom: 'sides' } as const;
  assert.equal(labelsFor(7, sides).join(' '), '1 3 5 8 6 4 2');
  fc.assert(
    fc.property(fc.nat(200), fc.constantFrom('left' as const, 'right' as const), (count, oddSide) => {
      assert.equal(new Set(labelsFor(count, { ...sides, oddSide })).size, count);
    }),
  );
});

test('new rows get letters that their section has not; a seat that goes takes its companions’ mark along', () => {
  assert.deepEqual(freeLabels(START, 'stalls', { count: 2, kind: 'row' }), ['E', 'F']);
  assert.deepEqual(freeLabels(START, 'stalls', { count: 1, kind: 'table' }), ['T2']);
  const seats = seatsIn(START, { objects: new Set(['r0']), seats: new Set() });
  const [first, second] = [seats[0]?.id ?? '', seats[1]?.id ?? ''];
  const marked = markChosen(START, { objects: new Set(), seats: new Set([second]) }, { companionOf: first });
  const left = removeChosen(marked, { objects: new Set(), seats: new Set([first]) });
  assert.deepEqual(
    checkPlan(left).filter(({ problem }) => problem === 'lost_companion'),
    [],
  );
  assert.equal(
    markChosen(START, { objects: new Set(), seats: new Set([second]) }, { companionOf: undefined }),
    START,
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { continueLabels, lettersOf } from './continue-labels.ts';
import { checkPlan } from './check-plan.ts';
import { MAX_CATEGORIES, MAX_COORDINATE, MAX_SEATS } from './limits.ts';
import { makePlan } from './make-plan.fixture.ts';
import { copyObjects, pasteObjects, takeObjects } from './paste-objects.ts';
import { isSeated, type PlanRow, type SeatingPlan } from './plan-schema.ts';
import { readPlanFile } from './read-plan-file.ts';
import { moveBy } from './transform.ts';

const next = (taken: string[], ...labels: string[]): string[] =>
  continueLabels(labels, { taken: new Set(taken), letters: lettersOf(taken), longest: 20 });

test('copies go on counting: letters, numbers, and whatever stands before them', () => {
  assert.deepEqual(next(['A', 'B', 'C'], 'C'), ['D']);
  assert.deepEqual(next(['A', 'B', 'C'], 'A'), ['D']);
  assert.deepEqual(next(['A', 'B', 'C'], 'A', 'B', 'C'), ['D', 'E', 'F']);
  assert.deepEqual(next(['A', 'B', 'C'], 'C', 'A', 'B'), ['F', 'D', 'E']);
  assert.deepEqual(next(['1', '2', '10'], '2'), ['11']);
  assert.deepEqual(next(['Row 3'], 'Row 3'), ['Row 4']);
  assert.deepEqual(next(['T1', 'T2'], 'T1', 'T2'), ['T3', 'T4']);
  assert.deepEqual(next(['01', '02'], '01'), ['03']);
  assert.deepEqual(next(['a', 'b'], 'b'), ['c']);
  assert.deepEqual(next(['Z'], 'Z'), ['AA']);
  assert.deepEqual(next(['AA', 'BB', 'CC'], 'BB'), ['DD']);
  assert.deepEqual(next(['Orchestra'], 'Orchestra'), ['Orchestra 2']);
  assert.deepEqual(next(['Orchestra', 'Orchestra 2'], 'Orchestra'), ['Orchestra 3']);
});

test('I and O are left out where the plan leaves them out, and not where it has them', () => {
  assert.deepEqual(next(['G', 'H'], 'G', 'H'), ['J', 'K']);
  assert.deepEqual(next(['M', 'N'], 'N'), ['P']);
  assert.deepEqual(next(['H', 'I'], 'H'), ['J']);
  assert.deepEqual(next(['I', 'N'], 'N'), ['O']);
  assert.deepEqual(next(['J', 'O'], 'O'), ['P']);
});

test('labels that are free stay as they are; no label is given twice, nor longer than it may be', () => {
  assert.deepEqual(next(['A', 'B'], 'C'), ['C']);
  assert.deepEqual(next(['A', 'B', 'C'], 'C', 'D'), ['D', 'E']);
  assert.deepEqual(next(['A'], '7', 'A', '9'), ['7', 'B', '9']);
  assert.deepEqual(next([], 'A', 'A', 'A'), ['B', 'C', 'D']);
  const long = 'x'.repeat(20);
  for (const label of next([long, `${'x'.repeat(18)} 2`], long, long)) assert.equal(label.length, 20);
  const many = Array.from({ length: 3_000 }, (_, nth) => ['A', '1', 'Row', 'zz'][nth % 4] ?? '');
  assert.equal(new Set(next(many, ...many)).size, many.length);
  assert.equal(next(many, ...many).filter((label) => many.includes(label)).length, 0);
});

const ids = (): (() => string) => {
  let made = 0;
  return () => `new${(made += 1)}`;
};
const put = (plan: SeatingPlan, part: SeatingPlan, by = { x: 0, y: 50 }) => {
  const pasted = pasteObjects(plan, part, { newId: ids(), transform: moveBy(by) });
  assert.ok(pasted);
  const copies = pasted.plan.objects.filter(({ id }) => pasted.copies.includes(id)) as PlanRow[];
  return { ...pasted, rows: copies, labels: copies.map(({ label }) => label) };
};
const all = (plan: SeatingPlan): SeatingPlan => takeObjects(plan, new Set(plan.objects.map(({ id }) => id)));
const named = (plan: SeatingPlan, name: string): SeatingPlan => ({
  ...plan,
  sections: plan.sections.map((section) => ({ ...section, name })),
});

test('a copied row has the next label of its section, and its seats keep their numbers', () => {
  const plan = named(makePlan(3, 4), 'Stalls');
  const { plan: copied, copies } = copyObjects(plan, new Set(['r0']), {
    newId: ids(),
    transform: moveBy({ x: 0, y: 50 }),
  });
  const labels = plan.objects.filter(isSeated).map(({ label }) => label);
  const copy = copied.objects.find(({ id }) => id === copies[0]) as PlanRow;
  assert.ok(!labels.includes(copy.label), copy.label);
  assert.deepEqual(
    copy.seats.map(({ label }) => label),
    (plan.objects[0] as PlanRow).seats.map(({ label }) => label),
  );
  const doubles = checkPlan(copied).filter(({ problem }) => problem === 'double_seat');
  assert.deepEqual(doubles, []);
  // All of a section without a number: it grows.
  const grown = put(plan, all(plan));
  assert.equal(new Set([...labels, ...grown.labels]).size, 6);
  assert.equal(grown.plan.sections.length, plan.sections.length);
});

test('the copy of a whole block is the next block, with the labels of the first; of one row it is not', () => {
  const plan = named(makePlan(3, 4), 'Block 1');
  const second = put(plan, all(plan));
  assert.deepEqual(
    second.plan.sections.map(({ name }) => name),
    ['Block 1', 'Block 2'],
  );
  assert.deepEqual(
    second.labels,
    plan.objects.filter(isSeated).map(({ label }) => label),
  );
  const third = put(second.plan, all(plan), { x: 0, y: 90 });
  assert.deepEqual(
    third.plan.sections.map(({ name }) => name),
    ['Block 1', 'Block 2', 'Block 3'],
  );
  assert.equal(put(plan, takeObjects(plan, new Set(['r0']))).plan.sections.length, 1);
  // Cut and pasted, it is what it was.
  const cut = put({ ...plan, objects: [] }, all(plan));
  assert.deepEqual([cut.plan.sections.length, cut.labels[0]], [1, (plan.objects[0] as PlanRow).label]);
});

test('a copied standing area is the next one', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 4, y: 0 },
    { x: 4, y: 4 },
  ];
  const pit = { type: 'standing', id: 'pit', label: 'Block 1', points, capacity: 50 } as const;
  const plan = { ...makePlan(1, 4), objects: [pit] };
  assert.deepEqual(put(plan, takeObjects(plan, new Set(['pit']))).labels, ['Block 2']);
});

test('a part goes into another plan: by the names of sections and categories, with ids of its own', () => {
  const here = {
    ...named(makePlan(2, 3), 'Stalls'),
    categories: [{ id: 'x', name: ' standard ', color: 2 }],
  };
  const from: SeatingPlan = {
    ...named(makePlan(2, 3), 'stalls'),
    categories: [
      { id: 'p', name: 'Standard', color: 1 },
      { id: 'q', name: 'Balcony', color: 4 },
    ],
  };
  const objects = from.objects.map((object, nth) =>
    isSeated(object)
      ? {
          ...object,
          seats: object.seats.map((seat) => ({
            ...seat,
            category: nth === 0 ? 'p' : 'q',
            companionOf: 'far',
          })),
        }
      : object,
  );
  // As it comes out of the clipboard: as text.
  const { plan: part } = readPlanFile(JSON.stringify(all({ ...from, objects })));
  const { plan, rows } = put(here, part);
  assert.deepEqual(
    plan.categories.map(({ name, color }) => [name, color]),
    [
      [' standard ', 2],
      ['Balcony', 4],
    ],
  );
  assert.deepEqual(
    rows.map(({ seats }) => seats[0]?.category),
    ['x', plan.categories[1]?.id],
  );
  assert.deepEqual(
    rows.map(({ section }) => section),
    here.sections.slice(0, 1).flatMap(({ id }) => [id, id]),
  );
  assert.equal(rows[0]?.seats[0]?.companionOf, undefined, 'its seat stayed behind');
  const own = new Set(
    here.objects.flatMap((object) => [
      object.id,
      ...(isSeated(object) ? object.seats.map(({ id }) => id) : []),
    ]),
  );
  for (const { id, seats } of rows)
    for (const each of [id, ...seats.map((seat) => seat.id)]) assert.ok(!own.has(each));
  assert.deepEqual(
    checkPlan(plan).filter(({ problem }) => problem !== 'overlap' && problem !== 'no_category'),
    [],
  );
});

test('objects that would be too many are not pasted; those that would be outside stay where they were; one id twice becomes two', () => {
  const large = makePlan(20, 1_000);
  assert.equal(
    pasteObjects(large, all(makePlan(1, 1)), { newId: ids(), transform: moveBy({ x: 0, y: 0 }) }),
    null,
  );
  assert.equal(20 * 1_000, MAX_SEATS);
  const categories = Array.from({ length: MAX_CATEGORIES }, (_, nth) => ({
    id: `c${nth}`,
    name: `C${nth}`,
    color: 1,
  }));
  const colourful = { ...all(makePlan(1, 1)), categories: [{ id: 'more', name: 'More', color: 1 }] };
  assert.equal(
    pasteObjects({ ...makePlan(1, 1), categories }, colourful, {
      newId: ids(),
      transform: moveBy({ x: 0, y: 0 }),
    }),
    null,
  );
  const far = put(makePlan(1, 2), all(makePlan(1, 2)), { x: MAX_COORDINATE, y: 0 });
  assert.equal(far.rows[0]?.seats[1]?.x, (makePlan(1, 2).objects[0] as PlanRow).seats[1]?.x);
  const [row] = makePlan(1, 2).objects as [PlanRow];
  const twice = { ...makePlan(1, 2), objects: [row, row] };
  const { rows } = put(makePlan(1, 1), all(twice));
  assert.equal(new Set(rows.flatMap(({ seats }) => seats.map(({ id }) => id))).size, 4);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compare, redo, stepBack, stepForward, take, undo, type History } from './edits.ts';
import { makePlan, OTHER_OBJECTS, place } from './make-plan.fixture.ts';
import { labelRows, numberSeats } from './number-plan.ts';
import type { SeatingPlan } from './plan-schema.ts';
import {
  alignObjects,
  distributeObjects,
  mirrorAt,
  moveBy,
  rotateBy,
  snapObjects,
  transformObjects,
} from './transform.ts';
import { copyObjects } from './paste-objects.ts';

const START: SeatingPlan = { ...makePlan(4, 6), objects: [...makePlan(4, 6).objects, ...OTHER_OBJECTS] };

/** Something that somebody does with some of the objects. */
const deed = fc.record({
  tool: fc.nat(10),
  by: place,
  chosen: fc.array(fc.nat(30), { minLength: 1, maxLength: 4 }),
});
type Deed = typeof deed extends fc.Arbitrary<infer Value> ? Value : never;

function act(plan: SeatingPlan, { tool, by, chosen }: Deed, step: number): SeatingPlan {
  const ids = new Set(
    chosen.flatMap((nth) => plan.objects[nth % Math.max(1, plan.objects.length)]?.id ?? []),
  );
  let made = 0;
  const newId = (): string => `step${step}-${(made += 1)}`;
  const [first] = plan.objects;
  switch (tool) {
    case 0:
      return transformObjects(plan, ids, moveBy(by));
    case 1:
      return transformObjects(plan, ids, rotateBy(by.x, by));
    case 2:
      return transformObjects(plan, ids, mirrorAt('x', by.x));
    case 3:
      return alignObjects(plan, ids, 'left');
    case 4:
      return distributeObjects(plan, ids, 'y');
    case 5:
      return snapObjects(plan, ids, 0.5);
    case 6:
      return copyObjects(plan, ids, { newId, transform: moveBy(by) }).plan;
    case 7:
      return { ...plan, objects: plan.objects.filter(({ id }) => !ids.has(id)) };
    case 8:
      return numberSeats(labelRows(plan, [...ids], { kind: 'letters' }), [...ids], {
        kind: 'numbers',
        start: step,
      });
    case 9:
      return { ...plan, name: `Hall ${step}`, sections: [...plan.sections, { id: newId(), name: 'New' }] };
    default:
      return first ? { ...plan, objects: [...plan.objects.slice(1), first] } : plan;
  }
}

test('any edit done and undone leaves the plan as it was, byte for byte; done again, it is as it had become', () => {
  const before = JSON.stringify(START);
  fc.assert(
    fc.property(fc.array(deed, { maxLength: 15 }), (deeds) => {
      let history: History = { plan: START, done: [], undone: [] };
      for (const [step, one] of deeds.entries()) history = take(history, act(history.plan, one, step));
      const after = JSON.stringify(history.plan);
      const steps = history.done.length;
      for (let step = 0; step < steps; step++) history = stepBack(history);
      assert.equal(JSON.stringify(history.plan), before);
      assert.equal(stepBack(history), history);
      for (let step = 0; step < steps; step++) history = stepForward(history);
      assert.equal(JSON.stringify(history.plan), after);
      assert.equal(history.undone.length, 0);
    }),
  );
});

test('an edit is a value: it can be written down, and read again it does and undoes the same', () => {
  const after = act(
    act(START, { tool: 6, by: { x: 1, y: 2 }, chosen: [0, 5] }, 1),
    { tool: 7, by: { x: 0, y: 0 }, chosen: [2] },
    2,
  );
  const edit: ReturnType<typeof compare> = JSON.parse(JSON.stringify(compare(START, after)));
  assert.deepEqual(redo(START, edit), after);
  assert.deepEqual(undo(after, edit), START);
});

test('an edit of one row of twenty thousand seats has one row in it, and shares the others', () => {
  const hall = makePlan(500, 40);
  const moved = transformObjects(hall, new Set(['r7']), moveBy({ x: 1, y: 0 }));
  const edit = compare(hall, moved);
  assert.deepEqual([edit.objects.length, edit.order, edit.rest], [1, null, null]);
  assert.ok(JSON.stringify(edit).length < 10_000);
  assert.ok(moved.objects.every((object, nth) => nth === 7 || object === hall.objects[nth]));
  const history = take({ plan: hall, done: [], undone: [] }, { ...hall });
  assert.equal(history.done.length, 0);
});

test('old edits are forgotten when they would fill the memory, and the rest can be undone', () => {
  const hall = makePlan(200, 100);
  const all = new Set(hall.objects.map(({ id }) => id));
  const plans = [hall];
  let history: History = { plan: hall, done: [], undone: [] };
  for (let step = 0; step < 60; step++) {
    history = take(history, transformObjects(history.plan, all, moveBy({ x: 1, y: 0 })));
    plans.push(history.plan);
  }
  const steps = history.done.length;
  assert.ok(steps >= 40 && steps <= 50, `${steps} moves of twenty thousand seats are kept`);
  for (let step = 0; step < steps; step++) history = stepBack(history);
  assert.equal(stepBack(history), history);
  assert.deepEqual(history.plan, plans[60 - steps]);
});

test('of small edits a thousand can be undone', () => {
  const hall = makePlan(200, 100);
  let history: History = { plan: hall, done: [], undone: [] };
  for (let step = 0; step < 1000; step++)
    history = take(history, transformObjects(history.plan, new Set(['r0']), moveBy({ x: 1, y: 0 })));
  assert.equal(history.done.length, 1000);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { PlanObject, SeatingPlan } from '../../../seating-plans/plan-schema.ts';
import { findTemplate, TEMPLATE_IDS } from '../../../seating-plans/templates/templates.ts';
import { moveBy, transformObject } from '../../../seating-plans/transform.ts';
import { layGrid } from '../lay-grid.ts';
import { isTouching, widen } from '../map-view.ts';
import type { MapColors } from '../read-colors.ts';
import { boxOfObject, createChangingScene, type ChangingScene } from './changing-scene.ts';
import { liftOff } from './lifted.ts';

const SHOWN = { stageName: '', colors: {} as MapColors, look: { isFree: () => true } };
const create = (plan: SeatingPlan): ChangingScene => createChangingScene(plan, SHOWN);

/** The drawing of a scene, in any order of its seats. */
const shownOf = ({ grid, seating, outlines, box, stage, ownerOf }: ChangingScene) => {
  const seats: string[] = [];
  grid.visit({ left: -2000, top: -2000, right: 2000, bottom: 2000 }, (index) =>
    seats.push(JSON.stringify([ownerOf[index], seating.seats[index]])),
  );
  const rows = seating.rows.map(({ indexes, ...row }) => [
    row,
    indexes.map((index) => seating.seats[index]?.id),
  ]);
  return { seats: seats.sort(), rows, drawing: seating.drawing, outlines, box, stage };
};

const steps = fc.array(
  fc.record({
    what: fc.constantFrom('move', 'remove', 'rename', 'raise', 'repaint'),
    at: fc.nat(),
    by: fc.integer({ min: -9, max: 9 }),
  }),
  { minLength: 1, maxLength: 6 },
);
type Step = { what: string; at: number; by: number };

function edit(plan: SeatingPlan, { what, at, by }: Step): SeatingPlan {
  const object = plan.objects[at % Math.max(plan.objects.length, 1)];
  if (!object) return plan;
  const put = (next: PlanObject | null, objects = plan.objects): SeatingPlan => ({
    ...plan,
    objects: objects.flatMap((one) => (one === object ? (next ?? []) : one)),
  });
  if (what === 'remove') return put(null);
  if (what === 'rename' && 'label' in object) return put({ ...object, label: `${object.label}${by}` });
  if (what === 'raise')
    return { ...plan, objects: [...plan.objects.filter((one) => one !== object), object] };
  if (what === 'repaint') {
    return { ...plan, categories: plan.categories.map((one) => ({ ...one, color: 1 + (at % 6) })) };
  }
  return put(transformObject(object, moveBy({ x: by, y: by / 2 })));
}

test('after any edits, and back again, the scene is as if it had been made of the plan at once', () => {
  fc.assert(
    fc.property(fc.constantFrom(...TEMPLATE_IDS), steps, (templateId, wanted) => {
      const plans = [findTemplate(templateId)];
      for (const step of wanted) plans.push(edit(plans.at(-1) ?? fail(), step));
      const scene = create(plans[0] ?? fail());
      for (const plan of [...plans, ...plans.toReversed()]) {
        scene.change(plan);
        assert.deepEqual(shownOf(scene), shownOf(create(plan)));
      }
    }),
    {
      numRuns: 15,
      examples: [
        // Rows that begin at one height, of which the first is raised.
        [
          'church',
          [
            { what: 'raise', at: 487_126_096, by: 0 },
            { what: 'move', at: 0, by: 0 },
          ],
        ],
      ],
    },
  );
});

test('objects that an edit leaves alone are not said to look different', () => {
  const plan = findTemplate('cabaret');
  const table = plan.objects.find(({ type }) => type === 'table');
  assert.ok(table);
  const scene = create(plan);
  const moved = transformObject(table, moveBy({ x: 0.2, y: 0 }));
  const boxes = scene.change({ ...plan, objects: plan.objects.map((one) => (one === table ? moved : one)) });
  const bar = plan.objects.at(-1) ?? fail();
  assert.ok(boxes);
  assert.ok(boxes.some((box) => isTouching(box, boxOfObject(table))));
  assert.equal(
    boxes.some((box) => isTouching(box, boxOfObject(bar))),
    false,
  );
  assert.deepEqual(scene.change(scene.plan), []);
});

test('a dragged object is off the plan, and there again when it is dropped', () => {
  const plan = findTemplate('cabaret');
  const scene = create(plan);
  const before = shownOf(scene);
  const table = plan.objects.find((object) => object.type === 'table');
  const chair = table?.seats[0] ?? fail();
  const lifted = liftOffQuietly(scene, table?.id ?? '');
  assert.equal(scene.grid.seatAt(chair), null);
  assert.equal(
    scene.seating.drawing.some(({ id }) => id === table?.id),
    false,
  );
  lifted.putBack();
  assert.deepEqual(shownOf(scene), before);
});

const liftOffQuietly = (scene: ChangingScene, id: string) =>
  liftOff(scene, { objectIds: new Set([id]), seatIds: new Set() });

function fail(): never {
  throw new assert.AssertionError({ message: 'the template has none of these' });
}

test('a seat that was taken from the grid is found no more, and others are', () => {
  const seat = (x: number) => ({ id: '', s: 0, t: 0, r: '', n: '', x, y: 0 });
  const grid = layGrid([seat(0), seat(1)]);
  grid.take(0);
  assert.deepEqual([grid.seatAt({ x: 0, y: 0 }), grid.seatAt({ x: 1, y: 0 })], [null, 1]);
  const seen: number[] = [];
  grid.visit(widen({ left: 0, right: 1, top: 0, bottom: 0 }, 1), (index) => seen.push(index));
  assert.deepEqual(seen, [1]);
});

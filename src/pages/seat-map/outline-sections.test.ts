import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawingOf } from '../../seating-plans/drawing.ts';
import { makePlan } from '../../seating-plans/make-plan.fixture.ts';
import { removeSection } from '../../seating-plans/edit-chosen.ts';
import type { PlanObject, SeatingPlan } from '../../seating-plans/plan-schema.ts';
import { arrangeSeating } from './arrange-seating.ts';
import { createChangingScene } from './board/changing-scene.ts';
import { outlineSections } from './outline-sections.ts';
import type { MapColors } from './read-colors.ts';
import { seatsOfPlan } from './seats-of-plan.fixture.ts';

const POINTS = [
  { x: -6, y: -3 },
  { x: 6, y: -3 },
  { x: 4, y: 5 },
];
const AREA: PlanObject = { type: 'outline', id: 'area', section: 'stalls', points: POINTS };
const HALL = makePlan(3, 5);
const [row] = HALL.objects;
const BALCONY = { ...row, id: 'b', section: 'balcony', label: 'A' } as PlanObject;
const PLAN: SeatingPlan = {
  ...HALL,
  sections: [...HALL.sections, { id: 'balcony', name: 'Balcony' }],
  objects: [...HALL.objects, AREA, BALCONY],
};
const shown = { stageName: '', colors: {} as MapColors, look: { isFree: () => true } };

test('a section is the area that was drawn, for buyers and in the designer; one without keeps the hull of its seats', () => {
  const buyers = outlineSections(arrangeSeating(seatsOfPlan(PLAN)));
  const designers = createChangingScene(PLAN, shown).outlines;
  for (const outlines of [buyers, designers]) {
    const stalls = outlines.find(({ name }) => name === 'Stalls');
    assert.deepEqual([stalls?.points, stalls?.isDrawn], [POINTS, true]);
    assert.deepEqual(stalls?.box, { left: -6, top: -3, right: 6, bottom: 5 });
    const balcony = outlines.find(({ name }) => name === 'Balcony');
    assert.deepEqual([balcony?.points.length, balcony?.isDrawn], [2, undefined]);
  }
});

test('the designer follows an outline that is moved, doubled or removed', () => {
  const scene = createChangingScene(PLAN, shown);
  const moved = { ...AREA, points: POINTS.map(({ x, y }) => ({ x: x + 10, y })) } as PlanObject;
  const put = (...areas: PlanObject[]): SeatingPlan => ({
    ...PLAN,
    objects: [...HALL.objects, ...areas, BALCONY],
  });
  scene.change(put(moved));
  assert.equal(scene.outlines[0]?.box.left, 4);
  scene.change(put(moved, { ...AREA, id: 'other' }));
  assert.deepEqual(
    scene.outlines.map(({ name }) => name),
    ['Stalls', 'Stalls', 'Balcony'],
  );
  scene.change(put());
  assert.deepEqual(
    scene.outlines.map(({ isDrawn }) => isDrawn),
    [undefined, undefined],
  );
});

test('an event gets the outline by the name of its section; it goes with its section', () => {
  assert.deepEqual(drawingOf(PLAN), [{ type: 'outline', id: 'area', label: 'Stalls', points: POINTS }]);
  assert.deepEqual(drawingOf(removeSection(PLAN, 'stalls', 'balcony')), []);
});

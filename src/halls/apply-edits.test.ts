import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkPlan } from '../seating-plans/check-plan.ts';
import { makePlan } from '../seating-plans/make-plan.fixture.ts';
import type { PlanObject, SeatingPlan } from '../seating-plans/plan-schema.ts';
import { readPlanFile } from '../seating-plans/read-plan-file.ts';
import { writePlan } from '../seating-plans/write-plan-file.ts';
import { applyEdits } from './apply-edits.ts';

test('a section has outlines of at most a hundred points, and a plan at most five hundred of them', () => {
  const area = (id: string, points: number): PlanObject => ({
    type: 'outline',
    id,
    section: 'stalls',
    points: Array.from({ length: points }, (_, x) => ({ x, y: x % 2 })),
  });
  const read = (...objects: PlanObject[]): SeatingPlan =>
    readPlanFile(writePlan({ ...makePlan(), objects })).plan;
  const edit = (...objects: PlanObject[]): SeatingPlan =>
    applyEdits(makePlan(), [
      {
        objects: objects.map((after) => ({ id: after.id, after })),
        order: { after: objects.map(({ id }) => id) },
        rest: null,
      },
    ]);
  for (const take of [read, edit]) {
    assert.deepEqual(take(area('a', 100)).objects, [area('a', 100)]);
    for (const points of [2, 101]) assert.throws(() => take(area('a', points)), /points/);
    const many = Array.from({ length: 501 }, (_, nth) => area(`a${nth}`, 3));
    assert.equal(take(...many.slice(1)).objects.length, 500);
    assert.throws(() => take(...many), /500 section outlines/);
  }
  const problems = checkPlan({
    ...makePlan(),
    objects: [{ ...area('a', 3), section: 'gone' } as PlanObject],
  });
  assert.deepEqual(
    problems.map(({ problem }) => problem),
    ['no_section'],
  );
});

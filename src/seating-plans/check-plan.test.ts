import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkPlan, type PlanProblem } from './check-plan.ts';
import { compilePlan } from './compile-plan.ts';
import { makePlan, OTHER_OBJECTS } from './make-plan.fixture.ts';
import { planOfSeats } from './plan-of-seats.ts';
import type { PlanRow, PlanSeat, SeatingPlan } from './plan-schema.ts';
import { findTemplate, TEMPLATE_IDS } from './templates/templates.ts';

const told = (plan: SeatingPlan): string[] =>
  checkPlan(plan).map(({ problem, objectId, seatId, otherSeatId }: PlanProblem) =>
    [problem, objectId, seatId, otherSeatId].filter(Boolean).join(' '),
  );
/** The hall with one seat of its second row changed. */
const withSeat = (change: Partial<PlanSeat>): SeatingPlan => {
  const plan = makePlan();
  const row = plan.objects[1] as PlanRow;
  const seats = row.seats.map((seat, nth) => (nth === 2 ? { ...seat, ...change } : seat));
  return { ...plan, objects: plan.objects.map((object, nth) => (nth === 1 ? { ...row, seats } : object)) };
};

test('a hall without mistakes has none', () => {
  assert.deepEqual(told({ ...makePlan(), objects: [...makePlan().objects, ...OTHER_OBJECTS] }), []);
});

test('each mistake is told, with its row and its seat', () => {
  assert.deepEqual(told(withSeat({ label: '2' })), ['double_seat r1 r1s2 r1s1']);
  assert.deepEqual(told(withSeat({ label: ' ' })), ['empty_label r1 r1s2']);
  assert.deepEqual(told(withSeat({ label: 'a\nb' })), ['empty_label r1 r1s2']);
  assert.deepEqual(told(withSeat({ category: 'gone' })), ['no_category r1 r1s2']);
  assert.deepEqual(told(withSeat({ companionOf: 'r1s1' })), ['lost_companion r1 r1s2']);
  assert.deepEqual(told(withSeat({ x: 0.3 })), ['overlap r1 r1s3 r1s2']);
  assert.deepEqual(told(withSeat({ x: 0.2 })), []);
  assert.deepEqual(told(withSeat({ id: 'r0s0' })), ['double_id r0s0']);
  const [row] = makePlan(1).objects as [PlanRow];
  const plan = { ...makePlan(1), objects: [{ ...row, section: 'gone', label: '' }] };
  assert.deepEqual(told(plan), ['empty_label r0', 'no_section r0']);
  const twice = { ...makePlan(), sections: [...makePlan().sections, { id: 's2', name: 'stalls' }] };
  assert.deepEqual(told(twice), ['double_name s2']);
  assert.deepEqual(told(makePlan(201, 100)), ['too_many_seats']);
});

test('all seats in one place are told each, without comparing each with each', () => {
  const plan = makePlan(100, 200);
  const objects = (plan.objects as PlanRow[]).map((row) => ({
    ...row,
    seats: row.seats.map((seat) => ({ ...seat, x: 1, y: 1 })),
  }));
  const problems = checkPlan({ ...plan, objects });
  assert.equal(problems.length, 19_999);
  assert.ok(problems.every(({ problem }) => problem === 'overlap'));
});

test('a list has the seats of a plan but the blocked ones, and they are the same seats again', () => {
  const blocked = withSeat({ blocked: { reason: 'House', color: 2 }, companionOf: 'r1s1' });
  const plan: SeatingPlan = { ...blocked, objects: [...blocked.objects, ...OTHER_OBJECTS] };
  const seats = compilePlan(plan);
  assert.equal(seats.length, 15);
  assert.deepEqual(seats[0], {
    section: 'Stalls',
    rowLabel: 'A',
    seatLabel: '1',
    x: -2,
    y: 0,
    isAccessible: false,
    isRestrictedView: false,
    type: 'Front',
  });
  const again = planOfSeats(
    'Hall',
    seats.map((seat, nth) => ({ ...seat, id: `s${nth}` })),
  );
  assert.deepEqual(compilePlan(again), seats);
});

for (const templateId of TEMPLATE_IDS) {
  test(`nothing is wrong with the template ${templateId}`, () => {
    const plan = findTemplate(templateId);
    assert.deepEqual(checkPlan(plan), []);
    const seats = compilePlan(plan);
    assert.ok(seats.length >= 200 && seats.length <= 5_000, `${seats.length}`);
    assert.ok(
      seats.some(({ isAccessible }) => isAccessible),
      'no accessible seat',
    );
  });
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signal } from '@preact/signals';
import { makePlan } from '../../../../seating-plans/make-plan.fixture.ts';
import { CallFailed } from '../../../shared/call-server.ts';
import { keepSaved, type Saver } from './keep-saved.ts';
import type { PlanCalls } from './plan-calls.ts';

// Globals of a page that Node lacks.
Object.assign(globalThis, { addEventListener: () => {}, removeEventListener: () => {} });

type Save = Parameters<PlanCalls['save']>;

/** A plan that is drawn on, and a server that answers when the test says so. */
function open(): {
  saver: Saver;
  saves: { sent: Save; answer: ReturnType<typeof Promise.withResolvers<{ version: number }>> }[];
  draw: (name: string) => void;
} {
  const plan = signal(makePlan(1));
  const saves: ReturnType<typeof open>['saves'] = [];
  const calls = {
    save(...sent: Save) {
      const answer = Promise.withResolvers<{ version: number }>();
      saves.push({ sent, answer });
      return answer.promise;
    },
  } as unknown as PlanCalls;
  const saver = keepSaved(plan, { calls, version: 1 });
  return { saver, saves, draw: (name) => (plan.value = { ...plan.value, name }) };
}

const versions = ({ saves }: ReturnType<typeof open>): number[] => saves.map(({ sent }) => sent[0]);

test('of several who wait for a save to be answered, none sends the version that another sends', async () => {
  const page = open();
  page.draw('one');
  const first = page.saver.flush();
  const waiting = [page.saver.flush(), page.saver.flush()];
  page.draw('two');
  page.saves[0]?.answer.resolve({ version: 2 });
  // All that can be sent now has been sent.
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(versions(page), [1, 2]);
  page.saves[1]?.answer.resolve({ version: 3 });
  assert.deepEqual(await Promise.all([first, ...waiting]), [true, true, true]);
  assert.deepEqual([versions(page), page.saver.version(), page.saver.isDirty()], [[1, 2], 3, false]);
  page.saver.stop();
});

test('a save whose answer was lost is sent again as it was, and then what was drawn since', async () => {
  const page = open();
  page.draw('one');
  const lost = page.saver.flush();
  page.draw('two');
  page.saves[0]?.answer.reject(new CallFailed('offline', null));
  assert.equal(await lost, false);
  assert.deepEqual([page.saver.state.value.state, page.saver.isDirty()], ['offline', true]);
  // The person is signed out meanwhile: nothing was decided by that either.
  const signedOut = page.saver.flush();
  page.saves[1]?.answer.reject(
    new CallFailed('refused', { status: 401, message: '', error_code: 'sign_in_required' }),
  );
  assert.equal(await signedOut, false);
  const again = page.saver.flush();
  page.saves[2]?.answer.resolve({ version: 2 });
  await new Promise((resolve) => setImmediate(resolve));
  page.saves[3]?.answer.resolve({ version: 3 });
  assert.equal(await again, true);
  const [first, second, third, rest] = page.saves.map(({ sent }) => sent);
  assert.deepEqual([second, third], [first, first]);
  assert.deepEqual([rest?.[0], rest?.[1].edit.rest?.after.name], [2, 'two']);
  assert.notEqual(rest?.[1].key, first?.[1].key);
  page.saver.stop();
});

test('a save that was refused is not sent again: what is drawn by then is', async () => {
  const page = open();
  page.draw('one');
  const refused = page.saver.flush();
  page.saves[0]?.answer.reject(
    new CallFailed('refused', { status: 400, message: '', error_code: 'validation_failed' }),
  );
  assert.equal(await refused, false);
  page.draw('two');
  const next = page.saver.flush();
  page.saves[1]?.answer.resolve({ version: 2 });
  assert.equal(await next, true);
  assert.equal(page.saves[1]?.sent[1].edit.rest?.after.name, 'two');
  page.saver.stop();
});

import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import fc from 'fast-check';
import { makeHost, type TestHost } from '../harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { playStory, stories, type Lie } from './taken-over-plans.ts';

// In any drawing, with any holders of seats: a version is refused with exactly those whom it would take a seat from, and changes
// nothing; or everybody keeps theirs. SEED plays the same again.
const STORIES = 25;
const STORIES_OF_A_LIAR = 60;

let on: TestApp;
let host: TestHost;
before(async () => {
  on = await startTestApp({ environment: { HOLD_LIMIT_PER_ADDRESS: '100000' } });
  host = await makeHost(on);
});
after(() => on.close());

async function play(t: TestContext, numRuns: number, lie?: Lie) {
  const counts = { refused: 0, taken: 0 };
  const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
  const property = fc.asyncProperty(stories, async (story) => {
    const { refused, taken } = await playStory(on, host, story, lie);
    counts.refused += refused;
    counts.taken += taken;
  });
  const details = await fc.check(property, {
    seed,
    numRuns,
    // The case that finds a lie need not be small.
    endOnFailure: lie !== undefined,
  });
  t.diagnostic(
    `seed ${seed}: ${details.numRuns} stories, ${counts.taken} versions taken over, ${counts.refused} refused`,
  );
  return { details, counts };
}

test('a version is refused with exactly those in its way and changes nothing, or everybody keeps their seat', async (t) => {
  const { details, counts } = await play(t, STORIES);
  assert.ok(!details.failed, `${fc.defaultReportMessage(details)}`);
  assert.ok(counts.taken > 0 && counts.refused > 0, JSON.stringify(counts));
});

test('negative control: a model that believes every seat to be of one type is found out', async (t) => {
  const { details } = await play(t, STORIES_OF_A_LIAR, (drawn) => ({ ...drawn, type: 'Front' }));
  assert.ok(details.failed);
});

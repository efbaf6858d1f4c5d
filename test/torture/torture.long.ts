import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectNothingUnhandled } from '../harness/unhandled.ts';
import { ADDRESS_LIMIT } from './commands.ts';
import { torture, type Mode } from './properties.ts';
import { openWorld } from './world.ts';

// Random sales for some seconds. `npm run torture` plays them for as long as one likes.

const FOR_MS = 13_000;
// Found out within a second, nearly always; a slow machine has its time.
const LIE_WITHIN_MS = 120_000;

expectNothingUnhandled();

async function expectTorturePassed(mode: Mode, doors: number): Promise<void> {
  const world = await openWorld({ addressLimit: ADDRESS_LIMIT, doors });
  const { isFailed, report, runs } = await torture(world, mode, { forMs: FOR_MS });
  const { deadlocks } = await world.close();
  assert.ok(!isFailed, report);
  assert.ok(runs > 0, 'not a single sale was played to its end');
  assert.equal(deadlocks, 0);
}

test('one command after another, every answer is what the model says', () =>
  expectTorturePassed('sequential', 1));

test('all at once through one process and through three, every answer is possible and nothing leaks', () =>
  expectTorturePassed('concurrent', 3));

test('negative control: a model that believes in one ticket more is found out', async () => {
  const world = await openWorld({ addressLimit: ADDRESS_LIMIT, doors: 1 });
  const { isFailed } = await torture(world, 'sequential', {
    forMs: LIE_WITHIN_MS,
    tellModel: (scenario) => ({
      ...scenario,
      types: scenario.types.map((type, index) =>
        index === 0 ? { ...type, capacity: type.capacity + 1 } : type,
      ),
    }),
  });
  await world.close();
  assert.ok(isFailed);
});

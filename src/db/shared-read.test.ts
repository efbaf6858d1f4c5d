import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { test } from 'node:test';
import fc from 'fast-check';
import { createSharedRead } from './shared-read.ts';

type Read = {
  keys: string[];
  answer: (values: Record<string, number>) => void;
  fail: (error: Error) => void;
};

/** Reads that end when the test says so. */
function controlledReads(): { reads: Read[]; load: (keys: string[]) => Promise<Map<string, number>> } {
  const reads: Read[] = [];
  return {
    reads,
    load(keys) {
      const { promise, resolve, reject } = Promise.withResolvers<Map<string, number>>();
      reads.push({ keys, answer: (values) => resolve(new Map(Object.entries(values))), fail: reject });
      return promise;
    },
  };
}

test('those who ask in the same tick share one read, and each key is read once', async () => {
  const { reads, load } = controlledReads();
  const read = createSharedRead(load);
  const answers = Promise.all([read('a'), read('b'), read('a'), read('missing')]);
  await nextTurn();
  assert.deepEqual(
    reads.map(({ keys }) => keys),
    [['a', 'b', 'missing']],
  );
  reads[0]?.answer({ a: 1, b: 2 });
  assert.deepEqual(await answers, [1, 2, 1, undefined]);
});

test('nobody is given a read that began before they asked', async () => {
  const { reads, load } = controlledReads();
  const read = createSharedRead(load);
  const early = read('a');
  await nextTurn();
  const late = [read('a'), read('b'), read('a')];
  reads[0]?.answer({ a: 1 });
  assert.equal(await early, 1);
  await nextTurn();
  assert.deepEqual(reads[1]?.keys, ['a', 'b']);
  reads[1]?.answer({ a: 2, b: 3 });
  assert.deepEqual(await Promise.all(late), [2, 3, 2]);
  assert.equal(reads.length, 2);
});

test('while the database is away, those who wait behind the read that found it so are told too', async () => {
  const { reads, load } = controlledReads();
  const read = createSharedRead(load);
  const first = read('a');
  await nextTurn();
  const outcomes = Promise.allSettled([first, read('a'), read('b')]);
  reads[0]?.fail(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }));
  assert.ok((await outcomes).every(({ status }) => status === 'rejected'));
  assert.equal(reads.length, 1);
  const next = read('a');
  await nextTurn();
  reads[1]?.answer({ a: 1 });
  assert.equal(await next, 1);
});

test('a read that fails fails for all who wait for it, and the next one is on its own', async () => {
  const { reads, load } = controlledReads();
  const read = createSharedRead(load);
  const waiting = [read('a'), read('b')];
  const outcomes = Promise.allSettled(waiting);
  await nextTurn();
  const next = read('a');
  reads[0]?.fail(new Error('gone'));
  assert.deepEqual(
    (await outcomes).map((outcome) => outcome.status === 'rejected' && (outcome.reason as Error).message),
    ['gone', 'gone'],
  );
  await nextTurn();
  reads[1]?.answer({ a: 7 });
  assert.equal(await next, 7);
});

test('a load that throws at once fails its readers and no others', async () => {
  let isBroken = true;
  const read = createSharedRead((keys: string[]) => {
    if (isBroken) throw new Error('at once');
    return Promise.resolve(new Map(keys.map((key) => [key, 1])));
  });
  await assert.rejects(read('a'), /at once/);
  isBroken = false;
  assert.equal(await read('a'), 1);
});

test('however readers and changes mix, an answer is never older than its question', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.constantFrom('read', 'change', 'turn'), { maxLength: 30 }),
      async (scheduler, steps) => {
        let value = 0;
        // The value is taken when the read runs, and handed over whenever the scheduler likes.
        const read = createSharedRead((keys) => {
          const seen = value;
          return scheduler.schedule(Promise.resolve(new Map(keys.map((key) => [key, seen]))));
        });
        const checks: Promise<void>[] = [];
        for (const step of steps) {
          if (step === 'change') value += 1;
          if (step === 'turn') {
            if (scheduler.count() > 0) await scheduler.waitOne();
            await nextTurn();
          }
          if (step === 'read') {
            const askedAt = value;
            checks.push(read('key').then((seen) => assert.ok(seen !== undefined && seen >= askedAt)));
          }
        }
        await scheduler.waitFor(Promise.all(checks));
      },
    ),
    { numRuns: 100 },
  );
});

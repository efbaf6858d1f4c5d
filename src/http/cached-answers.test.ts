import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { CachedAnswer } from './cached-answer.ts';
import { createCachedAnswers, type Fresh } from './cached-answers.ts';

const ONE_MIB = 1024 * 1024;
const fresh = (payload: unknown, validForMs = Infinity): Promise<Fresh> =>
  Promise.resolve({ payload, validForMs });
const payloadOf = ({ body }: CachedAnswer): unknown =>
  (JSON.parse(body.toString()) as { data: unknown }).data;

const askOf = (
  answers: ReturnType<typeof createCachedAnswers>,
  ...what: Parameters<typeof answers.prepare>
): CachedAnswer | Promise<CachedAnswer> => answers.prepare(...what)();

/** A load that counts how often it ran. */
function counting(payload: unknown = 'payload', validForMs = Infinity) {
  const counter = { runs: 0, load: () => (counter.runs++, fresh(payload, validForMs)) };
  return counter;
}

test('an answer is made once, in the success envelope, and then given at once', async () => {
  const answers = createCachedAnswers({ maxBytes: ONE_MIB });
  const counter = counting({ name: 'Jazz' });
  const made = await askOf(answers, 'host', 'event', counter.load);
  assert.equal(made.body.toString(), '{"data":{"name":"Jazz"},"status":true}');
  const again = askOf(answers, 'host', 'event', counter.load);
  assert.ok(!(again instanceof Promise));
  assert.deepEqual([again.etag, again.body], [made.etag, made.body]);
  assert.equal(counter.runs, 1);
});

test('those who ask while it is being made get the same one', async () => {
  const answers = createCachedAnswers({ maxBytes: ONE_MIB });
  const counter = counting();
  const [a, b] = await Promise.all([
    askOf(answers, 'h', 'x', counter.load),
    askOf(answers, 'h', 'x', counter.load),
  ]);
  assert.equal(a, b);
  assert.equal(counter.runs, 1);
});

test('scopes and questions are told apart', async () => {
  const answers = createCachedAnswers({ maxBytes: ONE_MIB });
  for (const scope of ['a', 'b'])
    for (const what of ['x', 'y'])
      assert.equal(payloadOf(await askOf(answers, scope, what, () => fresh(scope + what))), scope + what);
});

test('a change of one scope drops all of its answers and none of another’s', async () => {
  const answers = createCachedAnswers({ maxBytes: ONE_MIB });
  const counters = { a: counting(), b: counting() };
  const askAll = async () => {
    for (const scope of ['a', 'b'] as const)
      for (const what of ['x', 'y']) await askOf(answers, scope, what, counters[scope].load);
  };
  await askAll();
  answers.drop('a');
  await askAll();
  assert.deepEqual([counters.a.runs, counters.b.runs], [4, 2]);
  answers.dropAll();
  await askAll();
  assert.deepEqual([counters.a.runs, counters.b.runs], [6, 4]);
});

test('a load that began before a change is neither cached nor given to those who ask after it', async () => {
  for (const change of ['drop', 'dropAll'] as const) {
    const answers = createCachedAnswers({ maxBytes: ONE_MIB });
    const slow = Promise.withResolvers<Fresh>();
    const early = askOf(answers, 'h', 'x', () => slow.promise);
    answers[change]('h');
    const late = askOf(answers, 'h', 'x', () => fresh('new'));
    slow.resolve({ payload: 'old', validForMs: Infinity });
    assert.equal(payloadOf(await early), 'old', 'who asked before the change may see what was before it');
    assert.equal(payloadOf(await late), 'new');
    assert.notEqual(payloadOf(await askOf(answers, 'h', 'x', () => fresh('newer'))), 'old');
  }
});

test('a stale load that ends last is not given to anybody', async () => {
  const answers = createCachedAnswers({ maxBytes: ONE_MIB });
  const slow = Promise.withResolvers<Fresh>();
  const early = askOf(answers, 'h', 'x', () => slow.promise);
  answers.drop('h');
  const made = askOf(answers, 'h', 'x', () => fresh('new'));
  assert.notEqual(made, early);
  assert.equal(payloadOf(await made), 'new');
  slow.resolve({ payload: 'old', validForMs: Infinity });
  await early;
  assert.notEqual(payloadOf(await askOf(answers, 'h', 'x', () => fresh('newer'))), 'old');
});

test('an answer is stale after its time, and after a minute whatever it says', async () => {
  let nowMs = 1_000;
  const answers = createCachedAnswers({ maxBytes: ONE_MIB, now: () => nowMs });
  const brief = counting('brief', 500);
  const lasting = counting('lasting');
  const askBoth = async () => {
    await askOf(answers, 'h', 'brief', brief.load);
    await askOf(answers, 'h', 'lasting', lasting.load);
  };
  await askBoth();
  nowMs += 499;
  await askBoth();
  assert.deepEqual([brief.runs, lasting.runs], [1, 1]);
  nowMs += 1;
  await askBoth();
  assert.deepEqual([brief.runs, lasting.runs], [2, 1]);
  nowMs += 59_499;
  await askBoth();
  assert.equal(lasting.runs, 1);
  nowMs += 1;
  await askBoth();
  assert.equal(lasting.runs, 2);
});

test('an answer whose time is up already is given to its asker and never again', async () => {
  const answers = createCachedAnswers({ maxBytes: ONE_MIB, now: () => 5 });
  for (const validForMs of [0, -10]) {
    const counter = counting('over', validForMs);
    assert.equal(payloadOf(await askOf(answers, 'h', `x${validForMs}`, counter.load)), 'over');
    await askOf(answers, 'h', `x${validForMs}`, counter.load);
    assert.equal(counter.runs, 2);
  }
});

test('a load that fails is told to all who wait, and tried again by the next', async () => {
  const answers = createCachedAnswers({ maxBytes: ONE_MIB });
  let runs = 0;
  const failing = async (): Promise<Fresh> => {
    runs += 1;
    throw new Error('gone');
  };
  const ask = async (): Promise<CachedAnswer> => askOf(answers, 'h', 'x', failing);
  const both = [ask(), ask()];
  for (const outcome of await Promise.allSettled(both)) assert.equal(outcome.status, 'rejected');
  assert.equal(runs, 1);
  assert.equal(payloadOf(await askOf(answers, 'h', 'x', () => fresh('back'))), 'back');
});

test('memory stays within its bound, whatever is asked', async () => {
  const maxBytes = 100_000;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ what: fc.nat({ max: 300 }), size: fc.nat({ max: 40_000 }) }), { maxLength: 200 }),
      async (questions) => {
        const answers = createCachedAnswers({ maxBytes });
        for (const { what, size } of questions) {
          await askOf(answers, 'h', String(what), () => fresh('x'.repeat(size)));
          assert.ok(answers.bytes() <= maxBytes, `${answers.bytes()} bytes`);
        }
      },
    ),
    { numRuns: 50 },
  );
});

test('answers that are asked for again and again stay while others go', async () => {
  const answers = createCachedAnswers({ maxBytes: 100_000 });
  const popular = counting('popular');
  const once = counting('once');
  await askOf(answers, 'h', 'once', once.load);
  for (let n = 0; n < 500; n++) {
    await askOf(answers, 'h', 'popular', popular.load);
    await askOf(answers, 'h', `other ${n}`, () => fresh('x'.repeat(1_000)));
  }
  await askOf(answers, 'h', 'once', once.load);
  assert.equal(popular.runs, 1);
  assert.equal(once.runs, 2);
});

test('an answer too large to keep is still given', async () => {
  const answers = createCachedAnswers({ maxBytes: 10_000 });
  const counter = counting('x'.repeat(20_000));
  for (let n = 0; n < 2; n++)
    assert.equal(payloadOf(await askOf(answers, 'h', 'large', counter.load)), 'x'.repeat(20_000));
  assert.equal(counter.runs, 2);
  assert.equal(answers.bytes(), 0);
});

const LIST = Array.from({ length: 100 }, (_, n) => ({ name: `Event ${n}`, slug: `event-${n}` }));
const BR = { 'accept-encoding': 'gzip, br' };
const GZIP = { 'accept-encoding': 'gzip' };

test('an encoding is made when it is first wanted, once for all who want it, and then there at once', async () => {
  const answers = createCachedAnswers({ maxBytes: ONE_MIB });
  const answer = await askOf(answers, 'h', 'list', () => fresh(LIST));
  assert.equal(answer.encodedBytes(), 0);
  const [first, second] = [answer.forClient(BR), answer.forClient(BR)];
  assert.ok(first instanceof Promise);
  assert.equal(first, second);
  const made = await first;
  assert.equal(answer.forClient(BR), made);
  assert.deepEqual(brotliDecompressSync(made.body ?? ''), answer.body);
  assert.equal(answer.encodedBytes(), made.body?.length);
  const { body: gzipped } = await answer.forClient(GZIP);
  assert.deepEqual(gunzipSync(gzipped ?? ''), answer.body);
});

test('an answer that is made anew with the same bytes keeps its encodings; with other bytes it has none', async () => {
  const answers = createCachedAnswers({ maxBytes: ONE_MIB });
  const encodedOf = async (payload: unknown) => {
    const answer = await askOf(answers, 'h', 'list', () => fresh(payload));
    return answer.forClient(BR);
  };
  const first = await encodedOf(LIST);
  answers.drop('h');
  assert.equal(await encodedOf(LIST), first);
  answers.drop('h');
  const other = await encodedOf(LIST.slice(1));
  assert.notDeepEqual(other.body, first.body);
  assert.match(brotliDecompressSync(other.body ?? '').toString(), /^{"data":\[{"name":"Event 1",/);
});

test('a tiny answer goes as it is, but for a client that does not take it so', async () => {
  const answers = createCachedAnswers({ maxBytes: ONE_MIB });
  const answer = await askOf(answers, 'h', 'tiny', () => fresh('tiny'));
  const plain = answer.forClient({});
  assert.equal(answer.forClient(BR), plain);
  const { body } = await answer.forClient({ 'accept-encoding': 'gzip, identity;q=0' });
  assert.deepEqual(gunzipSync(body ?? ''), answer.body);
});

test('encoded answers count as memory, also if they hardly get smaller', async () => {
  const maxBytes = 200_000;
  const answers = createCachedAnswers({ maxBytes });
  for (let n = 0; n < 40; n++) {
    const noise = randomBytes(15_000).toString('base64');
    const answer = await askOf(answers, 'h', `noise ${n}`, () => fresh(noise));
    const before = answers.bytes();
    const [br, gzip] = await Promise.all([answer.forClient(BR), answer.forClient(GZIP)]);
    const madeBytes = (br.body?.length ?? 0) + (gzip.body?.length ?? 0);
    // Others were thrown away to make room for it, or all weigh more by what was made.
    assert.ok(answers.bytes() < before || answers.bytes() === before + madeBytes);
    assert.ok(answers.bytes() <= maxBytes, `${answers.bytes()} bytes`);
    assert.equal(
      askOf(answers, 'h', `noise ${n}`, () => fresh('lost')),
      answer,
      'it is still there',
    );
  }
});

test('an answer that changed while it was being encoded is not put back', async () => {
  const answers = createCachedAnswers({ maxBytes: ONE_MIB });
  const answer = await askOf(answers, 'h', 'list', () => fresh(LIST));
  const encoding = answer.forClient(BR);
  answers.drop('h');
  assert.equal(payloadOf(await askOf(answers, 'h', 'list', () => fresh('new'))), 'new');
  await encoding;
  assert.equal(payloadOf(await askOf(answers, 'h', 'list', () => fresh('newer'))), 'new');
});

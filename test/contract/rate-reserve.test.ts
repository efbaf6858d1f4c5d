import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ask, type Answer } from '../harness/client.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { hasRedis, startRedis } from '../harness/redis.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';
import { inOneMinute } from '../harness/in-one-minute.ts';

// Two addresses spend the key; whoever asked once in this minute is served from the reserve, which is half of it.
const PER_KEY = 100;
const PER_ADDRESS = 50;
const RESERVE = 50;
const LIMITS = {
  RATE_LIMIT_PER_KEY: String(PER_KEY),
  RATE_LIMIT_PER_ADDRESS: String(PER_ADDRESS),
  TRUST_PROXY: 'loopback',
};

let on: TestApp;
before(async () => void (on = await startTestApp({ environment: LIMITS })));
after(() => on.close());

type EntryPoint = (from: string, app?: TestApp) => Promise<Answer>;

async function openEntryPoints(): Promise<Record<'API' | 'embed', EntryPoint>> {
  const host = await makeHost(on);
  const { slug } = await makeEvent(on, host);
  const as = (from: string) => ({ headers: { 'x-forwarded-for': from } });
  return {
    API: (from, app = on) => ask(app, `/events/${slug}`, { key: host, ...as(from) }),
    embed: (from, app = on) => ask({ baseUrl: `${app.publicUrl}/checkout` }, `/${slug}/tickets`, as(from)),
  };
}

async function spendKey(visit: EntryPoint): Promise<void> {
  for (const from of ['198.51.100.1', '198.51.100.2']) {
    const answers = await Promise.all(Array.from({ length: PER_ADDRESS }, () => visit(from)));
    assert.ok(answers.every(({ status }) => status === 200));
  }
}

for (const name of ['API', 'embed'] as const) {
  test(`${name}: a few addresses that ask all they may lock nobody out, until many more have come`, async () => {
    const { [name]: visit } = await openEntryPoints();
    await inOneMinute();
    await spendKey(visit);
    assert.equal((await visit('198.51.100.1')).status, 429);
    const visitor = await visit('203.0.113.1');
    assert.equal(visitor.status, 200);
    assert.match(visitor.headers.get('ratelimit') ?? '', /^"key";r=0;t=\d+$/);
    const tooMuch = await visit('203.0.113.1');
    assert.deepEqual([tooMuch.status, tooMuch.body.error_code], [429, 'rate_limited']);
    assert.match(tooMuch.headers.get('ratelimit') ?? '', /^"key";r=0;t=\d+$/);
    const others = await Promise.all(
      Array.from({ length: RESERVE }, (_, nr) => visit(`203.0.113.${nr + 2}`)),
    );
    assert.equal(others.filter(({ status }) => status === 200).length, RESERVE - 1);
    assert.equal((await visit('203.0.113.200')).status, 429, 'the reserve has an end');
  });
}

test('two processes with one Redis have one reserve', async (t) => {
  if (!(await hasRedis())) return t.skip('redis-server is not installed: apt-get install redis-server');
  const redis = await startRedis();
  t.after(() => redis.stop());
  const environment = { ...LIMITS, REDIS_URL: redis.url };
  const [one, two] = [await startTestApp({ on, environment }), await startTestApp({ on, environment })];
  t.after(() => one.close());
  t.after(() => two.close());
  const entryPoints = await openEntryPoints();
  await inOneMinute();
  for (const visit of Object.values(entryPoints)) {
    await spendKey((from) => visit(from, one));
    await until('the second to hear that it is spent', async () => {
      return (await visit('198.51.100.1', two)).status === 429;
    });
    assert.equal((await visit('203.0.113.1', two)).status, 200);
    for (let nr = 2; nr <= RESERVE + 1; nr++) await visit(`203.0.113.${nr}`, two);
    let nr = 100;
    await until('the first to hear that the reserve is spent too', async () => {
      return (await visit(`203.0.113.${nr++}`, one)).status === 429;
    });
  }
});

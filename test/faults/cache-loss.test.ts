import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { createClient } from 'redis';
import { ask, type Answer } from '../harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { hasRedis, startRedis, type TestRedis } from '../harness/redis.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { expectNothingUnhandled } from '../harness/unhandled.ts';
import { until } from '../harness/until.ts';

const skip = (await hasRedis()) ? false : 'redis-server is not installed';

suite('the cache is lost', { skip }, () => {
  let redis: TestRedis;
  let isRedisUp = true;
  let on: TestApp;
  let host: TestHost;
  let paths: string[];

  expectNothingUnhandled();
  before(async () => {
    redis = await startRedis();
    on = await startTestApp({
      environment: { REDIS_URL: redis.url, RATE_LIMIT_PER_ADDRESS: '1000000' },
    });
    host = await makeHost(on);
    const { slug } = await makeEvent(on, host);
    paths = ['/events', `/events/${slug}`, `/events/${slug}/gallery`, `/events/${slug}/tickets`];
  });
  after(async () => {
    await on.close();
    if (!isRedisUp) await redis.start();
    await redis.stop();
  });

  const health = (): Promise<Answer> => ask(on, '/health');
  const untilHealth = (status: number) =>
    until(`health to say ${status}`, async () => (await health()).status === status);

  /** Reads everything again and again while the work goes on, and some more: every answer is a good one. */
  async function readingDuring(work: () => Promise<void>): Promise<void> {
    const over = new AbortController();
    let count = 0;
    const readers = paths.map(async (path) => {
      do {
        const { status } = await ask(on, path, { key: host });
        assert.equal(status, 200, path);
        count += 1;
      } while (!over.signal.aborted);
    });
    const everybody = Promise.all(readers);
    everybody.catch(() => {});
    try {
      await work();
      const countAfterwards = count;
      await until('more reads', () => count > countAfterwards + 20);
    } finally {
      over.abort();
    }
    await everybody;
  }

  function assertCacheAway({ status, headers, body }: Answer): void {
    assert.equal(status, 503);
    assert.equal(headers.get('retry-after'), '1');
    assert.deepEqual(body, {
      status: false,
      data: {
        status: false,
        message: "not ready: the cache can't be reached",
        data: {
          postgres: true,
          redis: false,
          opensearch: false,
          rabbitmq: false,
          neo4j: false,
          mongodb: false,
        },
      },
    });
  }

  test('Redis killed under traffic: reads go on, health says 503, and recovers when Redis is back', async () => {
    await untilHealth(200);
    await readingDuring(async () => {
      redis.signal('SIGKILL');
      isRedisUp = false;
      await untilHealth(503);
      assertCacheAway(await health());
    });
    await readingDuring(async () => {
      await redis.start();
      isRedisUp = true;
      await untilHealth(200);
    });
  });

  test('Redis stalled: no read waits for it, health says 503 meanwhile, and recovers when it goes on', async () => {
    await untilHealth(200);
    try {
      await readingDuring(async () => {
        redis.signal('SIGSTOP');
        assertCacheAway(await health());
        assertCacheAway(await health());
      });
    } finally {
      redis.signal('SIGCONT');
    }
    await untilHealth(200);
  });

  test('Redis flushed: nothing is lost that matters', async () => {
    await untilHealth(200);
    const client = createClient({ url: redis.url });
    await client.connect();
    try {
      await readingDuring(async () => {
        await until('something to be kept there', async () => (await client.dbSize()) > 0);
        await client.flushAll();
        assert.equal((await health()).status, 200);
      });
    } finally {
      client.destroy();
    }
  });

  test('Redis away from the start: the program starts, limits on its own, and is ready when Redis comes', async () => {
    redis.signal('SIGKILL');
    isRedisUp = false;
    await untilHealth(503);
    const late = await startTestApp({
      on,
      environment: { REDIS_URL: redis.url, RATE_LIMIT_PER_ADDRESS: '40' },
    });
    try {
      assertCacheAway(await ask(late, '/health'));
      const [path = ''] = paths;
      const answers = await Promise.all(Array.from({ length: 100 }, () => ask(late, path, { key: host })));
      const count = (status: number) => answers.filter((answer) => answer.status === status).length;
      assert.equal(count(200) + count(429), 100);
      // A new minute may have begun in between, and its count with it.
      assert.ok(count(200) >= 40 && count(429) >= 20, `${count(200)} let in`);

      await redis.start();
      isRedisUp = true;
      await until('both to be ready', async () => {
        const both = await Promise.all([ask(late, '/health'), health()]);
        return both.every(({ status }) => status === 200);
      });
    } finally {
      await late.close();
    }
  });
});

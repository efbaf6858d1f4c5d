import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { ask } from '../harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { hasRedis } from '../harness/redis.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { expectNothingUnhandled } from '../harness/unhandled.ts';
import { until } from '../harness/until.ts';
import { startSentinels } from './start-sentinels.ts';

const skip = (await hasRedis()) ? false : 'redis-server is not installed';
// So many that nobody is refused: what counts is what is left.
const LIMIT = 1_000_000;
// Health asks anew each time. A machine that stands still for longer than health waits for Redis costs a read, not a tenth of them.
const READS = 200;
const MAX_BAD_READS = 20;
// One that stands still again and again has further tries; a client that keeps losing its master has none that is good.
const MAX_TRIES = 5;

suite('the master of Redis is lost, and its sentinels promote the replica', { skip }, () => {
  let sentinels: Awaited<ReturnType<typeof startSentinels>>;
  let apps: [TestApp, TestApp];
  let host: TestHost;
  let path: string;
  let sku: string | undefined;

  expectNothingUnhandled();
  before(async () => {
    sentinels = await startSentinels();
    const environment = {
      REDIS_URL: sentinels.url,
      RATE_LIMIT_PER_ADDRESS: String(LIMIT),
      RATE_LIMIT_PER_KEY: String(LIMIT * 10),
      HOLD_LIMIT_PER_ADDRESS: String(LIMIT),
      TRUST_PROXY: 'loopback',
    };
    const one = await startTestApp({ environment });
    apps = [one, await startTestApp({ on: one, environment })];
    host = await makeHost(one);
    const event = await makeEvent(one, host, { ticketTypes: [{ capacity: LIMIT }] });
    path = `/events/${event.slug}/reservations`;
    [sku] = event.skus;
  });
  after(async () => {
    for (const app of apps.toReversed()) await app.close();
    await sentinels.stop();
  });

  const untilHealth = (status: number): Promise<unknown> =>
    Promise.all(
      apps.map((app) =>
        until(`health to say ${status}`, async () => (await ask(app, '/health')).status === status),
      ),
    );

  /** Back for good: a client that loses its new master again and again fails more of them. */
  const assertHealthStays200 = async (): Promise<void> => {
    for (const app of apps) {
      let bad = READS;
      for (let tries = 0; tries < MAX_TRIES && bad > MAX_BAD_READS; tries++) {
        bad = 0;
        for (let reads = 0; reads < READS; reads++) if ((await ask(app, '/health')).status !== 200) bad += 1;
      }
      assert.ok(bad <= MAX_BAD_READS, `${bad} of ${READS} who asked for health were told 503`);
    }
  };

  /** The second process says that less is left to an address than it has itself let through: it has heard of the first. */
  async function untilCountsAreShared(address: string): Promise<void> {
    let asked = 0;
    const headers = { 'x-forwarded-for': address };
    const [one, two] = apps;
    await until('the second to hear of the first', async () => {
      await ask(one, '/events', { key: host, headers });
      const answer = await ask(two, '/events', { key: host, headers });
      asked += 1;
      return Number(/r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1]) < LIMIT - asked;
    });
  }

  test('health says 503 until there is a master again and no longer, tickets are held all the while, and limits are shared again', async (t) => {
    await untilHealth(200);
    await untilCountsAreShared('198.51.100.1');
    const statuses = new Map<number, number>();
    const over = new AbortController();
    const buyers = apps.map(async (app, index) => {
      while (!over.signal.aborted) {
        const { status } = await ask(app, path, {
          method: 'POST',
          key: host,
          headers: { 'x-device-id': randomUUID(), 'x-forwarded-for': `203.0.113.${index}` },
          body: { items: [{ sku, quantity: 1 }] },
        });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    });
    const held = (): number => statuses.get(201) ?? 0;
    try {
      await until('holds before', () => held() > 10);
      const killedAtMs = performance.now();
      await sentinels.killMaster();
      await untilHealth(503);
      const atFall = held();
      await until('holds without a cache', () => held() > atFall + 10);
      await sentinels.untilReplicaIsMaster();
      const promotedMs = Math.round(performance.now() - killedAtMs);
      await untilHealth(200);
      t.diagnostic(
        `a master again after ${promotedMs} ms, health after ${Math.round(performance.now() - killedAtMs)} ms`,
      );
      const atReturn = held();
      await until('holds with the new master', () => held() > atReturn + 10);
    } finally {
      over.abort();
      await Promise.all(buyers);
    }
    assert.deepEqual([...statuses.keys()], [201]);
    await assertHealthStays200();
    await untilCountsAreShared('198.51.100.2');
  });
});

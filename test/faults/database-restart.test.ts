import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { migrate } from '../../src/db/migrate.ts';
import { ask, type Answer } from '../harness/client.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { startRestartablePostgres } from '../harness/restartable-postgres.ts';
import { startTestApp } from '../harness/test-app.ts';
import { expectNothingUnhandled } from '../harness/unhandled.ts';
import { until } from '../harness/until.ts';

expectNothingUnhandled();
const postgres = await startRestartablePostgres();
await migrate(postgres.url);
const on = await startTestApp({
  isHasty: true,
  databaseUrl: postgres.url,
  environment: { RATE_LIMIT_PER_ADDRESS: '1000000' },
});
after(async () => {
  await on.close();
  await postgres.remove();
});
const host = await makeHost(on);
const event = await makeEvent(on, host, { name: 'As it was' });

const KEPT = ['/events', `/events/${event.slug}`, `/events/${event.slug}/gallery`];
const TICKETS = `/events/${event.slug}/tickets`;
// No statement of ours may take longer than five seconds, and the connection that carries it gets one more.
const MAX_ANSWER_MS = 6_000;
// A busy machine takes longer; what hangs hangs for minutes.
const SLACK_MS = 50_000;
const KEY_TRUSTED_MS = 1_500;

type Seen = { path: string; answer: Answer; startedAtMs: number; tookMs: number };

/** Asks for every path again and again, each as soon as the last answer is there, until told to stop. */
function keepAsking() {
  const paths = [...KEPT, TICKETS, '/health'];
  const seen: Seen[] = [];
  const over = new AbortController();
  const askers = paths.map(async (path) => {
    while (!over.signal.aborted) {
      const startedAtMs = performance.now();
      // A connection that is cut rejects here, and with it the test.
      const answer = await ask(on, path, { key: host });
      seen.push({ path, answer, startedAtMs, tookMs: performance.now() - startedAtMs });
    }
  });
  const everybody = Promise.all(askers);
  everybody.catch(() => {});
  return {
    /** Answers to what was asked from a moment on, once there are so many of each path. */
    async askedSince(fromMs: number, times: number): Promise<Seen[]> {
      const since = () => seen.filter(({ startedAtMs }) => startedAtMs >= fromMs);
      await until('answers to every path', () =>
        paths.every((path) => since().filter((one) => one.path === path).length >= times),
      );
      return since();
    },
    async stop(): Promise<Seen[]> {
      over.abort();
      await everybody;
      return seen;
    },
  };
}

for (const { how, fail, mend, times } of [
  {
    how: 'is shut down and started again',
    fail: () => postgres.end('SIGINT'),
    mend: () => postgres.start(),
    times: 5,
  },
  {
    how: 'crashes and recovers',
    fail: () => postgres.end('SIGKILL'),
    mend: () => postgres.start(),
    times: 5,
  },
  {
    how: 'stalls and goes on',
    fail: () => postgres.signal('SIGSTOP'),
    mend: () => postgres.signal('SIGCONT'),
    // Every answer takes its time there.
    times: 1,
  },
]) {
  test(`the database ${how}: kept reads go on, the rest is told to come back, and all recovers by itself`, async () => {
    const traffic = keepAsking();
    try {
      const before = await traffic.askedSince(0, times);
      assert.deepEqual([...new Set(before.map(({ answer }) => answer.status))], [200]);

      await fail();
      const failedAtMs = performance.now();
      await until(
        'tickets to be refused',
        async () => (await ask(on, TICKETS, { key: host })).status === 503,
      );
      // Long enough for a key to be looked up again, which is once a second.
      await traffic.askedSince(failedAtMs + KEY_TRUSTED_MS, 1);
      const during = await traffic.askedSince(failedAtMs, times);
      for (const { path, answer } of during) {
        if (KEPT.includes(path)) assert.equal(answer.status, 200, path);
        else if (path === TICKETS) assertUnavailable(answer);
        else assertNotReady(answer);
      }

      await mend();
      await until('recovery', async () => {
        const answers = await Promise.all(
          [...KEPT, TICKETS, '/health'].map((path) => ask(on, path, { key: host })),
        );
        return answers.every(({ status }) => status === 200);
      });
      const afterwards = await traffic.askedSince(performance.now(), times);
      assert.deepEqual([...new Set(afterwards.map(({ answer }) => answer.status))], [200]);

      const name = `Renamed after it ${how}`;
      await on.app.database.query('UPDATE events SET name = $2 WHERE id = $1', [event.eventId, name]);
      await until('the change to be seen', async () => {
        const { body } = await ask(on, `/events/${event.slug}`, { key: host });
        return body.data.name === name;
      });
    } finally {
      await mend().catch(() => {});
      const seen = await traffic.stop();
      const statuses = new Set(seen.map(({ answer }) => answer.status));
      assert.deepEqual(
        [...statuses].filter((status) => status !== 200 && status !== 503),
        [],
      );
      const slowest = Math.max(...seen.map(({ tookMs }) => tookMs));
      assert.ok(slowest < MAX_ANSWER_MS + SLACK_MS, `the slowest answer took ${slowest} ms`);
    }
  });
}

function assertUnavailable({ status, headers, body }: Answer): void {
  assert.equal(status, 503);
  assert.equal(headers.get('retry-after'), '1');
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.deepEqual(Object.keys(body), ['message', 'status', 'error_code']);
  assert.equal(body.status, 503);
  assert.equal(body.error_code, 'unavailable');
}

function assertNotReady({ status, headers, body }: Answer): void {
  assert.equal(status, 503);
  assert.equal(headers.get('retry-after'), '1');
  assert.deepEqual(body, {
    status: false,
    data: {
      status: false,
      message: "not ready: the database can't be reached",
      data: {
        postgres: false,
        redis: true,
        opensearch: false,
        rabbitmq: false,
        neo4j: false,
        mongodb: false,
      },
    },
  });
}

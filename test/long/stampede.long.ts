import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { after, before, suite, test } from 'node:test';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { createSecretKeys } from '../../src/secrets/secret-keys.ts';
import { buy } from '../harness/buy.ts';
import { ask } from '../harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { launch, makeDataDir, untilHealthy, type Program } from '../harness/program.ts';
import type { TestApp } from '../harness/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../harness/test-database.ts';
import { until } from '../harness/until.ts';
import { sendOpenLoop, type Arrival, type LoadReport } from './open-loop.ts';

const FAR = '1000000000';
const TIMES = 50;
const SPIKE_SECONDS = 4;
// The generator can send this much on a slow machine; beyond it the spike is shorter, not lower.
const MAX_ARRIVALS = 60_000;
const PATIENCE_MS = 5_000;
// As from a load balancer. How fast new connections are taken is another question.
const CONNECTIONS = 1_000;
const CAPACITY = 1_000_000;
// The program takes some 150 MB when idle, and some 800 at the worst, most of it yet to be collected.
const MAX_MEMORY_KB = 1_536 * 1024;

/** The requests of an on-sale, at each of the three entry points. */
type Door = 'API' | 'embed' | 'receipt';

for (const [limits, settings] of [
  [
    'without rate limits',
    { RATE_LIMIT_PER_KEY: FAR, RATE_LIMIT_PER_ADDRESS: FAR, HOLD_LIMIT_PER_ADDRESS: FAR },
  ],
  ['at the default limits', {}],
] as const) {
  suite(`a stampede at ${TIMES} times what is served, ${limits}`, () => {
    let testDatabase: TestDatabase;
    let data: Awaited<ReturnType<typeof makeDataDir>>;
    let program: Program;
    let on: TestApp;
    let host: TestHost;
    let sale: { slug: string; sku: string };
    let receiptPaths: string[];

    before(async () => {
      testDatabase = await createTestDatabase();
      data = await makeDataDir();
      const secretKey = randomBytes(32);
      program = await launch({
        ENVIRONMENT: 'development',
        DATA_DIR: data.dataDir,
        DATABASE_URL: testDatabase.url,
        SECRET_KEY: secretKey.toString('hex'),
        TRUST_PROXY: 'loopback',
        ...settings,
      });
      await untilHealthy(program);
      const { baseUrl, publicUrl } = program;
      const secretKeys = createSecretKeys(secretKey);
      on = { app: testDatabase, baseUrl, publicUrl, secretKeys, testDatabase } as unknown as TestApp;
      host = await makeHost(on);
      const { slug, skus } = await makeEvent(on, host, {
        ticketTypes: [{ capacity: CAPACITY, priceMinor: 0 }],
      });
      sale = { slug, sku: skus[0] ?? '' };
      receiptPaths = [];
      while (receiptPaths.length < 20) {
        const { receiptUrl } = await buy(on, host, { slug, items: [{ sku: sale.sku, quantity: 4 }] });
        receiptPaths.push(new URL(receiptUrl ?? '').pathname);
      }
    });
    after(async () => {
      program.child.kill('SIGKILL');
      await program.exited;
      await testDatabase.drop();
      await data.remove();
    });

    let count = 0;
    /** The next buyer, who comes from an address of their own. */
    function nextArrival(): Arrival {
      count += 1;
      const headers = { 'x-forwarded-for': `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}` };
      const token = randomUUID();
      const toHold = {
        method: 'POST' as const,
        body: JSON.stringify({ items: [{ sku: sale.sku, quantity: 1 }] }),
        token,
      };
      const jsonHeaders = { ...headers, 'content-type': 'application/json', 'x-device-id': token };
      const withKey = { authorization: `Bearer ${host.publicKey}` };
      const api = `/api/v1/events/${sale.slug}`;
      const page = `/checkout/${sale.slug}`;
      const choices: (Omit<Arrival, 'kind'> & { kind: `${Door}: ${string}` })[] = [
        { kind: 'API: event', method: 'GET', path: api, headers: { ...headers, ...withKey } },
        { kind: 'API: tickets', method: 'GET', path: `${api}/tickets`, headers: { ...headers, ...withKey } },
        {
          kind: 'API: hold',
          path: `${api}/reservations`,
          headers: { ...jsonHeaders, ...withKey },
          ...toHold,
        },
        { kind: 'embed: page', method: 'GET', path: page, headers },
        { kind: 'embed: tickets', method: 'GET', path: `${page}/tickets`, headers },
        { kind: 'embed: hold', path: `${page}/reservations`, headers: jsonHeaders, ...toHold },
        { kind: 'receipt: page', method: 'GET', path: receiptPaths[count % 20] ?? '', headers },
        { kind: 'receipt: tickets', method: 'GET', path: `${receiptPaths[count % 20]}/tickets`, headers },
        { kind: 'receipt: PDF', method: 'GET', path: `${receiptPaths[count % 20]}/tickets.pdf`, headers },
      ];
      return choices[count % choices.length] as Arrival;
    }

    /** How many such requests a second are answered when a few ask one after the other. */
    async function measureServed(): Promise<number> {
      const endMs = performance.now() + 2_000;
      let served = 0;
      const askAway = async (): Promise<void> => {
        while (performance.now() < endMs) {
          const { path, method, headers, body } = nextArrival();
          const answer = await fetch(program.publicUrl + path, { method, headers, ...(body && { body }) });
          await answer.arrayBuffer();
          served += 1;
        }
      };
      await Promise.all(Array.from({ length: 16 }, askAway));
      return served / 2;
    }

    test('each is answered or turned away with a time to come back, memory stays bounded, and all is well afterwards', async (t) => {
      const servedPerSecond = await measureServed();
      const ratePerSecond = Math.ceil(TIMES * servedPerSecond);
      const arrivals = Array.from(
        { length: Math.min(MAX_ARRIVALS, ratePerSecond * SPIKE_SECONDS) },
        nextArrival,
      );
      const report = await sendOpenLoop({
        origin: program.publicUrl,
        ratePerSecond,
        patienceMs: PATIENCE_MS,
        connections: CONNECTIONS,
        arrivals,
      });
      t.diagnostic(
        `${servedPerSecond} requests a second are served; ${arrivals.length} came, ${ratePerSecond} a second`,
      );
      t.diagnostic(`the last was begun after ${Math.round(report.lastStartMs)} ms`);
      for (const [kind, outcomes] of Object.entries(report.outcomes))
        t.diagnostic(`${kind}: ${JSON.stringify(outcomes)}`);

      assert.deepEqual(report.unexpected, []);
      assert.deepEqual(report.withoutRetryAfter, []);
      assert.equal(program.child.exitCode, null, program.output());
      const status = await readFile(`/proc/${program.child.pid}/status`, 'utf8').catch(() => '');
      const peakKb = Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0);
      t.diagnostic(`at most ${Math.round(peakKb / 1024)} MiB`);
      assert.ok(peakKb < MAX_MEMORY_KB, `${peakKb} kB at most`);
      await assertRecovered(report);
    });

    async function assertRecovered({ made }: LoadReport): Promise<void> {
      await until('health', async () => (await ask(program, '/health').catch(() => null))?.status === 200);
      const { rows } = await testDatabase.database.query<{ count: number }>(
        'SELECT count(*)::integer AS count FROM reservations WHERE token = ANY ($1::uuid[]) AND quantity = 1',
        [made],
      );
      assert.deepEqual(rows, [{ count: made.length }], 'whoever was told 201 has their hold');
      assert.deepEqual(await checkInvariants(testDatabase.database), []);
      const door = async (find: (arrival: Arrival) => boolean): Promise<void> =>
        void (await until(
          'an answer as before',
          async () => {
            let arrival = nextArrival();
            while (!find(arrival)) arrival = nextArrival();
            const { path, method, headers, body } = arrival;
            const answer = await fetch(program.publicUrl + path, { method, headers, ...(body && { body }) });
            await answer.arrayBuffer();
            // The minute whose requests are used up has to pass first.
            return answer.ok;
          },
          90_000,
        ));
      for (const kind of new Set(arrivalsOf().map((arrival) => arrival.kind)))
        await door((arrival) => arrival.kind === kind);
    }

    const arrivalsOf = (): Arrival[] => Array.from({ length: 9 }, nextArrival);
  });
}

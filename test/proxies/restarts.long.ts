import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { ask } from '../harness/client.ts';
import { ownPorts } from '../harness/own-port.ts';
import { launch, makeDataDir, untilHealthy, type Program } from '../harness/program.ts';
import { createTestDatabase } from '../harness/test-database.ts';
import { until } from '../harness/until.ts';
import { startLoad, type Load } from './load.ts';
import { PROXY_KINDS, startProxy, whyNoProxy } from './start-proxy.ts';

// CI does a few. By hand: RESTARTS=20 RESTART_REQUESTS=50000 RESTART_PROXIES=nginx npm run test:file -- test/proxies/restarts.long.ts
const RESTARTS = Number(process.env['RESTARTS'] ?? 2);
const REQUESTS = Number(process.env['RESTART_REQUESTS'] ?? 500);
const wanted = process.env['RESTART_PROXIES']?.split(',');
const KINDS = PROXY_KINDS.filter((kind) => wanted?.includes(kind) ?? true);
const BUYERS = 12;
const SLUG = 'open-mic-yaba';

/** Two starts of the product on one database: one with children, one without. */
async function startTwo(t: TestContext) {
  const testDatabase = await createTestDatabase();
  t.after(() => testDatabase.drop());
  const { dataDir, remove } = await makeDataDir();
  t.after(remove);
  const first = await ownPorts(2);
  const environment = {
    ENVIRONMENT: 'development',
    DATABASE_URL: testDatabase.url,
    DATABASE_POOL_SIZE: '5',
    SECRET_KEY: randomBytes(32).toString('hex'),
    DATA_DIR: dataDir,
    DEMO: 'on',
    DRAIN_SECONDS: '3',
    TRUST_PROXY: 'loopback',
    RATE_LIMIT_PER_KEY: '1000000000',
    RATE_LIMIT_PER_ADDRESS: '1000000000',
    HOLD_LIMIT_PER_ADDRESS: '1000000000',
  };
  const running: Program[] = [];
  t.after(async () => {
    for (const program of running) {
      program.child.kill('SIGKILL');
      await program.exited;
    }
  });
  const start = async (index: number): Promise<void> => {
    const words = ['start', '--processes', index === 0 ? '2' : '1'];
    const program = await launch({ ...environment, PORT: String(first + index) }, words);
    running[index] = program;
    await untilHealthy(program);
  };
  for (const index of [0, 1]) await start(index);
  const [one] = running;
  assert(one);
  const key = (await one.demo()).hosts[0]?.publicKey ?? '';
  const { body } = await ask(one, `/events/${SLUG}/tickets`, { key });
  return {
    upstreams: [first, first + 1],
    key,
    sku: body.data[0].id as string,
    async restart(index: number): Promise<void> {
      const program = running[index];
      assert(program);
      program.child.kill('SIGTERM');
      assert.equal(await program.exited, 0, program.output());
      await start(index);
    },
    async kill(index: number): Promise<void> {
      running[index]?.child.kill('SIGKILL');
      await running[index]?.exited;
    },
  };
}

const reasons = await Promise.all(KINDS.map(whyNoProxy));

test(
  `${RESTARTS} rolling restarts under load fail no request behind ${KINDS.join(', ')}; kill -9 fails no GET or HEAD`,
  { skip: reasons.find(Boolean) },
  async (t) => {
    const two = await startTwo(t);
    const loads: Load[] = [];
    t.after(() => Promise.all(loads.map((load) => load.stop())));
    for (const kind of KINDS) {
      const { port } = await startProxy(t, kind, two);
      loads.push(startLoad({ ...two, kind, port, slug: SLUG, buyers: BUYERS / KINDS.length }));
    }
    const untilMore = async (share: number): Promise<void> => {
      const counts = loads.map((load) => load.count());
      const isDone = (load: Load, index: number): boolean =>
        load.count() > (counts[index] ?? 0) + share * REQUESTS;
      await until('more requests', () => loads.every(isDone), 1_200_000);
    };
    for (let done = 0; done < RESTARTS; done++) {
      await untilMore(0.5 / RESTARTS);
      await two.restart(done % 2);
    }
    await untilMore(0.05);
    for (const { count, failures, busy, figures } of loads) {
      const told = `${count()} requests, ${failures.length} failed, ${busy()} told to come again`;
      t.diagnostic(`${told}: ${JSON.stringify(figures)}`);
    }
    assert.deepEqual(loads.flatMap(({ failures }) => failures).slice(0, 20), []);

    await two.kill(0);
    await untilMore(0.2);
    const lost = loads.flatMap(({ failures }) => failures);
    t.diagnostic(`lost by kill -9: ${JSON.stringify(lost)}`);
    assert.deepEqual(
      lost.filter((line) => / (GET|HEAD) /.test(line)),
      [],
    );
    // Each buyer waits for one answer.
    assert.ok(lost.length <= BUYERS, lost.join('\n'));
  },
);

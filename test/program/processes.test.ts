import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import pg from 'pg';
import { ROUTES } from '../../src/routes.ts';
import { BUYER } from '../harness/buy.ts';
import { ask } from '../harness/client.ts';
import { inOneMinute } from '../harness/in-one-minute.ts';
import { endAllIn, processesIn, signalAll } from '../harness/processes.ts';
import { ownPorts } from '../harness/own-port.ts';
import { launch, makeDataDir, makeSeededDataDir, untilHealthy, type Program } from '../harness/program.ts';
import { scrape, sumOf } from '../harness/scrape.ts';
import { createTestDatabase } from '../harness/test-database.ts';
import { until, untilEqual } from '../harness/until.ts';

const EVENT = '/events/open-mic-yaba';
const GOOD_READS = { route: ROUTES.api.getEvent.path, status: '2xx' };

/** The program's processes that serve: its children that run our own file, as opposed to the database's guard. */
async function serving(program: Program): Promise<number[]> {
  const { pid } = program.child;
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const found = await Promise.all(
    children
      .split(' ')
      .filter(Boolean)
      .map(async (child) => {
        const words = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '');
        return words.includes('tessera.ts') ? [Number(child)] : [];
      }),
  );
  return found.flat();
}

const isThere = (pid: number): Promise<boolean> =>
  readFile(`/proc/${pid}/stat`, 'utf8').then(
    // One that has ended, and that nobody has asked about, is still listed.
    (stat) => !/\) Z /.test(stat),
    () => false,
  );

type Told = { status: number; process: string; left: number };

/** On a connection of its own. The name of the process is in the request's id. */
async function askAnew(program: Program, key: string): Promise<Told> {
  const sent = request(`${program.baseUrl}${EVENT}`, {
    agent: false,
    headers: { authorization: `Bearer ${key}` },
  }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  const [name = ''] = String(response.headers['x-request-id']).split('-');
  const left = /;r=(\d+);/.exec(String(response.headers['ratelimit']))?.[1];
  return { status: response.statusCode ?? 0, process: name, left: Number(left) };
}

async function run(
  t: TestContext,
  dataDir: string,
  words: string[],
  environment: Record<string, string> = {},
): Promise<Program> {
  const program = await launch({ DATA_DIR: dataDir, ...environment }, ['start', ...words]);
  t.after(async () => {
    program.child.kill('SIGKILL');
    await program.exited;
    await endAllIn(dataDir);
  });
  return program;
}

test('two processes on one port: both serve, count together, and come back when they are killed', async (t) => {
  const { dataDir, remove } = await makeSeededDataDir();
  t.after(remove);
  const metricsPort = await ownPorts(2);
  const metricsPorts = [metricsPort, metricsPort + 1];
  const program = await run(t, dataDir, ['--processes', '2'], { METRICS_PORT: String(metricsPort) });
  const figuresOf = (name: string, labels?: Record<string, string>): Promise<number[]> =>
    Promise.all(metricsPorts.map(async (port) => sumOf((await scrape(port)).series, name, labels)));
  await untilHealthy(program);
  await until('the start to be told', () => program.output().includes('Stop with Ctrl-C'));
  assert.match(program.output(), /✓ 2 processes started/);
  assert.equal(program.output().match(/✓ schema up to date/g)?.length, 1);
  const key = (await program.demo()).hosts[0]?.publicKey ?? '';

  await t.test('both get connections, and a limit is one for both', async () => {
    await inOneMinute();
    const names = new Set<string>();
    let asked = 0;
    await until('both to have served', async () => {
      const { status, process: name } = await askAnew(program, key);
      assert.equal(status, 200);
      asked += 1;
      names.add(name);
      return names.size === 2 && asked >= 40;
    });
    // Each process alone has counted half of them. It may not know yet those of the other in the last tenth of a second.
    await until('each to know what the other has counted', async () => {
      const { left } = await askAnew(program, key);
      asked += 1;
      return left <= 3_000 - 0.75 * asked;
    });
    // Requests are counted a moment after they were sent.
    await untilEqual(asked, async () => {
      const counts = await figuresOf('tessera_http_requests_total', GOOD_READS);
      return counts.reduce((sum, count) => sum + count, 0);
    });
  });

  await t.test('each tells its own figures at its own port, and the same of the whole system', async () => {
    const counts = await figuresOf('tessera_http_requests_total', GOOD_READS);
    // Connections are handed out in turn.
    assert.ok(
      counts.every((count) => count > 0),
      counts.join(),
    );
    const [one, two] = await figuresOf('process_start_time_seconds');
    assert.notEqual(one, two);
    assert.deepEqual(await figuresOf('tessera_database_pool_size', { pool: 'main' }), [10, 10]);
    const { body: cart } = await ask(program, `${EVENT}/reservations`, {
      method: 'POST',
      key,
      body: { items: [{ sku: await firstSku(program, key), quantity: 1 }] },
    });
    assert.ok(cart.data.reservationToken);
    const holds = await figuresOf('tessera_batch_size_sum', { batch: 'holds' });
    assert.equal(holds.filter((count) => count > 0).length, 1, 'one of them has held it');
    await until('both to tell of it', async () => {
      const [ofOne = 0, ofTwo] = await figuresOf('tessera_holds_live');
      return ofOne > 0 && ofOne === ofTwo;
    });
  });

  await t.test(
    'one is stopped: it ends well, a new one takes its place, and the log has no error',
    async () => {
      const [first = 0] = await serving(program);
      signalAll([first], 'SIGTERM');
      await until('a new one to serve', () => program.output().includes('a process serves again'));
      assert.match(program.output(), /a process was stopped and is started again/);
      assert.doesNotMatch(program.output(), /"level":"error"|"level":50/);
      assert.ok(!(await serving(program)).includes(first));
    },
  );

  await t.test('one is killed: the other serves, and a new one takes its place', async () => {
    const before = await serving(program);
    assert.equal(before.length, 2);
    const begun = await figuresOf('process_start_time_seconds');
    const { body: cart } = await ask(program, `${EVENT}/reservations`, {
      method: 'POST',
      key,
      body: { items: [{ sku: await firstSku(program, key), quantity: 1 }] },
    });
    signalAll(before.slice(0, 1), 'SIGKILL');
    await until('the parent to hear of it', () =>
      program.output().includes('a process ended by itself and is started again'),
    );
    const names = new Set<string>();
    await until('two processes to serve', async () => {
      const { status, process: name } = await askAnew(program, key);
      assert.equal(status, 200);
      names.add(name);
      return program.output().split('a process serves again').length === 3 && names.size === 2;
    });
    const after = await serving(program);
    assert.equal(after.length, 2);
    assert.ok(!after.includes(before[0] ?? 0) && after.includes(before[1] ?? 0));
    const again = await figuresOf('process_start_time_seconds');
    assert.equal(
      again.filter((startedAt) => begun.includes(startedAt)).length,
      1,
      'the other port is told at anew',
    );
    const { body: order } = await ask(program, `${EVENT}/orders`, {
      method: 'POST',
      key,
      headers: { 'x-device-id': cart.data.reservationToken },
      body: { quoteReference: cart.data.quoteReference, ...BUYER },
    });
    assert.equal(order.data.status, 'confirmed', 'what the killed one may have held is there');
  });

  await t.test('SIGTERM lets the requests of both finish, and ends everything', async (subtest) => {
    const database = new pg.Client({
      connectionString: await readFile(path.join(dataDir, 'postgres.url'), 'utf8'),
    });
    database.on('error', () => {});
    await database.connect();
    subtest.after(() => database.end());
    await database.query('BEGIN');
    await database.query('LOCK TABLE ticket_types IN ACCESS EXCLUSIVE MODE');
    const waiting = Array.from({ length: 4 }, () =>
      ask(program, `${EVENT}/tickets`, { key, headers: { connection: 'close' } }),
    );
    await until('both processes to wait in the database', async () => {
      await database.query('SELECT pg_stat_clear_snapshot()');
      const { rowCount } = await database.query(
        // oxlint-disable-next-line steady/one-way-to-see-locks -- counts processes, not statements
        `SELECT DISTINCT client_port FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%ticket_type%'`,
      );
      return (rowCount ?? 0) >= 2;
    });
    const pids = await serving(program);
    program.child.kill('SIGTERM');
    await until('the program to begin to stop', () => program.output().includes('Stopping'));
    await database.query('ROLLBACK');
    await database.end();
    for (const answer of await Promise.all(waiting)) assert.equal(answer.status, 200);
    assert.equal(await program.exited, 0, program.output());
    for (const pid of pids) assert.equal(await isThere(pid), false);
    await until('the database to be gone', async () => (await processesIn(dataDir)).length === 0);
    assert.doesNotMatch(program.output(), /connection was lost/);
  });

  await t.test('the parent killed: nothing of it is left', async (subtest) => {
    const again = await run(subtest, dataDir, ['--processes', '2']);
    await untilHealthy(again);
    const pids = await serving(again);
    assert.equal(pids.length, 2);
    again.child.kill('SIGKILL');
    await again.exited;
    await until('no process to be left', async () =>
      (await Promise.all(pids.map(isThere))).every((isLeft) => !isLeft),
    );
    await until('the database to be gone', async () => (await processesIn(dataDir)).length === 0);
    await assert.rejects(fetch(`${again.baseUrl}/health`));
  });
});

async function firstSku(program: Program, key: string): Promise<string> {
  const { body } = await ask(program, `${EVENT}/tickets`, { key });
  return body.data[0].id as string;
}

test('a web start answers and does no jobs; a worker start does them and answers for its health alone', async (t) => {
  const testDatabase = await createTestDatabase();
  t.after(() => testDatabase.drop());
  const { dataDir, remove } = await makeDataDir();
  t.after(remove);
  const environment = {
    ENVIRONMENT: 'development',
    DATABASE_URL: testDatabase.url,
    SECRET_KEY: randomBytes(32).toString('hex'),
    DEMO: 'on',
  };
  const web = await run(t, dataDir, ['--role', 'web'], environment);
  await untilHealthy(web);
  const key = (await web.demo()).hosts[0]?.publicKey ?? '';
  const { body: cart } = await ask(web, `${EVENT}/reservations`, {
    method: 'POST',
    key,
    body: { items: [{ sku: await firstSku(web, key), quantity: 1 }] },
  });
  const { body: order } = await ask(web, `${EVENT}/orders`, {
    method: 'POST',
    key,
    headers: { 'x-device-id': cart.data.reservationToken },
    body: { quoteReference: cart.data.quoteReference, ...BUYER },
  });
  assert.equal(order.data.status, 'confirmed');
  // One that was done is due later.
  const recurring = async (condition = 'true'): Promise<number> =>
    (await testDatabase.database.query(`SELECT 1 FROM jobs WHERE unique_key = 'recurring' AND ${condition}`))
      .rows.length;
  await until('the recurring jobs to be written', async () => (await recurring()) > 10);
  const taken = 'leased_by IS NOT NULL OR run_at > now()';
  assert.equal(await recurring(`(${taken})`), 0, 'a web start takes none of them');

  const worker = await run(t, dataDir, ['--role', 'worker'], { ...environment, PUBLIC_URL: web.publicUrl });
  await untilHealthy(worker);
  await until('the tickets to be mailed', async () =>
    (await readdir(path.join(dataDir, 'mailbox')).catch(() => [])).some((name) => name.endsWith('.eml')),
  );
  await until('the recurring jobs to be done', async () => (await recurring(`(${taken})`)) > 10);
  for (const address of [EVENT, '/events', '/openapi.json'])
    assert.equal((await ask(worker, address, { key })).status, 404, address);
  const page = await fetch(`${worker.publicUrl}/dashboard`);
  assert.equal(page.status, 404);
  await page.arrayBuffer();
  assert.match(web.output(), /Role +web: requests only/);

  for (const program of [web, worker]) program.child.kill('SIGTERM');
  assert.deepEqual(await Promise.all([web.exited, worker.exited]), [0, 0]);
});

test('a program that can’t start ends with one line, also as one of several processes that can’t', async (t) => {
  const { dataDir, remove } = await makeDataDir();
  t.after(remove);
  const complaint = async (words: string[], environment: Record<string, string> = {}): Promise<string> => {
    const program = await run(t, dataDir, words, environment);
    assert.equal(await program.exited, 1, program.output());
    const lines = program
      .output()
      .split('\n')
      .filter((line) => line.trim() && !/^ {2}(Tessera \d|[…✓])/.test(line));
    assert.equal(lines.length, 1, program.output());
    return lines[0] ?? '';
  };
  const port = await ownPorts(2);
  const [none, many, boss, alone, strange, shared, beyond] = await Promise.all([
    complaint(['--processes', '0']),
    complaint(['--processes', 'many']),
    complaint(['--role', 'boss']),
    complaint(['--role', 'web']),
    complaint(['--procs', '2']),
    complaint(['--processes', '3'], { METRICS_PORT: String(port - 1), PORT: String(port + 1) }),
    complaint(['--processes', '2'], { METRICS_PORT: '65535' }),
  ]);
  assert.match(none, /^tessera: --processes must be auto, or a whole number from 1 to 64, not "0"\.$/);
  assert.match(many, /^tessera: --processes must be /);
  assert.match(boss, /^tessera: --role must be one of all, web, worker, not "boss"\.$/);
  assert.match(alone, /^tessera: --role web needs DATABASE_URL/);
  assert.match(strange, /^tessera: start takes --processes and --role/);
  assert.equal(
    shared,
    `tessera: METRICS_PORT ${port - 1}: 3 processes serve theirs on ports ${port - 1} to ${port + 1}, and PORT ${port + 1} is among these.`,
  );
  assert.match(beyond, /^tessera: METRICS_PORT 65535: 2 processes .* the last port is 65535\.$/);
  assert.deepEqual(await readdir(path.dirname(dataDir)), []);

  // The parent has no use for this folder: only those who serve find that it is none.
  await mkdir(dataDir);
  await writeFile(path.join(dataDir, 'media'), '');
  const testDatabase = await createTestDatabase();
  t.after(() => testDatabase.drop());
  const failed = await complaint(['--processes', '2'], {
    ENVIRONMENT: 'development',
    DATABASE_URL: testDatabase.url,
    SECRET_KEY: randomBytes(32).toString('hex'),
  });
  assert.match(failed, /^tessera: .*media/);
});

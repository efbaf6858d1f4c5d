import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, copyFile, glob, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import pg from 'pg';
import type { DemoFacts } from '../../src/demo/demo-facts.ts';
import { ask } from '../harness/client.ts';
import { endAllIn, processesIn, signalAll } from '../harness/processes.ts';
import { launch, makeDataDir, untilHealthy, type Program } from '../harness/program.ts';
import { openRaw, readAnswers } from '../harness/raw-socket.ts';
import { until, untilDone } from '../harness/until.ts';
import { untilWaiting } from '../harness/waiting-for-locks.ts';

// Folders go when all tests are over, and nobody writes into them any more.
const removals: (() => Promise<void>)[] = [];
after(async () => {
  for (const remove of removals) await remove();
});

async function freshDataDir(): Promise<string> {
  const { dataDir, remove } = await makeDataDir();
  removals.push(remove);
  return dataDir;
}

// One folder for the tests that only need a product with data in it: the first start is the slow one.
const shared = await freshDataDir();

/** Starts the program on a data folder; whatever becomes of the test, nothing of it is left running. */
async function run(
  t: TestContext,
  dataDir: string,
  options: { environment?: Record<string, string>; words?: string[] } = {},
): Promise<Program> {
  const program = await launch({ DATA_DIR: dataDir, ...options.environment }, options.words);
  t.after(async () => {
    program.child.kill('SIGKILL');
    await program.exited;
    await endAllIn(dataDir);
  });
  return program;
}

const untilNobodyIn = (dataDir: string) =>
  until('every process on the data folder to be gone', async () => (await processesIn(dataDir)).length === 0);

async function stop(program: Program, signal: NodeJS.Signals): Promise<void> {
  program.child.kill(signal);
  assert.equal(await untilDone('the program to end', program.exited), 0, program.output());
  assert.doesNotMatch(program.output(), /connection was lost/);
}

async function postmasterPid(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
}

async function firstHost(program: Program): Promise<DemoFacts['hosts'][number]> {
  const [host] = (await program.demo()).hosts;
  assert.ok(host);
  return host;
}

/** The ids of all events that the key lists, page by page. */
async function allEventIds(program: Program, key: string, limit = 100): Promise<string[]> {
  const ids: string[] = [];
  let cursor = '';
  do {
    const { status, body } = await ask(program, `/events?limit=${limit}${cursor && `&cursor=${cursor}`}`, {
      key,
    });
    assert.equal(status, 200);
    const { items, nextCursor } = body.data as { items: { id: string }[]; nextCursor?: string };
    assert.ok(nextCursor === undefined ? items.length <= limit : items.length === limit);
    ids.push(...items.map(({ id }) => id));
    cursor = nextCursor ?? '';
  } while (cursor);
  return ids;
}

/** Asserts that the program gave up with code 1 and one line for whoever started it. */
async function complaintOf(program: Program): Promise<string> {
  await until('the program to give up', () => program.child.exitCode !== null);
  assert.equal(await program.exited, 1, program.output());
  const output = program.output();
  assert.doesNotMatch(output, /^ {4}at /m, 'no stack trace');
  const lines = output.split('\n').filter((line) => line.trim() && !/^ {2}(Tessera \d|[…✓])/.test(line));
  assert.equal(lines.length, 1, output);
  const [line = ''] = lines;
  assert.match(line, /^tessera: \S.*\.$/);
  return line;
}

test('the first start serves a demo whose facts, in demo.json, are true over the API', async (t) => {
  const program = await run(t, shared);
  await untilHealthy(program);
  const facts = await program.demo();

  await t.test('demo.json has its documented shape, and only its owner may read it', async () => {
    assert.deepEqual(Object.keys(facts), ['baseUrl', 'checkoutUrl', 'dashboardUrl', 'hosts']);
    assert.equal(facts.baseUrl, `http://localhost:${program.port}/api/v1`);
    for (const host of facts.hosts) {
      assert.deepEqual(Object.keys(host), [
        'name',
        'email',
        'password',
        'publicKey',
        'privateKey',
        'country',
        'events',
        'members',
      ]);
      for (const member of host.members ?? [])
        assert.deepEqual(Object.keys(member), ['role', 'email', 'password', 'name']);
      for (const event of host.events) {
        const { checkInPath: _checkInPath, ...always } = event;
        assert.deepEqual(Object.keys(always), ['slug', 'kind', 'free', 'skus']);
        assert.ok(event.skus.length > 0);
      }
    }
    assert.equal((await stat(path.join(shared, 'demo.json'))).mode & 0o077, 0);
  });

  await t.test('every public event answers with its own key only; its tickets are as told', async () => {
    assert.equal(facts.hosts.length, 3);
    assert.equal(facts.hosts[0]?.events.length, 40);
    const kinds = new Set<string>();
    for (const [index, host] of facts.hosts.entries()) {
      const other: DemoFacts['hosts'][number] | undefined = facts.hosts[(index + 1) % facts.hosts.length];
      let shown = 0;
      for (const { slug, kind, free, skus } of host.events) {
        const { status } = await ask(program, `/events/${slug}`, { key: host.publicKey });
        const tickets = await ask(program, `/events/${slug}/tickets`, { key: host.publicKey });
        assert.equal((await ask(program, `/events/${slug}`, { key: other?.publicKey ?? '' })).status, 404);
        assert.equal(tickets.status, status);
        // A draft.
        if (status === 404) continue;
        assert.equal(status, 200);
        shown += 1;
        kinds.add(`${kind} ${free}`);
        const types = tickets.body.data as { id: string; kind: string; price: number }[];
        assert.deepEqual(
          types.map(({ id }) => id),
          skus,
        );
        assert.equal(
          types.some((type) => type.kind === 'SEATED'),
          kind === 'seat_map',
          slug,
        );
        assert.equal(
          types.every(({ price }) => price === 0),
          free,
          slug,
        );
      }
      assert.ok(shown >= host.events.length / 2, `${host.name} shows ${shown} events`);
      assert.equal((await ask(program, '/events', { key: host.privateKey })).status, 403);
    }
    for (const kind of ['general true', 'general false', 'seat_map false']) assert.ok(kinds.has(kind), kind);
  });

  await t.test('pages turn: small pages give what one large page gives', async () => {
    const { publicKey } = await firstHost(program);
    const ids = await allEventIds(program, publicKey, 7);
    assert.ok(ids.length > 20);
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual(await allEventIds(program, publicKey), ids);
  });

  await t.test('the curl line that it printed works', async (subtest) => {
    const [, command] = /Try it: +(curl .+)$/m.exec(program.output()) ?? [];
    assert.ok(command, program.output());
    if (
      !(await access('/usr/bin/curl').then(
        () => true,
        () => false,
      ))
    )
      return subtest.skip('curl is not installed');
    const { stdout } = await promisify(execFile)('sh', ['-c', `${command} --silent --show-error`]);
    assert.equal((JSON.parse(stdout) as { data: { items: unknown[] } }).data.items.length, 2);
  });

  await t.test(
    'a second program on the same folder gives up with one line, and the first goes on',
    async (subtest) => {
      const second = await launch({ DATA_DIR: shared });
      subtest.after(() => second.child.kill('SIGKILL'));
      const complaint = await complaintOf(second);
      assert.match(complaint, /DATA_DIR .* is in use by another Tessera/);
      assert.match(complaint, new RegExp(`process ${program.child.pid}\\b`));
      await untilHealthy(program);
      const slug = (await firstHost(program)).events[0]?.slug;
      const tickets = await ask(program, `/events/${slug}/tickets`, {
        key: (await firstHost(program)).publicKey,
      });
      assert.equal(tickets.status, 200);
    },
  );

  await t.test('Ctrl-C exits with 0 and leaves no process behind', async () => {
    const pid = await postmasterPid(shared);
    assert.ok((await processesIn(shared)).includes(pid));
    await stop(program, 'SIGINT');
    assert.ok(!(await processesIn(shared)).includes(pid));
    await untilNobodyIn(shared);
  });
});

test('a second start keeps data and keys; stopping lets requests under way finish', async (t) => {
  const before = JSON.parse(await readFile(path.join(shared, 'demo.json'), 'utf8')) as DemoFacts;
  const program = await run(t, shared);
  await untilHealthy(program);
  const facts = await program.demo();
  assert.deepEqual(facts.hosts, before.hosts);
  assert.equal(facts.baseUrl, `http://localhost:${program.port}/api/v1`, 'the address is the new one');
  const { publicKey, events } = await firstHost(program);
  const slug = events[0]?.slug ?? '';
  const tickets = await ask(program, `/events/${slug}/tickets`, { key: publicKey });
  assert.deepEqual(
    (tickets.body.data as { id: string }[]).map(({ id }) => id),
    events[0]?.skus,
  );

  const database = new pg.Client({
    connectionString: await readFile(path.join(shared, 'postgres.url'), 'utf8'),
  });
  database.on('error', () => {});
  await database.connect();
  t.after(() => database.end());
  await database.query('BEGIN');
  await database.query('LOCK TABLE ticket_types IN ACCESS EXCLUSIVE MODE');
  const waiting = ask(program, `/events/${slug}/tickets`, { key: publicKey });
  const halfSent = openRaw(program.publicUrl);
  halfSent.socket.write(
    `GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${publicKey}\r\n`,
  );
  await untilWaiting(database, { text: 'ticket_type' });

  program.child.kill('SIGTERM');
  await until('the program to begin to stop', () => program.output().includes('Stopping'));
  await database.query('ROLLBACK');
  await database.end();
  halfSent.socket.write('\r\n');
  assert.equal((await waiting).status, 200);
  await halfSent.closed;
  const [answer] = readAnswers(halfSent.received());
  assert.equal(answer?.status, 200);
  assert.equal((JSON.parse(answer.body) as { status: boolean }).status, true, 'the whole body');
  assert.equal(await untilDone('the program to end', program.exited), 0);
  await untilNobodyIn(shared);
});

test('the program killed: its PostgreSQL ends by itself, and the next start works', async (t) => {
  const killed = await run(t, shared);
  await untilHealthy(killed);
  killed.child.kill('SIGKILL');
  await killed.exited;
  await untilNobodyIn(shared);

  const next = await run(t, shared);
  await untilHealthy(next);
  const { publicKey } = await firstHost(next);

  await t.test('all processes killed at once, the next start recovers', async (subtest) => {
    const ids = await allEventIds(next, publicKey);
    // PostgreSQL first, so that it has no chance to shut down in good order.
    signalAll([...(await processesIn(shared)), next.child.pid ?? 0], 'SIGKILL');
    await next.exited;
    const recovered = await run(subtest, shared);
    await untilHealthy(recovered);
    assert.deepEqual(await allEventIds(recovered, publicKey), ids);
    assert.match(await readFile(path.join(shared, 'postgres.log'), 'utf8'), /redo|not properly shut down/);
    await stop(recovered, 'SIGINT');
  });
});

test('a PostgreSQL that outlived its program and its guard is stopped by the next start', async (t) => {
  const killed = await run(t, shared);
  await untilHealthy(killed);
  const orphan = await postmasterPid(shared);
  const pids = await processesIn(shared);
  const names = await Promise.all(
    pids.map(async (pid) => readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')),
  );
  const guards = pids.filter((_, index) => names[index]?.trim() === 'sh');
  assert.equal(guards.length, 1);
  signalAll([...guards, killed.child.pid ?? 0], 'SIGKILL');
  await killed.exited;
  assert.ok((await processesIn(shared)).includes(orphan), 'without its guard it stays');

  const next = await run(t, shared);
  await untilHealthy(next);
  assert.ok(!(await processesIn(shared)).includes(orphan));
  await stop(next, 'SIGINT');
});

test("after a reboot the old PostgreSQL's process number may be another's, who is left alone", async (t) => {
  if (process.getuid?.() !== 0) return t.skip('only root could stop a process of somebody else');
  // Another program that is called postgres, somewhere else on the machine.
  const elsewhere = await freshDataDir();
  await mkdir(elsewhere);
  const program = path.join(elsewhere, 'postgres');
  await copyFile('/usr/bin/sleep', program);
  const stranger = spawn(program, ['600'], { cwd: elsewhere, stdio: 'ignore' });
  t.after(() => stranger.kill('SIGKILL'));
  await once(stranger, 'spawn');
  await writeFile(path.join(shared, 'postgres/postmaster.pid'), `${stranger.pid}\n`);

  const next = await run(t, shared);
  await untilHealthy(next);
  assert.equal(stranger.exitCode ?? stranger.signalCode, null);
  await stop(next, 'SIGINT');
});

for (const { moment, pattern } of [
  { moment: 'while the database is being made', pattern: 'postgres.new-*/PG_VERSION' },
  { moment: 'before its database is there', pattern: 'postgres/PG_VERSION' },
]) {
  test(`a first start that is killed ${moment} leaves nothing half made: the next start works`, async (t) => {
    // A folder that only its owner can enter: PostgreSQL's own user is not the one who owns it, where root starts us.
    const dataDir = await freshDataDir();
    assert.equal((await stat(path.dirname(dataDir))).mode & 0o777, 0o700);
    const environment = { DEMO: 'off' };
    const killed = await run(t, dataDir, { environment });
    await until(moment, async () => (await Array.fromAsync(glob(pattern, { cwd: dataDir }))).length > 0);
    killed.child.kill('SIGKILL');
    await killed.exited;

    const next = await run(t, dataDir, { environment });
    await untilHealthy(next);
    await stop(next, 'SIGINT');
  });
}

test('killed, or stopped with Ctrl-C, while the demo is being seeded: it is there whole or not at all', async (t) => {
  const dataDir = await freshDataDir();
  for (const signal of ['SIGKILL', 'SIGINT'] as const) {
    const stopped = await run(t, dataDir);
    await until('the seeding to begin', () => stopped.output().includes('schema up to date'));
    stopped.child.kill(signal);
    await untilDone('the program to end', stopped.exited);
    assert.doesNotMatch(stopped.output(), /tessera: |^ {4}at /m, 'stopping is no failure');
    await untilNobodyIn(dataDir);
  }

  await t.test(
    'seed alone fills the empty database, adds events, and leaves nothing running',
    async (subtest) => {
      const alone = await run(subtest, dataDir, { words: ['seed', '--events', '50'] });
      assert.equal(await alone.exited, 0, alone.output());
      assert.match(alone.output(), /The demo is seeded/);
      await untilNobodyIn(dataDir);
    },
  );

  await t.test('seed adds events beside a running program too, which finds them at once', async (subtest) => {
    const program = await run(subtest, dataDir);
    await untilHealthy(program);
    const { publicKey } = await firstHost(program);
    const found = async (q: string) =>
      (await ask(program, `/events?q=${encodeURIComponent(q)}&limit=100`, { key: publicKey })).body.data
        .items as {
        name: string;
      }[];
    const countBefore = (await allEventIds(program, publicKey)).length;
    assert.ok(countBefore > 50);
    assert.equal((await found('49')).filter(({ name }) => name.endsWith(' 49')).length, 1);

    const beside = await run(subtest, dataDir, { words: ['seed', '--events', '50'] });
    assert.equal(await beside.exited, 0, beside.output());
    await until('the program to hear of them', async () => (await found('49')).length === 2);
    assert.equal((await allEventIds(program, publicKey)).length, countBefore + 50);
    const [event] = await found('harmatan 49');
    assert.match(event?.name ?? '', /49$/, 'a small typo is forgiven');
    await stop(program, 'SIGINT');
  });

  await t.test('migrate brings the schema up to date and ends', async (subtest) => {
    const migrating = await run(subtest, dataDir, { words: ['migrate'] });
    assert.equal(await migrating.exited, 0, migrating.output());
    assert.match(migrating.output(), /schema up to date/);
  });
});

test('production says in a line where the dashboard shares the checkout’s origin, and nothing where it does not; a misspelt setting is named', async (t) => {
  const environment = {
    ENVIRONMENT: 'production',
    PUBLIC_URL: 'https://tickets.example',
    SMTP_URL: 'smtp://127.0.0.1:9',
    REDIS_URI: 'redis://127.0.0.1:9',
  };
  const warning = /^ {2}! DASHBOARD_URL has the same origin as the checkout/m;
  for (const [own, isWarned] of [
    [{}, true],
    [{ DASHBOARD_URL: 'https://dash.tickets.example/dashboard' }, false],
    [{ CHECKOUT_URL: 'https://pay.tickets.example/checkout' }, false],
  ] as const) {
    const program = await run(t, shared, { environment: { ...environment, ...own } });
    await until('the addresses', () => /Stop with Ctrl-C/.test(program.output()));
    await untilHealthy(program);
    assert.equal(warning.test(program.output()), isWarned, program.output());
    assert.match(program.output(), /^ {2}! REDIS_URI is not a setting: did you mean REDIS_URL\?/m);
    await stop(program, 'SIGINT');
  }
});

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  appendFile,
  chmod,
  chown,
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { connectDatabase, type Database } from '../../src/db/database.ts';
import { findServerUser } from '../../src/db/embedded/unprivileged-user.ts';
import { migrate } from '../../src/db/migrate.ts';
import { addPaymentAccount } from '../../src/payments/payment-accounts.ts';
import { createSecretKeys } from '../../src/secrets/secret-keys.ts';
import { buy, runSoon, storedOrder, untilStatus } from '../harness/buy.ts';
import { debianBinaries } from '../harness/debian-postgres.ts';
import { startPaystackSimulator } from '../harness/gateways/paystack-simulator.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { ownPort } from '../harness/own-port.ts';
import { processesIn, signalAll } from '../harness/processes.ts';
import { launch, makeDataDir, untilHealthy, type Program } from '../harness/program.ts';
import { LONG_TIMEOUTS } from '../harness/test-database.ts';
import type { TestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';
import { runCommand, saidBy } from '../program/run-command.ts';

const binaries = await debianBinaries();
const DOCS = path.join(import.meta.dirname, '../../docs/operating/backup');
const DOCUMENTED_FOLDER = '/var/backups/tessera';
const DOCUMENTED_TIME = '2026-11-17 20:15:00+00';

/** A machine's disk: servers whose files and scripts are those of docs/operating/backup/, but for the folder and the time. */
async function openMachine(t: TestContext) {
  assert(binaries);
  const user = await findServerUser();
  const folder = await mkdtemp(path.join(tmpdir(), 'tessera-moment-'));
  await chmod(folder, 0o711);
  const backups = path.join(folder, 'backups');
  for (const made of [backups, path.join(backups, 'wal'), path.join(folder, 'primary')]) {
    await mkdir(made, { mode: 0o700 });
    if (user) await chown(made, user.uid, user.gid);
  }
  const killAll = async (): Promise<void> => {
    signalAll(await processesIn(folder), 'SIGKILL');
    await until('every server to be gone', async () => (await processesIn(folder)).length === 0);
  };
  t.after(async () => {
    await killAll();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    folder,
    backups,
    killAll,
    async run(program: string, words: string[]): Promise<string> {
      const { stdout } = await promisify(execFile)(program, words, {
        cwd: backups,
        ...user,
        env: { PATH: `${binaries}:${process.env['PATH']}`, BACKUPS: backups },
      });
      return stdout.trim();
    },
    /** A file of the docs, as an operator would edit it. */
    async edited(name: string, moment: string = DOCUMENTED_TIME): Promise<string> {
      const text = await readFile(path.join(DOCS, name), 'utf8');
      assert.ok(name.endsWith('.sh') || text.includes(DOCUMENTED_FOLDER), name);
      return text.replaceAll(DOCUMENTED_FOLDER, backups).replace(DOCUMENTED_TIME, moment);
    },
    async start(cluster: string): Promise<string> {
      const port = await ownPort();
      const flags = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
      spawn(path.join(binaries, 'postgres'), ['-D', cluster, '-p', String(port), ...flags], {
        cwd: cluster,
        ...user,
        stdio: 'ignore',
      });
      return `postgres://tessera@127.0.0.1:${port}/postgres`;
    },
  };
}

function connect(t: TestContext, url: string): Database {
  const database = connectDatabase({ url, poolSize: 4, onIdleError: () => {}, ...LONG_TIMEOUTS });
  t.after(() => database.close());
  return database;
}

const untilServes = (database: Database): Promise<unknown> =>
  until('the server to take writes', async () => {
    const { rows } = await database
      .query<{ isBack: boolean }>('SELECT NOT pg_is_in_recovery() AS "isBack"')
      .catch(() => ({ rows: [] }));
    return rows[0]?.isBack;
  });

test(
  'a PostgreSQL of one’s own is brought back to a moment: what was sold before it is there, what was sold after it is not',
  { skip: binaries === null && "Debian's package postgresql is not installed" },
  async (t) => {
    const machine = await openMachine(t);
    const primary = path.join(machine.folder, 'primary');
    await machine.run('initdb', [
      '-D',
      primary,
      '-U',
      'tessera',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      '-A',
      'trust',
    ]);
    await appendFile(path.join(primary, 'postgresql.conf'), await machine.edited('archive.conf'));
    const url = await machine.start(primary);
    const database = connect(t, url);
    await untilServes(database);
    await migrate(url);

    const gateway = await startPaystackSimulator();
    t.after(() => gateway.close());
    const { dataDir, remove } = await makeDataDir();
    t.after(remove);
    const secretKey = randomBytes(32);
    const environmentOn = (databaseUrl: string): Record<string, string> => ({
      ENVIRONMENT: 'development',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      SECRET_KEY: secretKey.toString('hex'),
      PAYSTACK_URL: gateway.url,
    });
    const startProduct = async (databaseUrl: string): Promise<Program> => {
      const program = await launch(environmentOn(databaseUrl));
      t.after(async () => {
        program.child.kill('SIGKILL');
        await program.exited;
      });
      await untilHealthy(program);
      gateway.callbackUrl = `${program.publicUrl}/payments/paystack/callback`;
      return program;
    };

    const program = await startProduct(url);
    const secretKeys = createSecretKeys(secretKey);
    const on = { app: { database }, baseUrl: program.baseUrl, secretKeys } as unknown as TestApp;
    const host = await makeHost(on);
    await database.transaction((tx) =>
      addPaymentAccount(
        tx,
        { secretKeys, refusesTestCredentials: false },
        { hostId: host.hostId, currency: 'NGN', ...gateway.account },
      ),
    );
    const ticketTypes = [{ priceMinor: 0 }, { priceMinor: 5_000_00 }];
    const { slug, skus } = await makeEvent(on, host, { ticketTypes });
    const sell = async (sku: string | undefined): Promise<string> =>
      (await buy(on, host, { slug, items: [{ sku, quantity: 1 }] })).reference;

    const before = [await sell(skus[0]), await sell(skus[0])];
    const base = await machine.run('sh', [path.join(DOCS, 'base-backup.sh'), url]);
    before.push(await sell(skus[0]), await sell(skus[0]));
    const paidAfter = await sell(skus[1]);

    const { rows } = await database.query<{ moment: string }>('SELECT clock_timestamp()::text AS moment');
    const moment = rows[0]?.moment ?? '';

    const later = new Set([await sell(skus[0]), await sell(skus[0])]);
    await gateway.pay(paidAfter);
    const lost = await sell(skus[1]);
    const told = await gateway.pay(lost);
    for (const reference of [paidAfter, lost]) await untilStatus(on, reference, 'confirmed');

    const { rows: switched } = await database.query<{ segment: string }>(
      'SELECT pg_walfile_name(pg_switch_wal()) AS segment',
    );
    await until('the log to be in the archive', async () => {
      const { rows: archived } = await database.query<{ last: string | null }>(
        'SELECT last_archived_wal AS last FROM pg_stat_archiver',
      );
      return (archived[0]?.last ?? '') >= (switched[0]?.segment ?? '');
    });
    program.child.kill('SIGKILL');
    await program.exited;
    await machine.killAll();

    // The page's own way, by its own files.
    const scripts = path.join(machine.folder, 'scripts');
    await mkdir(scripts);
    await copyFile(path.join(DOCS, 'restore.sh'), path.join(scripts, 'restore.sh'));
    await writeFile(path.join(scripts, 'recovery.conf'), await machine.edited('recovery.conf', moment));
    const restoredFolder = path.join(machine.backups, 'restored');
    await machine.run('sh', [path.join(scripts, 'restore.sh'), base, restoredFolder]);
    const restoredUrl = await machine.start(restoredFolder);
    const restored = connect(t, restoredUrl);
    await untilServes(restored);

    const { rows: found } = await restored.query<{ reference: string; status: string }>(
      'SELECT reference, status FROM orders ORDER BY created_at, reference',
    );
    assert.deepEqual(
      new Map(found.map(({ reference, status }) => [reference, status])),
      new Map([...before.map((one) => [one, 'confirmed'] as const), [paidAfter, 'pending_payment']]),
    );
    assert.equal(found.filter(({ reference }) => later.has(reference)).length, 0);
    assert.match(saidBy(await runCommand(environmentOn(restoredUrl), ['check'])), /^$/);

    // An order of before that was paid after: the product asks the gateway by itself.
    await startProduct(restoredUrl);
    const again = { app: { database: restored } } as unknown as TestApp;
    await restored.query('UPDATE orders SET next_look_up_at = now() WHERE reference = $1', [paidAfter]);
    await runSoon(again, 'ask_gateways');
    await untilStatus(again, paidAfter, 'confirmed');

    // An order of after is nobody's: the gateway has the money, its callback is taken, and nothing comes of it.
    assert.equal(await gateway.send(told), 200);
    await assert.rejects(storedOrder(again, lost), /there is no order/);
    assert.ok(gateway.payments.get(lost)?.transactions.some(({ status }) => status === 'success'));
    const show = await runCommand(environmentOn(restoredUrl), ['orders', 'show', lost]);
    assert.equal(show.code, 1);
    assert.match(saidBy(await runCommand(environmentOn(restoredUrl), ['check'])), /^$/);
  },
);

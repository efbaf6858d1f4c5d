import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { connectDatabase, type Database } from '../../src/db/database.ts';
import { migrate } from '../../src/db/migrate.ts';
import { addPaymentAccount } from '../../src/payments/payment-accounts.ts';
import { createSecretKeys } from '../../src/secrets/secret-keys.ts';
import { buy, runSoon, storedOrder, untilStatus } from '../harness/buy.ts';
import { debianBinaries } from '../harness/debian-postgres.ts';
import { startPaystackSimulator } from '../harness/gateways/paystack-simulator.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { ownPort } from '../harness/own-port.ts';
import { launch, makeDataDir, untilHealthy, type Program } from '../harness/program.ts';
import { noSpareMachine, openSpareMachine } from '../harness/spare-machine.ts';
import { LONG_TIMEOUTS } from '../harness/test-database.ts';
import type { TestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';
import { runCommand, saidBy } from '../program/run-command.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const binaries = await debianBinaries();
const missing = binaries ? noSpareMachine() : "Debian's package postgresql is not installed";

/** The page's commands for a PostgreSQL of one's own, but for those of systemd, which runs in no test, and with this machine's version. */
async function readCommands(version: string) {
  const page = await readFile(path.join(ROOT, 'docs/operating/backups.md'), 'utf8');
  const section = page.slice(page.indexOf('## A PostgreSQL of your own'));
  const blocks = [...section.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) =>
    block.replaceAll(/^systemctl .*$/gm, '').replaceAll(/(?<=postgresql\/|cluster )15\b/g, version),
  );
  assert.equal(blocks.length, 3);
  const [once = '', nightly = '', back = ''] = blocks;
  return { once, nightly, back };
}

/** Debian's PostgreSQL as its package leaves it, with settings of an operator, and the project beside it. */
async function openMachine(t: TestContext) {
  const { run } = await openSpareMachine(t);
  const version = path.basename(path.dirname(binaries ?? ''));
  const port = await ownPort();
  await run(`
    mkdir -p /opt/tessera && cp -R ${ROOT}/docs ${ROOT}/deploy /opt/tessera/
    rm -rf /etc/postgresql/* /var/lib/postgresql/*
    pg_createcluster --port ${port} ${version} main
    echo 'max_connections = 123' >/etc/postgresql/${version}/main/conf.d/mine.conf
    echo 'host tessera tessera 127.0.0.1/32 trust' >>/etc/postgresql/${version}/main/pg_hba.conf
    sed -i '/^host .*all.*scram/d' /etc/postgresql/${version}/main/pg_hba.conf`);
  return {
    run: (commands: string) => run(commands, '/opt/tessera'),
    version,
    url: `postgres://tessera@127.0.0.1:${port}/tessera`,
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
  { skip: missing ?? false },
  async (t) => {
    const machine = await openMachine(t);
    const commands = await readCommands(machine.version);
    await machine.run(commands.once);
    const asPostgres = `runuser -u postgres -- psql -c`;
    await machine.run(
      `${asPostgres} 'CREATE ROLE tessera LOGIN' && ${asPostgres} 'CREATE DATABASE tessera OWNER tessera'`,
    );
    const { url } = machine;
    const database = connect(t, url);
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
    const base = (await machine.run(commands.nightly)).trim();
    before.push(await sell(skus[0]), await sell(skus[0]));
    const paidAfter = await sell(skus[1]);

    const now = async (): Promise<string> => {
      const { rows } = await database.query<{ now: string }>('SELECT clock_timestamp()::text AS now');
      return rows[0]?.now ?? '';
    };
    const moment = await now();

    const later = new Set([await sell(skus[0]), await sell(skus[0])]);
    await gateway.pay(paidAfter);
    const lost = await sell(skus[1]);
    const told = await gateway.pay(lost);
    for (const reference of [paidAfter, lost]) await untilStatus(on, reference, 'confirmed');

    const end = await now();
    await sell(skus[0]);

    // The last of the log, which `archive_timeout` would have archived within a minute.
    await machine.run(`${asPostgres} 'SELECT pg_switch_wal()'`);
    program.child.kill('SIGKILL');
    await program.exited;

    // The server archives all that it has before it stops.
    const back = commands.back
      .replace('/var/backups/tessera/base-2026-11-17T03-00-00Z', base)
      .replace('2026-11-17 20:15:00+00', moment);
    assert.ok(back.includes(base) && back.includes(moment));
    const clusters = await machine.run(back);
    const port = /\bback +(\d+) +online/.exec(clusters)?.[1] ?? clusters;
    const restoredUrl = `postgres://tessera@127.0.0.1:${port}/tessera`;
    const restored = connect(t, restoredUrl);
    await untilServes(restored);
    const { rows: settings } = await restored.query('SHOW max_connections');
    assert.deepEqual(settings, [{ max_connections: '123' }], 'with the configuration of /etc');

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

    // A second try, to a later moment: by itself the server would follow the first one's history, in which nothing of `later` is.
    await machine.run(`${asPostgres} 'SELECT pg_switch_wal()' && pg_ctlcluster ${machine.version} back stop`);
    const restore = (words: string): Promise<string> =>
      machine.run(`sh docs/operating/backup/restore.sh ${base} ${words}`);
    await assert.rejects(restore(`again '${end}'`), /several histories/);
    await assert.rejects(restore(`again 'last night' current`), /write the moment like/);
    await assert.rejects(restore(`again '2020-01-01 00:00:00+00' current`), /before this base backup/);
    const left = await machine.run(`ls /etc/postgresql/${machine.version}`);
    assert.equal(left, 'back\nmain\n', 'a refused try leaves nothing');
    await restore(`again '${end}' current`);
    const all = await machine.run(`pg_ctlcluster ${machine.version} again start && pg_lsclusters`);
    const second = connect(
      t,
      `postgres://tessera@127.0.0.1:${/\bagain +(\d+) +online/.exec(all)?.[1] ?? all}/tessera`,
    );
    await untilServes(second);
    const { rowCount } = await second.query('SELECT FROM orders WHERE reference = ANY ($1)', [[...later]]);
    assert.equal(rowCount, later.size);
  },
);

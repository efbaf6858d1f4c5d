import assert from 'node:assert/strict';
import { mkdir, open, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { admitTicket } from '../../src/check-in/admit-ticket.ts';
import { connectDatabase, type Database } from '../../src/db/database.ts';
import { createSecretKeys, type SecretKeys } from '../../src/secrets/secret-keys.ts';
import { signTicketCode } from '../../src/tickets/ticket-code.ts';
import { buy } from '../harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { endAllIn } from '../harness/processes.ts';
import { launch, makeSeededDataDir, untilHealthy, type Program } from '../harness/program.ts';
import { LONG_TIMEOUTS } from '../harness/test-database.ts';
import type { TestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';
import { refusalOf, runCommand, saidBy } from './run-command.ts';

const BUYERS = 2;
// Enough that the copy begins in the midst of a sale.
const BEFORE_THE_COPY = 10;

let dataDir: string;
let folder: string;
let removeAll: () => Promise<void>;

before(async () => {
  const made = await makeSeededDataDir();
  ({ dataDir, remove: removeAll } = made);
  folder = path.join(dataDir, '..');
  await mkdir(path.join(folder, 'backups'));
});
after(() => removeAll());

/** Starts the program on a data folder; whatever becomes of the test, nothing of it is left running. */
async function run(t: TestContext, on: string): Promise<Program> {
  // Its buyers all come from here, and buy as fast as the machine can.
  const program = await launch({
    DATA_DIR: on,
    RATE_LIMIT_PER_ADDRESS: '1000000',
    RATE_LIMIT_PER_KEY: '1000000',
    HOLD_LIMIT_PER_ADDRESS: '1000000',
  });
  t.after(() => kill(program, on));
  await untilHealthy(program);
  return program;
}

async function kill(program: Program, on: string): Promise<void> {
  program.child.kill('SIGKILL');
  await program.exited;
  await endAllIn(on);
}

async function keysIn(of: string): Promise<SecretKeys> {
  return createSecretKeys(Buffer.from(await readFile(path.join(of, 'secret.key'), 'utf8'), 'hex'));
}

async function connect(t: TestContext, of: string): Promise<Database> {
  const url = await readFile(path.join(of, 'postgres.url'), 'utf8');
  const database = connectDatabase({ url, poolSize: 2, onIdleError: () => {}, ...LONG_TIMEOUTS });
  t.after(() => database.close());
  return database;
}

type Sale = { host: TestHost; eventId: string; slug: string; skus: string[] };

async function openSale(database: Database, secretKeys: SecretKeys): Promise<Sale> {
  const on = { app: { database }, secretKeys } as unknown as TestApp;
  const host = await makeHost(on);
  const ticketTypes = [{ priceMinor: 0, capacity: 1_000_000 }];
  return { host, ...(await makeEvent(on, host, { ticketTypes })) };
}

/** Buyers who buy one after the other, until they are told that it is over. Their orders are in the order they were acknowledged. */
function letBuy(program: Program, { host, slug, skus }: Sale) {
  const bought: { reference: string; receiptUrl: string }[] = [];
  const over = new AbortController();
  const buyer = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const { reference, receiptUrl } = await buy(program, host, {
        slug,
        items: [{ sku: skus[0], quantity: 1 }],
      });
      bought.push({ reference, receiptUrl: receiptUrl ?? '' });
    }
  };
  const all = Promise.all(Array.from({ length: BUYERS }, buyer));
  return {
    bought,
    async end() {
      over.abort();
      await all;
    },
  };
}

test('a backup made in mid-sale, and the program killed: all that was sold before it began is in the restored one', async (t) => {
  const program = await run(t, dataDir);
  const database = await connect(t, dataDir);
  const secretKeys = await keysIn(dataDir);
  const sale = await openSale(database, secretKeys);
  const buyers = letBuy(program, sale);
  await until('some orders', () => buyers.bought.length >= BEFORE_THE_COPY);

  const earlier = buyers.bought.slice();
  const made = await runCommand({ DATA_DIR: dataDir }, ['backup', path.join(folder, 'backups')]);
  const soldMeanwhile = buyers.bought.length - earlier.length;
  await buyers.end();
  await kill(program, dataDir);

  const said = saidBy(made);
  assert.match(said, /MB: the database and \d+ images\. Read back, and every checksum compared\./);
  assert.match(
    said,
    new RegExp(
      `The secret key is not in this file \\(${secretKeys.current.id}\\): to restore, you need a copy of .*secret\\.key`,
    ),
  );
  assert.ok(soldMeanwhile > 0, 'tickets were sold while it was made');
  const [name = '', ...others] = await readdir(path.join(folder, 'backups'));
  assert.deepEqual(others, [], 'nothing else is left');
  assert.match(name, /^tessera-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.gz$/);
  const file = path.join(folder, 'backups', name);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  assert.match(saidBy(await runCommand({}, ['restore', file, '--verify'])), /is complete: started at 20/);

  // A folder made of the backup is as it was told, with the key that was kept elsewhere.
  const restored = path.join(folder, 'restored');
  const key = path.join(folder, 'kept.key');
  await writeFile(key, await readFile(path.join(dataDir, 'secret.key')));
  const made2 = await runCommand({ DATA_DIR: restored }, [
    'restore',
    path.join(folder, 'backups'),
    '--secret-key-file',
    key,
  ]);
  assert.match(saidBy(made2), /with [\d,]+ orders, the last one at 20/);
  assert.match(saidBy(await runCommand({ DATA_DIR: restored }, ['check'])), /^$/);

  const again = await run(t, restored);
  const copy = await connect(t, restored);
  const { rows } = await copy.query<{ reference: string; serial: string }>(
    `SELECT o.reference, t.serial FROM orders AS o JOIN tickets AS t ON t.order_id = o.id
      WHERE o.event_id = $1 AND o.status = 'confirmed' ORDER BY o.reference`,
    [sale.eventId],
  );
  const found = new Set(rows.map(({ reference }) => reference));
  assert.deepEqual(
    earlier.filter(({ reference }) => !found.has(reference)),
    [],
    'orders that were acknowledged before the backup began',
  );
  const known = new Set(buyers.bought.map(({ reference }) => reference));
  assert.deepEqual(
    [...found].filter((reference) => !known.has(reference)).length <= BUYERS,
    true,
    'and no strangers',
  );

  // A code that was printed then opens the door now, with the key that was given back.
  const ticket = rows.find(({ reference }) => reference === earlier[0]?.reference);
  const code = signTicketCode(secretKeys.current, { eventId: sale.eventId, serial: ticket?.serial ?? '' });
  const restoredKeys = await keysIn(restored);
  const admitted = await admitTicket(copy, restoredKeys, { eventId: sale.eventId, code });
  assert.equal(admitted.outcome, 'admitted');
  const receipt = new URL(earlier[0]?.receiptUrl ?? '');
  assert.equal((await fetch(`${again.publicUrl}${receipt.pathname}`)).status, 200);

  // The same images, and the same shop: it goes on selling.
  const images = await readdir(path.join(dataDir, 'media'));
  assert.deepEqual((await readdir(path.join(restored, 'media'))).toSorted(), images.toSorted());
  const served = await fetch(`${again.publicUrl}/media/${images[0]}`);
  assert.deepEqual(
    Buffer.from(await served.arrayBuffer()),
    await readFile(path.join(dataDir, 'media', images[0] ?? '')),
  );
  const { status } = await buy(again, sale.host, {
    slug: sale.slug,
    items: [{ sku: sale.skus[0], quantity: 1 }],
  });
  assert.equal(status, 'confirmed');

  await t.test('into a folder that is in use, or full, nothing is restored', async () => {
    const inUse = refusalOf(
      await runCommand({ DATA_DIR: restored }, ['restore', file, '--secret-key-file', key]),
    );
    assert.match(inUse, /is in use by another Tessera \(process \d+\)/);
    const full = refusalOf(
      await runCommand({ DATA_DIR: dataDir }, ['restore', file, '--secret-key-file', key]),
    );
    assert.match(full, /is not empty \(.*\): name a new folder with --into, or move that one away first\.$/);
    assert.ok(await stat(path.join(dataDir, 'postgres/PG_VERSION')));
  });
});

test('a backup is made of a program that does not run, with the secrets if that is asked for; the folder may be a link', async () => {
  const file = path.join(folder, 'with-secrets.tar.gz');
  const made = await runCommand({ DATA_DIR: dataDir }, ['backup', file, '--with-secrets']);
  assert.match(saidBy(made), /! This file includes the secret key: anyone who has the file/);
  // An empty folder behind a link, as a volume may be mounted.
  const volume = path.join(folder, 'volume');
  const linked = path.join(folder, 'linked');
  await mkdir(volume);
  await symlink(volume, linked);
  saidBy(await runCommand({ DATA_DIR: linked }, ['restore', file]));
  assert.deepEqual(await keysIn(volume), await keysIn(dataDir));
  assert.equal((await stat(path.join(volume, 'secret.key'))).mode & 0o777, 0o600);
  assert.ok((await readdir(volume)).includes('demo.json'));
  assert.ok(!(await readdir(volume)).includes('restoring'));

  const again = refusalOf(await runCommand({ DATA_DIR: dataDir }, ['backup', file]));
  assert.match(again, /already exists: a backup never replaces a file\. Choose another name\.$/);
  const nowhere = refusalOf(await runCommand({ DATA_DIR: dataDir }, ['backup', path.join(folder, 'none/x')]));
  assert.match(nowhere, /^There is no folder .*none: make it first\.$/);

  // Damaged after it was made: found before anything is a product's, and nothing is left.
  const { size } = await stat(file);
  const handle = await open(file, 'r+');
  const byte = Buffer.alloc(1);
  await handle.read(byte, 0, 1, Math.floor(size / 2));
  byte[0] = (byte[0] ?? 0) ^ 0x40;
  await handle.write(byte, 0, 1, Math.floor(size / 2));
  await handle.close();
  const target = path.join(folder, 'of-damaged');
  assert.match(refusalOf(await runCommand({ DATA_DIR: target }, ['restore', file])), /is damaged: .*\.$/);
  assert.match(refusalOf(await runCommand({}, ['restore', file, '--verify'])), /is damaged: /);
  assert.ok(!(await readdir(folder)).includes('of-damaged'));
});

test('without its key, or with another, nothing is restored, and the line says which is missing', async () => {
  const target = path.join(folder, 'keyless');
  const { current } = await keysIn(dataDir);
  const source = path.join(folder, 'backups');
  const without = refusalOf(await runCommand({ DATA_DIR: target }, ['restore', source]));
  assert.match(
    without,
    new RegExp(`^The backup needs secret key ${current.id}: without it nobody can open .* --secret-key-file`),
  );
  const wrong = refusalOf(
    await runCommand({ DATA_DIR: target, SECRET_KEY: '0'.repeat(64) }, ['restore', source]),
  );
  assert.match(
    wrong,
    new RegExp(`needs secret key ${current.id}, and the one that was given is [0-9a-f]{12}:`),
  );
  assert.ok(!(await readdir(folder)).includes('keyless'));
});

test('a restore that was cut short is no product: the start says so, and another restore begins anew', async () => {
  const target = path.join(folder, 'cut-short');
  await mkdir(path.join(target, 'restoring/postgres'), { recursive: true });
  const started = await runCommand({ DATA_DIR: target, PORT: '1' }, ['seed']);
  assert.match(refusalOf(started), /holds an unfinished restore: empty the folder, and restore again\.$/);
  const source = path.join(folder, 'backups');
  const SECRET_KEY = (await keysIn(dataDir)).current.bytes.toString('hex');
  saidBy(await runCommand({ SECRET_KEY }, ['restore', source, '--into', target]));
  assert.deepEqual((await readdir(target)).toSorted(), [
    'lock',
    'media',
    'owner.pid',
    'postgres',
    'postgres.password',
  ]);
});

test('with DATABASE_URL both commands do nothing, with one line and code 2', async () => {
  const external = {
    ENVIRONMENT: 'development',
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    SECRET_KEY: '0'.repeat(64),
  };
  for (const words of [
    ['backup', folder],
    ['restore', path.join(folder, 'backups')],
  ]) {
    const { code, stdout, stderr } = await runCommand(external, words);
    assert.equal(code, 2);
    assert.equal(stdout, '');
    assert.match(
      stderr,
      /^\ntessera: DATABASE_URL is set: .* docs\/operating\/backups\.md\. Nothing was done\.\n$/,
    );
  }
});

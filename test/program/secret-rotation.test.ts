import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { OPERATOR } from '../../src/audit/actor.ts';
import { addSubscription } from '../../src/webhooks/subscriptions/add-subscription.ts';
import { createGuard } from '../../src/webhooks/delivery/guard.ts';
import { verifyWebhook } from '../../packages/client/src/webhooks.ts';
import { createSecretKeys } from '../../src/secrets/secret-keys.ts';
import { admitTicket } from '../../src/check-in/admit-ticket.ts';
import { loadOrderTickets } from '../../src/tickets/load-order-tickets.ts';
import { buy, pay, storedOrder, untilStatus } from '../harness/buy.ts';
import { ask } from '../harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { launch, makeDataDir, untilHealthy } from '../harness/program.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';
import { startReceiver, type Receiver } from '../webhooks/receiver.ts';
import { besideOf, refusalOf, runCommand, saidBy } from './run-command.ts';

const [OLD, NEXT] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')];
const idOf = (hex: string): string => createSecretKeys(Buffer.from(hex, 'hex')).current.id;
const AT_FIRST = { SECRET_KEY: OLD };
const ANNOUNCED = { SECRET_KEY: OLD, ACCEPTED_SECRET_KEYS: NEXT };
const CHANGED = { SECRET_KEY: NEXT, ACCEPTED_SECRET_KEYS: OLD };
const AT_LAST = { SECRET_KEY: NEXT };

let first: TestApp;
let host: TestHost;
let event: { eventId: string; slug: string; skus: string[] };
let receiver: Receiver;
let closeReceiver: () => Promise<void>;
before(async () => {
  first = await startTestApp({ environment: AT_FIRST });
  host = await makeHost(first);
  event = await makeEvent(first, host, { ticketTypes: [{}, { priceMinor: 0 }] });
  await makeEvent(first, host);
  receiver = await startReceiver({ after: (work) => void (closeReceiver = work as () => Promise<void>) });
  const guard = createGuard({ allow: [receiver.address] });
  await addSubscription(
    { database: first.app.database, guard },
    { hostId: host.hostId, actor: OPERATOR, slug: event.slug, url: receiver.url },
  );
  // Its part is over: what is sold from now on is sold by processes that are started by their key.
  await first.app.close();
});
after(async () => {
  await closeReceiver();
  await first.close();
});

async function start(environment: Record<string, string>): Promise<TestApp> {
  return startTestApp({ on: first, environment: { ...environment, WEBHOOK_ALLOW: receiver.address } });
}

/** Buys a free ticket at one process, and gives the code that it prints. */
async function printAt(on: TestApp): Promise<string> {
  const { reference } = await buy(on, host, {
    slug: event.slug,
    items: [{ sku: event.skus[1], quantity: 1 }],
  });
  const { id } = await storedOrder(on, reference);
  const found = await loadOrderTickets(on.app.database, on.secretKeys, { orderId: id });
  assert(found?.tickets[0]);
  return found.tickets[0].code;
}

const admitAt = async (on: TestApp, code: string): Promise<string> =>
  (await admitTicket(on.app.database, on.secretKeys, { eventId: event.eventId, code })).outcome;

/** Waits until the receiver has heard of every purchase, whichever process told it. */
const untilTold = (): Promise<unknown> =>
  until('every purchase to be told of', async () => {
    const { rowCount } = await first.testDatabase.database.query(
      `SELECT 1 FROM webhook_deliveries WHERE status <> 'delivered'`,
    );
    return rowCount === 0;
  });

const cursorOf = async (on: TestApp): Promise<string> =>
  String((await ask(on, '/events?limit=1', { key: host })).body.data.nextCursor);

const statusWith = async (on: TestApp, cursor: string): Promise<number> =>
  (await ask(on, `/events?limit=1&cursor=${cursor}`, { key: host })).status;

test('a change from one secret key to the next, process by process, while tickets are sold', async (t) => {
  const printedAtFirst = await start(AT_FIRST).then(async (on) => {
    const code = await printAt(on);
    await untilTold();
    await on.close();
    return code;
  });

  // The second process is ahead of the first, all the time.
  const [announced, changed] = [await start(ANNOUNCED), await start(CHANGED)];
  t.after(() => Promise.all([announced.close(), changed.close()]));
  const printed = [printedAtFirst];
  for (const [one, other] of [
    [announced, changed],
    [changed, announced],
  ] as const) {
    assert.equal(await statusWith(other, await cursorOf(one)), 200, 'a page turned at the other process');
    const code = await printAt(one);
    printed.push(code);
    assert.equal(await admitAt(other, await printAt(one)), 'admitted');
    const paid = await buy(one, host, {
      slug: event.slug,
      items: [{ sku: event.skus[0], quantity: 1 }],
    });
    // Any of the two does the job of telling the shop.
    await pay(paid.checkoutUrl);
    await untilStatus(one, paid.reference, 'confirmed');
    await makeHost(one);
  }

  const list = await runCommand({ ...besideOf(first), ...CHANGED }, ['secrets', 'list']);
  assert.match(saidBy(list), new RegExp(`${idOf(NEXT)}  current .*seals 1, tickets of 1 events`));
  assert.match(saidBy(list), new RegExp(`${idOf(OLD)}  accepted .*seals 2, tickets of 1 events`));
  const early = await runCommand({ ...besideOf(first), ...AT_LAST }, ['seed']);
  assert.match(refusalOf(early), new RegExp(`^SECRET_KEY: 2 of .* sealed under key ${idOf(OLD)}`));

  const rotated = await runCommand({ ...besideOf(first), ...CHANGED }, ['secrets', 'rotate', '--json']);
  assert.partialDeepStrictEqual(JSON.parse(rotated.stdout), { keyId: idOf(NEXT), count: 2, unopened: [] });
  await printAt(announced);

  const cursor = await cursorOf(announced);
  const last = await start(AT_LAST);
  t.after(() => last.close());
  await untilTold();
  await Promise.all([announced.close(), changed.close()]);
  await printAt(last);
  assert.deepEqual(
    await Promise.all(printed.map((code) => admitAt(last, code))),
    ['admitted', 'admitted', 'admitted'],
    'the old key is gone, and what it printed is as good as ever',
  );
  assert.equal(await statusWith(last, cursor), 400, 'a list is begun anew');

  await untilTold();
  assert.ok(receiver.received.length >= 9, 'purchases at every process');
  for (const { raw, headers } of receiver.received) {
    const signature = String(headers['x-service-signature']);
    assert.equal(await verifyWebhook(raw, signature, host.privateKey), true);
  }

  const distrusted = await runCommand({ ...besideOf(first), ...AT_LAST }, ['secrets', 'distrust', idOf(OLD)]);
  assert.match(
    saidBy(distrusted),
    new RegExp(`key ${idOf(OLD)} is distrusted: .* of 1 events, no longer admit anyone`),
  );
  await last.app.database.query('UPDATE tickets SET used_at = NULL');
  assert.deepEqual(await Promise.all(printed.map((code) => admitAt(last, code))), [
    'unknown',
    'unknown',
    'admitted',
  ]);
  const back = await runCommand({ ...besideOf(first), ...CHANGED, SECRET_KEY: OLD }, ['seed']);
  assert.match(refusalOf(back), /^SECRET_KEY is key [0-9a-f]{12}, which was distrusted/);
});

test('the secrets command says in one line what it can’t do', async () => {
  const run = (...words: string[]) => runCommand({ ...besideOf(first), ...CHANGED }, ['secrets', ...words]);
  assert.match(refusalOf(await run('distrust')), /^secrets distrust takes one key's id\.$/);
  assert.match(refusalOf(await run('rotate', 'now')), /^secrets rotate takes nothing more\.$/);
  assert.match(refusalOf(await run('distrust', idOf(NEXT))), /is the current key/);
  assert.match(refusalOf(await run('distrust', NEXT)), /^There is no secret key/);
  const help = await run('help');
  assert.match(help.stdout, /list .*\n.*rotate .*\n.*distrust <id>/);
});

test('the embedded database’s keys are lines of a file, the current one first', async (t) => {
  const { dataDir, remove } = await makeDataDir();
  const secrets = (...words: string[]) => runCommand({ DATA_DIR: dataDir }, ['secrets', ...words]);
  const program = await launch({ DATA_DIR: dataDir, DEMO: 'off' });
  t.after(async () => {
    program.child.kill('SIGINT');
    await program.exited;
    await remove();
  });
  await untilHealthy(program);
  const file = path.join(dataDir, 'secret.key');
  const made = (await readFile(file, 'utf8')).trim();
  await writeFile(file, `${NEXT}\n${made}\n`);
  await chmod(file, 0o600);
  const said = saidBy(await secrets('list'));
  assert.match(said, new RegExp(`${idOf(NEXT)}  current  .*no process has started with it yet`));
  const tooSoon = refusalOf(await secrets('rotate'));
  assert.equal(
    tooSoon,
    `No process has started with SECRET_KEY (key ${idOf(NEXT)}) yet: restart every process with it, then rotate.`,
  );
  assert.match(said, new RegExp(`${idOf(made)}  accepted `));
  await writeFile(file, `${NEXT}\n${made.slice(1)}\n`);
  const line = refusalOf(await secrets('list'));
  assert.equal(line, `${file} must have 64 hexadecimal digits a line, the current key first.`);
});

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { until } from '../harness/until.ts';
import { referenceOf, startReceiver } from './receiver.ts';
import { makeWorld, type World } from './world.ts';

// A hanging receiver hangs until the test is over: what happens beside it happens in spite of it.
const LONG_TIMEOUTS = { retryDelaysMs: [1_000], attemptLimitMs: 600_000, budgetMs: 600_000 };

/** Receivers that take a connection and never say a word. */
async function startHanging(t: TestContext, count: number): Promise<string[]> {
  const servers = Array.from({ length: count }, () =>
    createServer((socket) => void socket.on('error', () => {}).resume()),
  );
  t.after(() => {
    for (const server of servers) server.close();
  });
  return Promise.all(
    servers.map(async (server) => {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return `127.0.0.1:${(server.address() as AddressInfo).port}`;
    }),
  );
}

async function smuggle(world: World, eventId: string, addresses: string[]): Promise<void> {
  for (const address of addresses)
    await world.database.query('INSERT INTO webhook_subscriptions (id, event_id, url) VALUES ($1, $2, $3)', [
      randomUUID(),
      eventId,
      new URL(`http://${address}`).href,
    ]);
}

async function countOf(world: World, where: string): Promise<number> {
  const { rows } = await world.database.query<{ count: number }>(
    `SELECT count(*) AS count FROM webhook_deliveries WHERE ${where}`,
  );
  return rows[0]?.count ?? 0;
}

test('beside 1,000 receivers that hang, with more waiting for each, a healthy one hears of every purchase', async (t) => {
  const world = await makeWorld(t);
  const healthy = await startReceiver(t);
  const hanging = await startHanging(t, 1_000);
  const [good, bad] = [await world.sell(0), await world.sell(0)];
  await world.subscribe(good, healthy);
  await smuggle(world, bad.eventId, hanging);
  await world.startDeliverer({ allow: [healthy.address, ...hanging], schedule: LONG_TIMEOUTS });
  for (let number = 0; number < 5; number++) await world.buy(bad);
  await until(
    'every one of them to be tried',
    async () => (await countOf(world, 'attempts > 0')) >= 1_000,
    60_000,
  );
  for (let number = 0; number < 100; number++) await world.buy(good);
  await until('the healthy one to have heard all', () => healthy.received.length === 100, 60_000);
  const { rows } = await world.database.query('SELECT 1 FROM webhook_attempts WHERE status_code IS NULL');
  assert.equal(rows.length, 0, 'and all the while not one of the others has come to an end');
  assert.ok((await countOf(world, `status = 'pending' AND attempts = 0`)) > 0, 'some of theirs still wait');
});

test('beside 100 subscriptions that hang at the same host and port, a healthy one hears of every purchase', async (t) => {
  const world = await makeWorld(t);
  const service = await startReceiver(t, (response, { path }) => {
    if (!path.startsWith('/hang')) response.end();
  });
  const heardAt = (prefix: string) => service.received.filter(({ path }) => path.startsWith(prefix));
  const [good, bad] = [await world.sell(0), await world.sell(0)];
  await world.subscribe(good, service);
  const hanging = Array.from({ length: 100 }, (_, number) => `${service.address}/hang${number}`);
  await smuggle(world, bad.eventId, hanging);
  await world.startDeliverer({ allow: [service.address], schedule: LONG_TIMEOUTS });
  for (let number = 0; number < 10; number++) await world.buy(bad);
  await until(
    'every one of them to be tried',
    () => new Set(heardAt('/hang').map(({ path }) => path)).size === 100,
    60_000,
  );
  for (let number = 0; number < 100; number++) await world.buy(good);
  await until('the healthy one to have heard all', () => heardAt('/hook').length === 100, 60_000);
  const { rows } = await world.database.query('SELECT 1 FROM webhook_attempts WHERE status_code IS NULL');
  assert.equal(rows.length, 0, 'and all the while not one of the others has come to an end');
  assert.ok(heardAt('/hang').length < 1_000, 'some of theirs still wait for a slot');
});

test('one receiver that hangs with thousands waiting occupies its share and no more', async (t) => {
  const world = await makeWorld(t);
  const healthy = await startReceiver(t);
  const [dead = ''] = await startHanging(t, 1);
  const [good, bad] = [await world.sell(0), await world.sell(0)];
  await world.subscribe(good, healthy);
  await smuggle(world, bad.eventId, [dead]);
  const { orderId } = await world.buy(bad);
  await world.database.query('SELECT record_deliveries(ARRAY[$1::uuid]) FROM generate_series(1, 3000)', [
    orderId,
  ]);
  await world.startDeliverer({ allow: [healthy.address, dead], schedule: LONG_TIMEOUTS });
  await until('it to be tried', async () => (await countOf(world, 'attempts > 0')) > 0);
  for (let number = 0; number < 100; number++) await world.buy(good);
  await until('the healthy one to have heard all', () => healthy.received.length === 100, 60_000);
  // Deliveries taken ahead of their turn go back to the database, once it is clear that their turn will not come soon.
  const held = await until('its share to be all it holds', async () => {
    const count = await countOf(world, `status = 'pending' AND leased_by IS NOT NULL`);
    return count <= 64 && count;
  });
  assert.ok(held > 0);
});

test('several processes share the work, and none of it is done twice', async (t) => {
  const world = await makeWorld(t);
  const receiver = await startReceiver(t);
  const event = await world.sell(0);
  await world.subscribe(event, receiver);
  for (let number = 0; number < 3; number++) await world.startDeliverer({ allow: [receiver.address] });
  const bought = await Promise.all(Array.from({ length: 300 }, () => world.buy(event)));
  await until(
    'all to be delivered',
    async () => (await countOf(world, `status = 'delivered'`)) === 300,
    60_000,
  );
  const heard = receiver.received.map(referenceOf).sort();
  assert.deepEqual(heard, bought.map(({ reference }) => reference).sort());
});

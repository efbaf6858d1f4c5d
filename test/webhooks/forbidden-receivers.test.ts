import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { OPERATOR } from '../../src/audit/actor.ts';
import { addSubscription } from '../../src/webhooks/subscriptions/add-subscription.ts';
import { createGuard } from '../../src/webhooks/delivery/guard.ts';
import { startNameServer } from './name-server.ts';
import { FAST, makeWorld, untilEnded, type World } from './world.ts';

const PUBLIC = '93.184.216.34';
const ONE_RETRY = { ...FAST, retryDelaysMs: [1] };

/** A socket on every loopback address of this machine that must see nobody. */
async function startSentinel(t: TestContext): Promise<{ port: number; visits: () => number }> {
  let visits = 0;
  const listener = createServer((socket) => {
    visits++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => listener.listen({ port: 0, host: '::', ipv6Only: false }, resolve));
  t.after(() => new Promise((resolve) => listener.close(resolve)));
  return { port: (listener.address() as AddressInfo).port, visits: () => visits };
}

/** A subscription that is in the database whatever registration would have said. */
async function smuggle(world: World, eventId: string, url: string): Promise<void> {
  await world.database.query('INSERT INTO webhook_subscriptions (id, event_id, url) VALUES ($1, $2, $3)', [
    randomUUID(),
    eventId,
    url,
  ]);
}

async function failuresOf(world: World): Promise<{ url: string; failure: string | null }[]> {
  const { rows } = await world.database.query<{ url: string; failure: string | null }>(
    `SELECT s.url, d.failure FROM webhook_deliveries AS d JOIN webhook_subscriptions AS s ON s.id = d.subscription_id`,
  );
  return rows;
}

test('the sentinel sees a connection that is allowed: what it does not see elsewhere was not there', async (t) => {
  const world = await makeWorld(t);
  const sentinel = await startSentinel(t);
  const event = await world.sell(0);
  await smuggle(world, event.eventId, `http://127.0.0.1:${sentinel.port}/`);
  await world.startDeliverer({ allow: [`127.0.0.1:${sentinel.port}`], schedule: ONE_RETRY });
  await world.buy(event);
  await untilEnded(world.database);
  assert.ok(sentinel.visits() > 0);
});

test('an address in the URL is judged at every attempt, however it is written', async (t) => {
  const world = await makeWorld(t);
  const sentinel = await startSentinel(t);
  const event = await world.sell(0);
  const hosts = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '0.0.0.0',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::7f00:1]',
    '[64:ff9b::7f00:1]',
    'user:secret@127.0.0.1',
  ];
  for (const host of hosts) {
    await smuggle(world, event.eventId, `https://${host}:${sentinel.port}/${hosts.indexOf(host)}`);
    await smuggle(world, event.eventId, `http://${host}:${sentinel.port}/${hosts.indexOf(host)}`);
  }
  // Leave for another port is no leave.
  await world.startDeliverer({ allow: ['127.0.0.1:1', '[::1]:1'], schedule: ONE_RETRY });
  await world.buy(event);
  await untilEnded(world.database);
  const failures = await failuresOf(world);
  assert.equal(failures.length, 2 * hosts.length);
  for (const { url, failure } of failures) assert.match(failure ?? '', /Not sent: The /, url);
  assert.equal(sentinel.visits(), 0);
});

test('a name is judged by all its addresses at every connection: one forbidden among them is enough', async (t) => {
  const world = await makeWorld(t);
  const sentinel = await startSentinel(t);
  const addresses: Record<string, string[]> = {
    'loopback.test': ['127.0.0.1'],
    'loopback-six.test': ['::1'],
    'mixed.test': [PUBLIC, '127.0.0.1'],
    'mixed-families.test': [PUBLIC, '::1'],
    'mapped.test': ['::ffff:127.0.0.1'],
    'private.test': ['10.0.0.1'],
    'metadata.test': ['169.254.169.254'],
    'nowhere.test': ['0.0.0.0'],
    'unique-local.test': ['fd00::1'],
  };
  const names = await startNameServer(t, (name) => addresses[name] ?? []);
  const event = await world.sell(0);
  for (const name of Object.keys(addresses))
    await smuggle(world, event.eventId, `https://${name}:${sentinel.port}/`);
  await world.startDeliverer({ nameServers: [names.address], schedule: ONE_RETRY });
  await world.buy(event);
  await untilEnded(world.database);
  for (const { url, failure } of await failuresOf(world))
    assert.match(failure ?? '', /Not sent: The name points to a forbidden address\./, url);
  assert.equal(sentinel.visits(), 0);
  for (const name of Object.keys(addresses)) {
    const looks = names.asked.filter((question) => question === `A ${name}`).length;
    // A client that waits long for an answer asks the name server once more.
    assert.ok(looks >= 2, `${name} was asked for at each of two attempts`);
  }
});

test('a public name is handed to the connection with all its addresses, in either form that node asks for', async (t) => {
  const names = await startNameServer(t, () => [PUBLIC, '2606:2800:220:1::1']);
  const { lookup } = createGuard({ allow: [], nameServers: [names.address] });
  const look = (all: boolean) =>
    new Promise((resolve, reject) => {
      lookup('public.test', { all }, (error, ...found) => (error ? reject(error) : resolve(found)));
    });
  assert.deepEqual(await look(true), [
    [
      { address: PUBLIC, family: 4 },
      { address: '2606:2800:220:1::1', family: 6 },
    ],
  ]);
  assert.deepEqual(await look(false), [PUBLIC, 4]);
});

test('a name that was public when it was registered and is not any more reaches nothing', async (t) => {
  const world = await makeWorld(t);
  const sentinel = await startSentinel(t);
  const names = await startNameServer(t, (_name, time) => [time === 1 ? PUBLIC : '127.0.0.1']);
  const guard = createGuard({ allow: [], nameServers: [names.address] });
  const event = await world.sell(0);
  const url = `https://rebound.test:${sentinel.port}/`;
  await addSubscription(
    { database: world.database, guard },
    { hostId: event.host.hostId, actor: OPERATOR, slug: event.slug, url },
  );
  await world.startDeliverer({ nameServers: [names.address], schedule: ONE_RETRY });
  await world.buy(event);
  await untilEnded(world.database);
  const [only] = await failuresOf(world);
  assert.match(only?.failure ?? '', /Not sent: The name points to a forbidden address\./);
  assert.equal(sentinel.visits(), 0);
});

test('an address that may not be reached is not registered either', async (t) => {
  const world = await makeWorld(t);
  const names = await startNameServer(t, (name) => {
    const known: Record<string, string[]> = {
      'public.test': [PUBLIC],
      'both.test': [PUBLIC, '2606:2800:220:1::1'],
      'loopback.test': ['127.0.0.1'],
      'mixed.test': [PUBLIC, '192.168.1.1'],
      'mixed-families.test': [PUBLIC, 'fe80::1'],
    };
    return known[name] ?? [];
  });
  const guard = createGuard({ allow: [], nameServers: [names.address] });
  const event = await world.sell(0);
  const add = (url: string) =>
    addSubscription(
      { database: world.database, guard },
      { hostId: event.host.hostId, actor: OPERATOR, slug: event.slug, url },
    );
  for (const [url, message] of [
    ['https://loopback.test/', /public address/],
    ['https://mixed.test/', /public address/],
    ['https://mixed-families.test/', /public address/],
    ['https://127.0.0.1/', /public address/],
    ['https://2130706433/', /public address/],
    ['https://[::1]/', /public address/],
    ['https://localhost/', /can't be found/],
    ['https://localhost./', /can't be found/],
    ['https://169.254.169.254/latest/meta-data/', /public address/],
    ['http://public.test/', /HTTPS/],
    ['https://me:you@public.test/', /user/],
    ['https://unknown.test/', /can't be found/],
  ] as const) {
    await assert.rejects(add(url), { code: 'validation_failed', message }, url);
  }
  assert.equal((await add('https://public.test/hook')).url, 'https://public.test/hook');
  assert.equal((await add('https://both.test/hook')).url, 'https://both.test/hook');
});

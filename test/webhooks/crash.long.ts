import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { test, type TestContext } from 'node:test';
import { OPERATOR } from '../../src/audit/actor.ts';
import { listDeliveries } from '../../src/webhooks/delivery/list-deliveries.ts';
import { sendTest } from '../../src/webhooks/delivery/send-test.ts';
import { until } from '../harness/until.ts';
import { referenceOf, startReceiver } from './receiver.ts';
import { deliveryRows, FAST, makeWorld, untilEnded, type World } from './world.ts';

async function forkDeliverer(t: TestContext, world: World, allow: string[]): Promise<ChildProcess> {
  const child = fork(new URL('killed-deliverer.fixture.ts', import.meta.url), [
    world.url,
    world.secretKeys.current.bytes.toString('hex'),
    ...allow,
  ]);
  t.after(() => child.kill('SIGKILL'));
  await once(child, 'message');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

test('a purchase that was committed while nobody delivered is delivered when somebody does', async (t) => {
  const world = await makeWorld(t);
  const receiver = await startReceiver(t);
  const event = await world.sell(0);
  await world.subscribe(event, receiver);
  const { reference } = await world.buy(event);
  assert.partialDeepStrictEqual(await deliveryRows(world.database), [
    { status: 'pending', attempts: 0, reference },
  ]);
  await world.startDeliverer({ allow: [receiver.address] });
  assert.partialDeepStrictEqual(await untilEnded(world.database), [{ status: 'delivered', attempts: 1 }]);
});

test('a process killed with SIGKILL in the middle of an attempt: another goes on, with the same bytes and signature', async (t) => {
  const world = await makeWorld(t);
  const receiver = await startReceiver(t, (response, { headers }) => {
    // The first attempt hangs, and its process dies over it.
    if (headers['x-service-attempt'] !== '1') response.end();
  });
  const event = await world.sell(300_000);
  await world.subscribe(event, receiver);
  const child = await forkDeliverer(t, world, [receiver.address]);
  await world.buy(event);
  await until('the attempt', () => receiver.received.length === 1);
  const recordedStart = async (): Promise<Date | undefined> => {
    const { rows } = await world.database.query<{ at: Date }>(
      'SELECT first_attempt_at AS at FROM webhook_deliveries',
    );
    return rows[0]?.at;
  };
  const startedAt = await recordedStart();
  assert.ok(startedAt);
  await world.startDeliverer({ allow: [receiver.address] });
  await kill(child);
  assert.partialDeepStrictEqual(await untilEnded(world.database), [{ status: 'delivered', attempts: 2 }]);
  assert.deepEqual(await recordedStart(), startedAt);
  const [first, second] = receiver.received;
  assert.deepEqual(second?.raw, first?.raw);
  assert.equal(second?.headers['x-service-signature'], first?.headers['x-service-signature']);
  const [logged] = await listDeliveries(world.database, {
    hostId: event.host.hostId,
    slug: event.slug,
    limit: 1,
  });
  assert.partialDeepStrictEqual(logged?.attempts, [
    { attempt: 1, durationMs: null, statusCode: null },
    { attempt: 2, statusCode: 200 },
  ]);
  assert.match(logged?.attempts[0]?.error ?? '', /killed/);
});

test('after a kill the budget goes on from the recorded start: what is too old is given up, with the reason', async (t) => {
  const world = await makeWorld(t);
  const receiver = await startReceiver(t, () => {});
  const event = await world.sell(0);
  await world.subscribe(event, receiver);
  const child = await forkDeliverer(t, world, [receiver.address]);
  await world.buy(event);
  await until('the attempt', () => receiver.received.length === 1);
  await kill(child);
  await world.database.query(
    `UPDATE webhook_deliveries SET first_attempt_at = now() - interval '61 seconds'`,
  );
  await world.startDeliverer({ allow: [receiver.address], schedule: FAST });
  assert.partialDeepStrictEqual(await untilEnded(world.database), [
    {
      status: 'failed',
      attempts: 1,
      failure: 'Given up after 1 attempt. Its process was killed, and its time was up.',
    },
  ]);
  assert.equal(receiver.received.length, 1);
});

test('a test whose process is killed is not sent again', async (t) => {
  const world = await makeWorld(t);
  const receiver = await startReceiver(t, () => {});
  const event = await world.sell(0);
  const subscriptionId = await world.subscribe(event, receiver);
  const child = await forkDeliverer(t, world, [receiver.address]);
  await world.database.transaction((tx) =>
    sendTest(tx, { hostId: event.host.hostId, actor: OPERATOR, subscriptionId }),
  );
  await until('the attempt', () => receiver.received.length === 1);
  await kill(child);
  await world.startDeliverer({ allow: [receiver.address] });
  assert.partialDeepStrictEqual(await untilEnded(world.database), [{ status: 'failed', attempts: 1 }]);
  assert.equal(receiver.received.length, 1);
});

test('killed in the middle of a sale: every purchase is delivered all the same', async (t) => {
  const world = await makeWorld(t);
  const receiver = await startReceiver(t);
  const event = await world.sell(0);
  await world.subscribe(event, receiver);
  const child = await forkDeliverer(t, world, [receiver.address]);
  const buying = Promise.all(Array.from({ length: 200 }, () => world.buy(event)));
  await until('the sale to be under way', () => receiver.received.length > 20);
  await kill(child);
  const bought = await buying;
  await world.startDeliverer({ allow: [receiver.address] });
  await until('all to be delivered', async () => {
    const rows = await deliveryRows(world.database);
    return rows.length === 200 && rows.every(({ status }) => status === 'delivered');
  });
  const heard = new Set(receiver.received.map(referenceOf));
  assert.deepEqual([...heard].sort(), bought.map(({ reference }) => reference).sort());
});

test('a process that is stopped gives back what hangs, and another sends it as if nothing had been', async (t) => {
  const world = await makeWorld(t);
  let isUp = false;
  const receiver = await startReceiver(t, (response) => void (isUp && response.end()));
  const event = await world.sell(0);
  await world.subscribe(event, receiver);
  const first = await world.startDeliverer({
    allow: [receiver.address],
    schedule: { ...FAST, attemptLimitMs: 60_000 },
  });
  await world.buy(event);
  await until('the attempt', () => receiver.received.length === 1);
  await first.stop();
  assert.partialDeepStrictEqual(await deliveryRows(world.database), [
    { status: 'pending', attempts: 0, leased_by: null },
  ]);
  isUp = true;
  await world.startDeliverer({ allow: [receiver.address] });
  assert.partialDeepStrictEqual(await untilEnded(world.database), [{ status: 'delivered', attempts: 1 }]);
  assert.deepEqual(receiver.received[1]?.raw, receiver.received[0]?.raw);
});

test('every database connection cut in mid-sale: deliveries go on by themselves', async (t) => {
  const world = await makeWorld(t);
  const receiver = await startReceiver(t);
  const event = await world.sell(0);
  await world.subscribe(event, receiver);
  await world.startDeliverer({ allow: [receiver.address] });
  // Often enough to hit a connection between two statements too.
  for (let round = 0; round < 20; round++) {
    await Promise.all(Array.from({ length: 10 }, () => world.buy(event)));
    await world.database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
          AND (query LIKE '%webhook%' OR state = 'idle in transaction')`,
    );
  }
  await until('all to be delivered', async () => {
    const rows = await deliveryRows(world.database);
    return rows.length === 200 && rows.every(({ status }) => status === 'delivered');
  });
});

test('a purchase that can be made into no body is given up with its reason, and the rest flows', async (t) => {
  const world = await makeWorld(t);
  const receiver = await startReceiver(t);
  const [event, keyless] = [await world.sell(0), await world.sell(0)];
  await world.subscribe(event, receiver);
  await world.subscribe(keyless, { url: `http://${receiver.address}/keyless`, address: receiver.address });
  const poison = await world.buy(event);
  await world.database.query('UPDATE orders SET total_minor = 9007199254740993 WHERE id = $1', [
    poison.orderId,
  ]);
  const unreadable = await world.buy(keyless);
  await world.database.query(`UPDATE hosts SET private_key_ciphertext = '\\x00' WHERE id = $1`, [
    keyless.host.hostId,
  ]);
  const good = [await world.buy(event), await world.buy(event)];
  const deliverer = await world.startDeliverer({ allow: [receiver.address] });
  const rows = await untilEnded(world.database);
  const ends = new Map(
    rows.map(({ reference, status, attempts, failure }) => [reference, { status, attempts, failure }]),
  );
  for (const { reference } of good) assert.equal(ends.get(reference)?.status, 'delivered');
  for (const { reference } of [poison, unreadable]) {
    assert.partialDeepStrictEqual(ends.get(reference), { status: 'failed', attempts: 5 });
    assert.match(
      ends.get(reference)?.failure ?? '',
      /^Given up after 5 attempts\. Not sent: the body could not be made/,
    );
  }
  assert.deepEqual(receiver.received.map(referenceOf).sort(), good.map(({ reference }) => reference).sort());
  assert.deepEqual(
    deliverer.log.filter(({ level }) => level === 'error'),
    [],
  );
});

test('neither a private key nor what a URL or a buyer says gets into the log; no key is in a table', async (t) => {
  const world = await makeWorld(t);
  const receiver = await startReceiver(t, (response) => response.writeHead(500).end('canary-answer'));
  const event = await world.sell(0);
  await world.subscribe(event, {
    url: `http://${receiver.address}/canary-path?token=canary-token`,
    address: receiver.address,
  });
  const deliverer = await world.startDeliverer({
    allow: [receiver.address],
    schedule: { ...FAST, retryDelaysMs: [] },
  });
  await world.buy(event, { metadata: '{"secret":"canary-metadata"}' });
  await untilEnded(world.database);
  await until('it to be logged', () => deliverer.log.length > 0);
  const log = JSON.stringify(deliverer.log);
  for (const secret of [
    event.host.privateKey,
    'canary',
    'ada@buyer.example',
    String(receiver.received[0]?.headers['x-service-signature']),
  ])
    assert.ok(!log.includes(secret), secret);
  for (const table of ['webhook_subscriptions', 'webhook_deliveries', 'webhook_bodies', 'webhook_attempts']) {
    const { rows } = await world.database.query<{ row: unknown }>(
      `SELECT row_to_json(t) AS row FROM ${table} AS t`,
    );
    assert.ok(rows.length > 0, table);
    assert.ok(!JSON.stringify(rows).includes(event.host.privateKey), table);
  }
});

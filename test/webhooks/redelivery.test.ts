import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPERATOR } from '../../src/audit/actor.ts';
import { rotatePrivateKey } from '../../src/hosts/keys/private-key.ts';
import { forgetOldDeliveriesJob } from '../../src/webhooks/delivery/forget-old-deliveries.ts';
import { listDeliveries } from '../../src/webhooks/delivery/list-deliveries.ts';
import { redeliver, redeliverFailed } from '../../src/webhooks/delivery/redeliver.ts';
import { sendTest } from '../../src/webhooks/delivery/send-test.ts';
import { disableSubscription } from '../../src/webhooks/subscriptions/switch-subscription.ts';
import { verifyWebhook } from '../../packages/client/src/webhooks.ts';
import { untilWaiting } from '../harness/waiting-for-locks.ts';
import { startReceiver } from './receiver.ts';
import { deliveryRows, FAST, makeWorld, untilEnded } from './world.ts';

const ONCE = { ...FAST, retryDelaysMs: [] };

test('sent again by hand: a new delivery with the same bytes and reference, signed with the key of today', async (t) => {
  const world = await makeWorld(t);
  let isUp = false;
  const receiver = await startReceiver(t, (response) => response.writeHead(isUp ? 200 : 500).end());
  const event = await world.sell(700_000);
  const { hostId } = event.host;
  await world.subscribe(event, receiver);
  await world.startDeliverer({ allow: [receiver.address], schedule: ONCE });
  const { reference } = await world.buy(event, { metadata: '{"n":1.0}' });
  const [failed] = await untilEnded(world.database);
  assert.equal(failed?.status, 'failed');

  isUp = true;
  const newKey = await world.database.transaction((tx) =>
    rotatePrivateKey(tx, world.secretKeys, { hostId, actor: OPERATOR }),
  );
  const again = await world.database.transaction((tx) =>
    redeliver(tx, { hostId, actor: OPERATOR, deliveryId: failed?.id ?? '' }),
  );
  const rows = await untilEnded(world.database);
  assert.deepEqual(
    rows.map(({ id, status, reference: its }) => [id, status, its]),
    [
      [failed?.id, 'failed', reference],
      [again.deliveryId, 'delivered', reference],
    ],
  );
  const [first, second] = receiver.received;
  assert.ok(first && second);
  assert.deepEqual(second.raw, first.raw);
  assert.notEqual(second.headers['x-service-delivery'], first.headers['x-service-delivery']);
  assert.ok(
    await verifyWebhook(first.raw, String(first.headers['x-service-signature']), event.host.privateKey),
  );
  assert.ok(await verifyWebhook(second.raw, String(second.headers['x-service-signature']), newKey));

  // Once it has arrived it may be asked for yet again.
  await world.database.transaction((tx) =>
    redeliver(tx, { hostId, actor: OPERATOR, deliveryId: again.deliveryId }),
  );
  assert.equal((await untilEnded(world.database)).length, 3);
  assert.deepEqual(receiver.received[2]?.raw, first.raw);
});

test('all that failed in a period is sent again, each once however often it is asked for; what arrived is not', async (t) => {
  const world = await makeWorld(t);
  let isUp = true;
  const receiver = await startReceiver(t, (response) => response.writeHead(isUp ? 200 : 500).end());
  const event = await world.sell(0);
  const { hostId } = event.host;
  await world.subscribe(event, receiver);
  const deliverer = await world.startDeliverer({ allow: [receiver.address], schedule: ONCE });
  await world.buy(event);
  await untilEnded(world.database);
  isUp = false;
  const lost = [await world.buy(event), await world.buy(event), await world.buy(event)];
  await untilEnded(world.database);
  const old = lost[0]?.reference;
  await world.database.query(
    `UPDATE webhook_deliveries SET created_at = now() - interval '2 days' WHERE reference = $1`,
    [old],
  );
  await deliverer.stop();

  const period = {
    hostId,
    actor: OPERATOR,
    slug: event.slug,
    from: new Date(Date.now() - 86_400_000),
    to: new Date(Date.now() + 60_000),
  };
  const askAll = () => world.database.transaction((tx) => redeliverFailed(tx, period));
  const asked = await Promise.all([askAll(), askAll(), askAll()]);
  assert.deepEqual(
    asked.map(({ count }) => count).sort((a, b) => a - b),
    [0, 0, 2],
  );

  isUp = true;
  await world.startDeliverer({ allow: [receiver.address], schedule: ONCE });
  const rows = await untilEnded(world.database);
  for (const { reference } of lost) {
    const statuses = rows.filter((row) => row.reference === reference).map(({ status }) => status);
    assert.deepEqual(statuses, reference === old ? ['failed'] : ['failed', 'delivered']);
  }
  assert.deepEqual(await askAll(), { count: 0, hasMore: false });
});

test('asked for twice at one moment, a purchase is sent again once', async (t) => {
  const world = await makeWorld(t);
  const receiver = await startReceiver(t, (response) => response.writeHead(500).end());
  const event = await world.sell(0);
  await world.subscribe(event, receiver);
  const deliverer = await world.startDeliverer({ allow: [receiver.address], schedule: ONCE });
  await world.buy(event);
  const [failed] = await untilEnded(world.database);
  await deliverer.stop();
  const input = { hostId: event.host.hostId, actor: OPERATOR, deliveryId: failed?.id ?? '' };
  let second: Promise<unknown> = Promise.resolve();
  await world.database.transaction(async (tx) => {
    await redeliver(tx, input);
    second = world.database.transaction((other) => redeliver(other, input)).catch((error: Error) => error);
    await untilWaiting(world.database);
  });
  assert.match(String(await second), /already on its way to this receiver/);
  assert.equal((await deliveryRows(world.database)).length, 2);
});

test('a delivery on its way, a test, and one without an enabled receiver are not sent again', async (t) => {
  const world = await makeWorld(t);
  const receiver = await startReceiver(t);
  const event = await world.sell(0);
  const { hostId } = event.host;
  const subscriptionId = await world.subscribe(event, receiver);
  await world.buy(event);
  const [pending] = await deliveryRows(world.database);
  const askFor = (deliveryId = '') =>
    world.database.transaction((tx) => redeliver(tx, { hostId, actor: OPERATOR, deliveryId }));
  await assert.rejects(askFor(pending?.id), { message: /still on its way/ });
  await world.startDeliverer({ allow: [receiver.address], schedule: ONCE });
  const { deliveryId } = await world.database.transaction((tx) =>
    sendTest(tx, { hostId, actor: OPERATOR, subscriptionId }),
  );
  await untilEnded(world.database);
  await assert.rejects(askFor(deliveryId), { message: /test/ });
  await world.database.transaction((tx) =>
    disableSubscription(tx, { hostId, actor: OPERATOR, subscriptionId }),
  );
  await assert.rejects(askFor(pending?.id), { message: /disabled/ });
});

test('the log goes back 30 days and no further', async (t) => {
  const world = await makeWorld(t);
  const receiver = await startReceiver(t);
  const event = await world.sell(0);
  await world.subscribe(event, receiver);
  await world.startDeliverer({ allow: [receiver.address], schedule: ONCE });
  for (let number = 0; number < 3; number++) await world.buy(event);
  const [oldest, justInside, today] = await untilEnded(world.database);
  // An id says when its row was made, so the past is made by ids.
  const back = async (id: string | undefined, days: number): Promise<void> => {
    const { rows } = await world.database.query<{ id: string }>(
      `SELECT (lpad(to_hex((extract(epoch FROM now() - $1 * interval '1 day') * 1000)::bigint), 12, '0')
               || substr(replace($2, '-', ''), 13))::uuid AS id`,
      [days, id],
    );
    for (const [table, column] of [
      ['webhook_deliveries', 'id'],
      ['webhook_bodies', 'delivery_id'],
      ['webhook_attempts', 'delivery_id'],
    ])
      await world.database.query(`UPDATE ${table} SET ${column} = $1 WHERE ${column} = $2`, [
        rows[0]?.id,
        id,
      ]);
  };
  await back(oldest?.id, 30.1);
  await back(justInside?.id, 29.9);
  const job = forgetOldDeliveriesJob(world.database);
  await job.run({}, { jobId: '', attempt: 1, signal: new AbortController().signal });
  const left = await listDeliveries(world.database, {
    hostId: event.host.hostId,
    slug: event.slug,
    limit: 10,
  });
  assert.deepEqual(
    left.map(({ reference, attempts }) => [reference, attempts.length]),
    [
      [today?.reference, 1],
      [justInside?.reference, 1],
    ],
  );
  for (const table of ['webhook_bodies', 'webhook_attempts']) {
    const { rows } = await world.database.query<{ count: number }>(`SELECT count(*) AS count FROM ${table}`);
    assert.equal(rows[0]?.count, 2, table);
  }
});

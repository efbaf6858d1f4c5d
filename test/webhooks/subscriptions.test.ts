import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, test } from 'node:test';
import { OPERATOR } from '../../src/audit/actor.ts';
import { addSubscription } from '../../src/webhooks/subscriptions/add-subscription.ts';
import { listSubscriptions } from '../../src/webhooks/subscriptions/event-subscriptions.ts';
import { createGuard } from '../../src/webhooks/delivery/guard.ts';
import { listDeliveries } from '../../src/webhooks/delivery/list-deliveries.ts';
import { redeliver, redeliverFailed } from '../../src/webhooks/delivery/redeliver.ts';
import { sendTest } from '../../src/webhooks/delivery/send-test.ts';
import {
  disableSubscription,
  enableSubscription,
  removeSubscription,
} from '../../src/webhooks/subscriptions/switch-subscription.ts';
import { makeWorld } from './world.ts';

const world = await makeWorld({ after });
const { database } = world;
// Nothing is sent in these tests, so that any public address will do.
const guard = createGuard({ allow: [] });
let count = 0;
const freshUrl = () => `https://93.184.216.34/${++count}`;

type Event = Awaited<ReturnType<typeof world.sell>>;

const add = (event: Event, url = freshUrl()) =>
  addSubscription({ database, guard }, { hostId: event.host.hostId, actor: OPERATOR, slug: event.slug, url });
const inTransaction =
  <Input, Result>(
    action: (tx: Parameters<Parameters<typeof database.transaction>[0]>[0], input: Input) => Promise<Result>,
  ) =>
  (input: Input) =>
    database.transaction((tx) => action(tx, input));
const enable = inTransaction(enableSubscription);
const disable = inTransaction(disableSubscription);
const remove = inTransaction(removeSubscription);

async function enabledOf({ host, slug }: Event): Promise<number> {
  const all = await listSubscriptions(database, { hostId: host.hostId, slug });
  return all.filter(({ isEnabled }) => isEnabled).length;
}

const refused = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason.code);

test('twenty at once for one event: three are enabled, the others are refused', async () => {
  const event = await world.sell(0);
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => add(event)));
  assert.deepEqual(
    refused(outcomes),
    Array.from({ length: 17 }, () => 'validation_failed'),
  );
  assert.equal(await enabledOf(event), 3);
});

test('enabling at once goes no further than three either, and is harmless to repeat', async () => {
  const event = await world.sell(0);
  const { hostId } = event.host;
  const ids: string[] = [];
  for (let number = 0; number < 8; number++) {
    const { subscriptionId } = await add(event);
    ids.push(subscriptionId);
    await disable({ hostId, actor: OPERATOR, subscriptionId });
  }
  assert.equal(await enabledOf(event), 0);
  const outcomes = await Promise.allSettled(
    ids.map((subscriptionId) => enable({ hostId, actor: OPERATOR, subscriptionId })),
  );
  assert.equal(refused(outcomes).length, 5);
  assert.equal(await enabledOf(event), 3);
  const on = (await listSubscriptions(database, { hostId, slug: event.slug })).find(
    ({ isEnabled }) => isEnabled,
  );
  await enable({ hostId, actor: OPERATOR, subscriptionId: on?.id ?? '' });
  assert.equal(await enabledOf(event), 3);
});

test('a URL is registered once on the whole platform, however it is written, and nobody hears by whom', async () => {
  const [mine, theirs] = [await world.sell(0), await world.sell(0)];
  await add(mine, 'https://93.184.216.34/once');
  for (const [event, url] of [
    [mine, 'https://93.184.216.34/once'],
    [theirs, 'https://93.184.216.34:443/once#again'],
    [theirs, 'HTTPS://93.184.216.34./once'],
  ] as const) {
    const outcome = await add(event, url).catch((error: Error) => error);
    assert.ok(outcome instanceof Error);
    assert.match(outcome.message, /^url is already registered/);
    for (const secret of [mine.slug, mine.eventId, mine.host.hostId])
      assert.ok(!outcome.message.includes(secret));
  }
  const both = await Promise.allSettled(
    [mine, theirs].map((event) => add(event, 'https://93.184.216.34/race')),
  );
  assert.deepEqual(refused(both), ['validation_failed']);
});

test('a removed URL may be registered again; a disabled one may not', async () => {
  const [first, second] = [await world.sell(0), await world.sell(0)];
  const url = freshUrl();
  const { subscriptionId } = await add(first, url);
  const { hostId } = first.host;
  await disable({ hostId, actor: OPERATOR, subscriptionId });
  await assert.rejects(add(second, url), { code: 'validation_failed' });
  await remove({ hostId, actor: OPERATOR, subscriptionId });
  await add(second, url);
  assert.deepEqual(await listSubscriptions(database, { hostId, slug: first.slug }), []);
});

test('another host’s subscriptions and deliveries are not there: to no action', async () => {
  const [mine, stranger] = [await world.sell(0), await world.sell(0)];
  const { subscriptionId } = await add(mine);
  const { deliveryId } = await database.transaction((tx) =>
    sendTest(tx, { hostId: mine.host.hostId, actor: OPERATOR, subscriptionId }),
  );
  const { hostId } = stranger.host;
  const notFound = { code: 'not_found' };
  await assert.rejects(
    addSubscription({ database, guard }, { hostId, actor: OPERATOR, slug: mine.slug, url: freshUrl() }),
    notFound,
  );
  for (const action of [enable, disable, remove, inTransaction(sendTest)])
    await assert.rejects(action({ hostId, actor: OPERATOR, subscriptionId }), notFound);
  await assert.rejects(
    database.transaction((tx) => redeliver(tx, { hostId, actor: OPERATOR, deliveryId })),
    notFound,
  );
  const period = { from: new Date(0), to: new Date() };
  assert.deepEqual(
    await database.transaction((tx) =>
      redeliverFailed(tx, { hostId, actor: OPERATOR, slug: mine.slug, ...period }),
    ),
    { count: 0, hasMore: false },
  );
  assert.deepEqual(await listSubscriptions(database, { hostId, slug: mine.slug }), []);
  assert.deepEqual(await listDeliveries(database, { hostId, slug: mine.slug, limit: 10 }), []);
  for (const id of [randomUUIDv7(), 'no id', ''])
    await assert.rejects(enable({ hostId, actor: OPERATOR, subscriptionId: id }), notFound, id);
});

test('a second test waits for the first', async () => {
  const event = await world.sell(0);
  const { subscriptionId } = await add(event);
  const input = { hostId: event.host.hostId, actor: OPERATOR, subscriptionId };
  const both = await Promise.allSettled([inTransaction(sendTest)(input), inTransaction(sendTest)(input)]);
  assert.deepEqual(refused(both), ['validation_failed']);
});

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, test } from 'node:test';
import { OPERATOR } from '../../src/audit/actor.ts';
import { shareStock } from '../../src/inventory/pools/share-stock.ts';
import { lapse, order } from '../harness/buy.ts';
import { ask } from '../harness/client.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { held, startReservations } from './reservations.fixture.ts';

// Others decide what is left: a buyer who holds the last tickets can still have them.

const world = await startReservations();
const { on, host, hold, post, release, documented } = world;
after(() => world.close());
afterEach(() => world.check());

type Seen = { status: string; quantityLeft: number };

/** The number left of each ticket type, by the API and by the embed, which say the same. */
async function seenBy(slug: string, device?: string): Promise<[string, number][]> {
  const headers = device === undefined ? {} : { 'x-device-id': device };
  const byApi = documented('listTickets', await ask(on, `/events/${slug}/tickets`, { key: host, headers }));
  assert.equal(byApi.status, 200, JSON.stringify(byApi.body));
  const byEmbed = await fetch(new URL(`/checkout/${slug}/tickets`, on.baseUrl), { headers });
  assert.deepEqual(await byEmbed.json(), byApi.body);
  return (byApi.body.data as Seen[]).map(({ status, quantityLeft }) => [status, quantityLeft]);
}

test('the buyer who holds the last two still sees them; everybody else reads sold out', async () => {
  const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 2 }, { capacity: 5 }] });
  const token = randomUUID();
  await held(hold(slug, skus[0], 2, { token }));
  const forOwner = [
    ['AVAILABLE', 2],
    ['AVAILABLE', 5],
  ];
  const forOthers = [
    ['SOLD_OUT', 0],
    ['AVAILABLE', 5],
  ];
  assert.deepEqual(await seenBy(slug, token), forOwner);
  assert.deepEqual(await seenBy(slug, token.toUpperCase()), forOwner);
  assert.deepEqual(await seenBy(slug), forOthers);
  assert.deepEqual(await seenBy(slug, randomUUID()), forOthers);
  for (const odd of ['', 'me', `${token},${token}`, `urn:uuid:${token}`, `${token}0`])
    assert.deepEqual(await seenBy(slug, odd), forOthers, odd);
});

test('the cart stays its owner’s while they pay, and is nobody’s when it has lapsed, is released or bought', async () => {
  const { slug, skus } = await makeEvent(on, host, {
    ticketTypes: [{ capacity: 4 }, { capacity: 4, priceMinor: 0 }],
  });
  const token = randomUUID();
  const { quoteReference } = await held(hold(slug, skus[0], 3, { token }));
  assert.equal((await order(on, host, { slug, token, quoteReference })).status, 201);
  assert.deepEqual((await seenBy(slug, token))[0], ['AVAILABLE', 4]);
  assert.deepEqual((await seenBy(slug))[0], ['AVAILABLE', 1]);

  const slow = randomUUID();
  await held(hold(slug, skus[0], 1, { token: slow }));
  await lapse(on, slow);
  for (const device of [slow, undefined]) assert.deepEqual((await seenBy(slug, device))[0], ['AVAILABLE', 1]);
  await held(release(slug, { token }), 200);
  for (const device of [token, undefined])
    assert.deepEqual((await seenBy(slug, device))[0], ['AVAILABLE', 4]);

  const buyer = randomUUID();
  const free = await held(hold(slug, skus[1], 4, { token: buyer }));
  assert.equal((await order(on, host, { slug, token: buyer, ...free })).body.data.status, 'confirmed');
  assert.deepEqual((await seenBy(slug, buyer))[1], ['SOLD_OUT', 0]);
});

test('a cart’s part of a shared stock is left for its owner at each of its prices', async () => {
  const { eventId, slug, skus } = await makeEvent(on, host, {
    ticketTypes: [{ capacity: 10 }, { capacity: 3 }, { capacity: 10 }],
  });
  await on.app.database.transaction((tx) =>
    shareStock(tx, {
      hostId: host.hostId,
      eventId,
      actor: OPERATOR,
      name: 'Floor',
      capacity: 4,
      ticketTypeIds: skus.slice(0, 2),
    }),
  );
  const [token, other] = [randomUUID(), randomUUID()];
  const items = [
    { sku: skus[0], quantity: 2 },
    { sku: skus[1], quantity: 1 },
  ];
  await held(post(slug, { items }, { token }));
  await held(hold(slug, skus[1], 1, { token: other }));
  assert.deepEqual(
    (await seenBy(slug, token)).map(([, left]) => left),
    [3, 2, 10],
  );
  assert.deepEqual(
    (await seenBy(slug, other)).map(([, left]) => left),
    [1, 1, 10],
  );
  assert.deepEqual((await seenBy(slug)).slice(0, 2), [
    ['SOLD_OUT', 0],
    ['SOLD_OUT', 0],
  ]);
});

test('a token says nothing of another event, nor of another host’s', async () => {
  const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 2 }] });
  const twin = await makeEvent(on, host, { ticketTypes: [{ capacity: 2 }] });
  const token = randomUUID();
  await held(hold(slug, skus[0], 1, { token }));
  await held(hold(twin.slug, twin.skus[0], 2, { token: randomUUID() }));
  assert.deepEqual(await seenBy(twin.slug, token), [['SOLD_OUT', 0]]);
  const stranger = await makeHost(on);
  const headers = { 'x-device-id': token };
  assert.equal((await ask(on, `/events/${slug}/tickets`, { key: stranger, headers })).status, 404);
});

test('many readers at the same moment each read their own', async () => {
  const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 40 }] });
  const tokens = Array.from({ length: 8 }, () => randomUUID());
  for (const [at, token] of tokens.entries())
    await held(hold(slug, skus[0], at + 1, { token, address: `198.51.100.${at + 1}` }));
  const seen = await Promise.all([...tokens, undefined].map((token) => seenBy(slug, token)));
  assert.deepEqual(
    seen.map(([ticket]) => ticket?.[1]),
    [5, 6, 7, 8, 9, 10, 11, 12, 4],
  );
});

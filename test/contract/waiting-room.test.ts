import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, test } from 'node:test';
import { confirmEntry } from '../../src/pages/checkout/waiting-room/room.fixture.ts';
import { order } from '../harness/buy.ts';
import type { Answer } from '../harness/client.ts';
import { makeEvent } from '../harness/make-catalog.ts';
import { closeTestRoom, openTestRoom } from '../harness/open-test-room.ts';
import { until } from '../harness/until.ts';
import { assertRefusal, constantHeaders } from './document.ts';
import { AN_HOUR_MS, held, startReservations } from './reservations.fixture.ts';

const world = await startReservations();
const { on, host, documented, post, hold, release, left, query, countStored } = world;
after(() => world.close());
afterEach(() => world.check());

const at = { ...on, database: on.app.database };
const inAnHour = () => new Date(Date.now() + AN_HOUR_MS);

async function eventWithRoom(settings: Parameters<typeof openTestRoom>[2]) {
  const event = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0 }] });
  await openTestRoom(at, event.slug, settings);
  return { ...event, sku: event.skus[0] };
}

const countEntries = async (eventId: string): Promise<number> => {
  const { rows } = await query('SELECT count(*)::integer FROM waiting_entries WHERE event_id = $1', [
    eventId,
  ]);
  return (rows[0] as { count: number }).count;
};

/** A refusal of the room: its link, and when to come back. The three fields of an error, and no other, are checked on the way. */
async function refusedByRoom(asked: Answer | Promise<Answer>, slug: string) {
  const answer = await asked;
  assertRefusal(answer, { status: 429, codes: ['waiting_room'] });
  const seconds = Number(answer.headers.get('retry-after'));
  assert.ok(Number.isInteger(seconds) && seconds >= 5 && seconds <= 60, `${seconds} s`);
  const link = /^<([^>]+)>; rel="waiting-room"$/.exec(answer.headers.get('link') ?? '')?.[1] ?? '';
  const { origin, pathname, searchParams } = new URL(link);
  assert.equal(
    `${origin}${pathname}`,
    `http://localhost:${new URL(on.publicUrl).port}/checkout/${slug}/room`,
  );
  return { answer, seconds, device: searchParams.get('device') };
}

test('before the draw every hold is waiting_room, and puts its device in line once', async () => {
  const { slug, sku, eventId } = await eventWithRoom({ drawsAt: inAnHour() });
  const token = randomUUID();
  const first = await refusedByRoom(hold(slug, sku, 1, { token }), slug);
  assert.ok(first.device, 'the link knows the device');
  assert.ok(first.seconds <= 30);
  const again = await refusedByRoom(hold(slug, sku, 1, { token: token.toUpperCase() }), slug);
  assert.equal(again.device, first.device);
  assert.equal(await countEntries(eventId), 1);
  await refusedByRoom(hold(slug, sku, 1, { token: randomUUID() }), slug);
  assert.equal(await countEntries(eventId), 2);
  assert.deepEqual([await countStored(slug), await left(slug)], [0, [100]]);
});

test('lane and framework refuse alike, with the same headers in the same order', async () => {
  const { slug, sku } = await eventWithRoom({ drawsAt: inAnHour() });
  const token = randomUUID();
  const send = async (body: string): Promise<Answer> => {
    const response = await fetch(`${on.baseUrl}/events/${slug}/reservations`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${host.publicKey}`,
        'content-type': 'application/json',
        'x-device-id': token,
      },
      body,
    });
    const answer = { status: response.status, headers: response.headers, body: await response.json() };
    return documented('createReservation', answer);
  };
  const plain = JSON.stringify({ items: [{ sku, quantity: 1 }] });
  const lane = await refusedByRoom(send(plain), slug);
  // With an escape in it the lane leaves a body to the framework.
  const framework = await refusedByRoom(send(plain.replace('"items"', '"\\u0069tems"')), slug);
  assert.deepEqual(constantHeaders(framework.answer), constantHeaders(lane.answer));
  assert.deepEqual(framework.answer.body, lane.answer.body);
  assert.match(lane.answer.headers.get('access-control-expose-headers') ?? '', /\bLink, Retry-After\b/);
});

test('an admitted buyer holds, changes the cart and orders as without a waiting room, and nobody else does', async () => {
  const { slug, sku, eventId } = await eventWithRoom({ drawsAt: new Date(), mostInside: 1 });
  const token = randomUUID();
  await refusedByRoom(hold(slug, sku, 1, { token }), slug);
  const cart = await until('the room to let the device in', async () => {
    const answer = await hold(slug, sku, 2, { token });
    if (answer.status === 429) return void (await refusedByRoom(answer, slug));
    return held(answer);
  });
  assert.deepEqual(await left(slug), [98]);
  await held(hold(slug, sku, 1, { token }), 200);
  // The only one who may be inside is.
  await refusedByRoom(hold(slug, sku, 1, { token: randomUUID() }), slug);
  await held(release(slug, { token }), 200);
  const { quoteReference } = await held(hold(slug, sku, 3, { token }));
  assert.notEqual(quoteReference, cart.quoteReference);
  const ordered = await order(on, host, { slug, token, quoteReference });
  assert.equal(documented('createOrder', ordered).body.data.status, 'confirmed');
  assert.equal(await countEntries(eventId), 2);
});

test('without X-Device-ID nobody is put in line, and the answer says what is missing', async () => {
  const { slug, sku, eventId } = await eventWithRoom({ drawsAt: new Date() });
  const { answer, device } = await refusedByRoom(hold(slug, sku, 1), slug);
  assert.equal(device, null);
  assert.match(String(answer.body.message), /X-Device-ID/);
  assert.equal(await countEntries(eventId), 0);
});

test('if the host asks for an e-mail address, the link’s page lines the device up, and the order is for that address', async () => {
  const { slug, sku, eventId } = await eventWithRoom({ drawsAt: new Date(), asksEmail: true });
  const token = randomUUID();
  const { device } = await refusedByRoom(hold(slug, sku, 1, { token }), slug);
  assert.equal(await countEntries(eventId), 0);
  const entryId = randomUUID();
  const joined = await fetch(`${on.publicUrl}/checkout/${slug}/room/entries`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ entry: entryId, email: 'ada@example.com', device }),
  });
  assert.equal(joined.status, 201, await joined.text());
  await confirmEntry(on, { eventId, slug }, { entryId, email: 'ada@example.com' });
  const { quoteReference } = await until('the room to let the device in', async () => {
    const answer = await hold(slug, sku, 1, { token });
    if (answer.status === 429) return void (await refusedByRoom(answer, slug));
    return held(answer);
  });
  const cart = { slug, token, quoteReference };
  const other = documented(
    'createOrder',
    await order(on, host, cart, { body: { email: 'bisi@example.com' } }),
  );
  assertRefusal(other, { status: 400, codes: ['validation_failed'] });
  assert.match(String(other.body.message), /^email /);
  assert.equal((await order(on, host, cart, { body: { email: 'Ada@Example.com' } })).status, 201);
});

test('a request that was refused without a waiting room is refused as before, and lines up nobody', async () => {
  const { slug, sku, eventId } = await eventWithRoom({ drawsAt: inAnHour() });
  const token = randomUUID();
  for (const body of [
    {},
    { items: [] },
    { items: [{ sku, quantity: 0 }] },
    { items: [{ sku }], admission: 'x' },
  ])
    assertRefusal(await post(slug, body, { token }), { status: 400, codes: ['validation_failed'] });
  assertRefusal(await hold(slug, sku, 1, { token: 'my-phone' }), {
    status: 400,
    codes: ['validation_failed'],
  });
  assertRefusal(await hold('no-such-event', sku, 1, { token }), { status: 404, codes: ['not_found'] });
  assertRefusal(await release(slug, { token }), { status: 400, codes: ['nothing_to_release'] });
  assert.equal(await countEntries(eventId), 0);
});

test('events without a room, or with a closed one, know nothing of it', async () => {
  const { slug, sku } = await eventWithRoom({ drawsAt: inAnHour() });
  const other = await makeEvent(on, host);
  const token = randomUUID();
  const free = await hold(other.slug, other.skus[0], 1, { token });
  await held(free);
  assert.deepEqual([free.headers.get('link'), free.headers.get('retry-after')], [null, null]);
  await refusedByRoom(hold(slug, sku, 1, { token }), slug);
  await closeTestRoom(at, slug);
  await held(hold(slug, sku, 1, { token }));
});

import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { after, afterEach, describe, test } from 'node:test';
import { postHold } from '../../src/pages/checkout/embed/embed.fixture.ts';
import {
  drawNow,
  lineUp,
  makeRoom,
  untilLetIn,
  type TestRoom,
} from '../../src/pages/checkout/waiting-room/room.fixture.ts';
import { OPERATOR } from '../../src/audit/actor.ts';
import { pauseRoom } from '../../src/waiting-room/change-room.ts';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import {
  letTransferArrive,
  order,
  pay,
  runSoon,
  storedOrder,
  untilStatus,
  type Ordered,
} from '../harness/buy.ts';
import type { Answer } from '../harness/client.ts';
import type { TestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';
import { startRaces } from './races.fixture.ts';

// One admission is one purchase: docs/decisions/waiting-room.md.

const world = await startRaces();
const { on, apps, host, hold, check } = world;
const { database } = on.app;
after(() => world.close());
afterEach(check);

const appOf = (at: number): TestApp => apps[at % apps.length] ?? on;
const refused = ({ status, body }: Answer): boolean => status === 429 && body.error_code === 'waiting_room';

/** A room with people inside: each has an admission for our checkout, and a device that comes by the API. */
async function letIn(priceMinor: number, perMinute = 6_000) {
  const room = await makeRoom(on, host, {
    settings: { perMinute, mostInside: 1_000 },
    event: { ticketTypes: [{ priceMinor, capacity: 1_000 }] },
  });
  const items = [{ sku: room.skus[0] ?? '', quantity: 1 }];
  const { token: entry } = await lineUp(on, room.slug);
  const device = randomUUID();
  assert.ok(refused(await hold(on, room.slug, items, device)), 'it lines up');
  await drawNow(on, room);
  const admission = await untilLetIn(on, room.slug, entry);
  const buyer = { room, items, device, admission };
  await until('the device to be let in', async () => (await byDevice(buyer)).status < 300);
  return buyer;
}

type Buyer = {
  room: TestRoom;
  items: { sku: string; quantity: number }[];
  device: string;
  admission: string;
};

const byDevice = ({ room, items, device }: Buyer, through = on): Promise<Answer> =>
  hold(through, room.slug, items, device);
const byAdmission = ({ room, items, admission }: Buyer, cart: string, through = on): Promise<Answer> =>
  postHold(through, room.slug, { items, admission }, cart);

const orderOf = (room: TestRoom, token: string, held: Answer, through = on): Promise<Answer> =>
  order(through, host, { slug: room.slug, token, quoteReference: held.body.data.quoteReference });

async function ordered(room: TestRoom, token: string, held: Answer): Promise<Ordered> {
  assert.ok(held.status < 300, JSON.stringify(held.body));
  const answer = await orderOf(room, token, held);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.data as Ordered;
}

/** Orders, and gives the cart up while a bank transfer is under way: a page that is closed takes no other money. */
async function orderedAndGivenUp(buyer: Buyer, cart: string): Promise<Ordered> {
  const given = await ordered(buyer.room, cart, await byAdmission(buyer, cart));
  assert.equal((await pay(given.checkoutUrl, 'late')).status, 200);
  await letCartGo(buyer, cart);
  return given;
}

/** The admission is another cart's, as soon as its first one is let go and a minute has passed. */
async function letCartGo({ room }: Buyer, cart: string): Promise<void> {
  await world.release(on, room.slug, cart);
  await database.query(
    `UPDATE waiting_entries SET bound_at = bound_at - interval '2 minutes' WHERE event_id = $1 AND cart_token = $2`,
    [room.eventId, cart],
  );
}

describe('after a purchase', () => {
  test('nobody holds by its admission, through whichever process', async () => {
    for (const priceMinor of [0, 500_000]) {
      const buyer = await letIn(priceMinor);
      const bought = await ordered(buyer.room, buyer.device, await byDevice(buyer, appOf(1)));
      if (bought.checkoutUrl) await pay(bought.checkoutUrl);
      await untilStatus(on, bought.reference, 'confirmed');
      // The first of these lines up again. Nobody is let in anew while the others ask.
      const { eventId } = buyer.room;
      await database.transaction((tx) => pauseRoom(tx, { hostId: host.hostId, eventId, actor: OPERATOR }));
      const held = await Promise.all([0, 1, 2, 3].map((at) => byDevice(buyer, appOf(at))));
      assert.deepEqual(
        held.map(({ status }) => status),
        [429, 429, 429, 429],
      );
    }
  });

  test('nor in our checkout, nor by the API with the cart of the checkout', async () => {
    const buyer = await letIn(0);
    const cart = randomUUID();
    await Promise.all(apps.map((app) => byAdmission(buyer, cart, app)));
    await ordered(buyer.room, cart, await byAdmission(buyer, cart));
    const held = await Promise.all([
      byAdmission(buyer, cart),
      byAdmission(buyer, cart, appOf(1)),
      byAdmission(buyer, randomUUID(), appOf(2)),
      hold(on, buyer.room.slug, buyer.items, cart),
    ]);
    assert.deepEqual(held.map(refused), [true, true, true, true]);
  });

  test('a device that lines up again has its turn again, and buys once more', async () => {
    const buyer = await letIn(0);
    await ordered(buyer.room, buyer.device, await byDevice(buyer));
    assert.ok(refused(await byDevice(buyer)));
    const again = await until('its next turn', async () => {
      const held = await byDevice(buyer);
      return held.status < 300 && held;
    });
    await ordered(buyer.room, buyer.device, again);
    assert.ok(refused(await byDevice(buyer)));
  });

  test('a cart that was held past the door is not ordered', async () => {
    const buyer = await letIn(0);
    await ordered(buyer.room, buyer.device, await byDevice(buyer));
    // As a process would that asked the room just before the purchase.
    const { rows } = await database.query<{ at: Date }>(
      'UPDATE waiting_entries SET bought_at = NULL WHERE event_id = $1 AND bought_at IS NOT NULL RETURNING lined_up_at AS at',
      [buyer.room.eventId],
    );
    assert.equal(rows.length, 1);
    const held = await byDevice(buyer);
    assert.ok(held.status < 300);
    await database.query(
      'UPDATE waiting_entries SET bought_at = now() WHERE event_id = $1 AND cart_token = $2',
      [buyer.room.eventId, buyer.device],
    );
    const { status, body } = await orderOf(buyer.room, buyer.device, held);
    assert.deepEqual([status, body.error_code], [400, 'reservation_expired']);
  });

  test('a buyer checked by what only one process knows buys twice, and the invariants tell', async () => {
    const buyer = await letIn(0);
    await ordered(buyer.room, buyer.device, await byDevice(buyer));
    await database.query(
      'UPDATE waiting_entries SET bought_at = NULL WHERE event_id = $1 AND cart_token = $2',
      [buyer.room.eventId, buyer.device],
    );
    await ordered(buyer.room, buyer.device, await byDevice(buyer));
    const broken = await checkInvariants(database);
    assert.deepEqual(
      broken.map(({ promise }) => promise),
      ['an admission of a waiting room has one purchase at most, which is on record with it'],
    );
    await database.query('DELETE FROM waiting_rooms WHERE event_id = $1', [buyer.room.eventId]);
  });
});

describe('an order that is not paid', () => {
  test('is no purchase: once it has expired, its admission holds tickets again', async () => {
    const buyer = await letIn(500_000);
    const { reference } = await ordered(buyer.room, buyer.device, await byDevice(buyer));
    assert.ok((await byDevice(buyer, appOf(1))).status < 300, 'another cart, instead of the order');
    assert.equal((await storedOrder(on, reference)).status, 'cancelled');
  });

  test('and is paid after its admission has bought another cart is paid back', async () => {
    const buyer = await letIn(500_000);
    const [first, second] = [randomUUID(), randomUUID()];
    const given = await orderedAndGivenUp(buyer, first);
    const kept = await ordered(buyer.room, second, await byAdmission(buyer, second));
    await pay(kept.checkoutUrl);
    await untilStatus(on, kept.reference, 'confirmed');
    await letTransferArrive(on, given.reference);
    await untilStatus(on, given.reference, 'refunded');
  });

  test('and is paid first is the purchase, and the other one is paid back', async () => {
    const buyer = await letIn(500_000);
    const [first, second] = [randomUUID(), randomUUID()];
    const given = await orderedAndGivenUp(buyer, first);
    const kept = await ordered(buyer.room, second, await byAdmission(buyer, second));
    await letTransferArrive(on, given.reference);
    await untilStatus(on, given.reference, 'confirmed');
    await pay(kept.checkoutUrl);
    await untilStatus(on, kept.reference, 'refunded');
  });

  test('two that are paid at the same moment are one purchase', async () => {
    for (let round = 0; round < 5; round++) {
      const buyer = await letIn(500_000);
      const [first, second] = [randomUUID(), randomUUID()];
      const given = await orderedAndGivenUp(buyer, first);
      const kept = await ordered(buyer.room, second, await byAdmission(buyer, second));
      await Promise.all([letTransferArrive(on, given.reference), pay(kept.checkoutUrl)]);
      const ends = await until('both to be decided', async () => {
        const both = [await storedOrder(on, given.reference), await storedOrder(on, kept.reference)];
        const states = both.map(({ status }) => status);
        return states.every((status) => status === 'confirmed' || status === 'refunded') && states;
      });
      assert.deepEqual(ends.toSorted(), ['confirmed', 'refunded']);
    }
  });
});

test('buyers who hold, order, pay and give up at random buy once with each admission', async () => {
  const buyers = await Promise.all(Array.from({ length: 4 }, () => letIn(500_000)));
  await Promise.all(
    buyers.map(async (buyer, nr) => {
      const carts = [randomUUID(), randomUUID()];
      const links: string[] = [];
      for (let step = 0; step < 25; step++) {
        const cart = carts[randomInt(2)] ?? '';
        const through = appOf(nr + randomInt(3));
        const held = await byAdmission(buyer, cart, through);
        if (held.status >= 300) assert.ok(refused(held), JSON.stringify(held.body));
        const made =
          held.status < 300 && randomInt(3) > 0 ? await orderOf(buyer.room, cart, held, through) : null;
        if (made?.status === 201) links.push((made.body.data as Ordered).checkoutUrl);
        const link = links[randomInt(Math.max(1, links.length))];
        if (link !== undefined && randomInt(3) === 0)
          await pay(link, randomInt(2) === 0 ? 'late' : 'success');
        if (randomInt(3) === 0) await letCartGo(buyer, cart);
      }
      await Promise.all(links.map((link) => pay(link)));
    }),
  );
  await runSoon(on, 'sandbox_late_payment');
  const { rows } = await until('every order to be decided', async () => {
    const found = await database.query<{ status: string; bought: number }>(
      `SELECT o.status, count(*) FILTER (WHERE o.confirmed_at IS NOT NULL) OVER (PARTITION BY o.event_id)::integer AS bought
         FROM orders AS o WHERE o.event_id = ANY($1)`,
      [buyers.map(({ room }) => room.eventId)],
    );
    return found.rows.every(({ status }) => !['processing', 'pending_payment'].includes(status)) && found;
  });
  assert.ok(rows.length > 0);
  for (const { bought } of rows) assert.ok(bought <= 1, `${bought} purchases`);
});

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, describe, test } from 'node:test';
import { OPERATOR } from '../../src/audit/actor.ts';
import { askEmbed, makeHall } from '../../src/pages/checkout/embed/embed.fixture.ts';
import { setServerAddresses } from '../../src/hosts/keys/server-addresses.ts';
import { refundOrder } from '../../src/orders/refund-order.ts';
import { endPaymentWindow, lapse, pay, quantityLeft, storedOrder, untilStatus } from '../harness/buy.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { until } from '../harness/until.ts';
import { accepted, startHoarding } from './hoarding.fixture.ts';

const world = await startHoarding();
const { on, host, hold, holdSeats, order, untilRefused, backdate } = world;
after(() => world.close());
afterEach(() => world.check());

const HOARDER = '198.51.100.66';
const items = (sku: string | undefined, quantity: number) => ({ items: [{ sku, quantity }] });

const makeSale = async (capacity: number, priceMinor = 1_000_000, maximumPerOrder = 10) => {
  const { slug, skus } = await makeEvent(on, host, {
    ticketTypes: [{ capacity, priceMinor, maximumPerOrder }],
  });
  return { slug, take: (quantity: number) => ({ slug, body: items(skus[0], quantity) }) };
};

describe('one address, at the default limits', () => {
  test('with ever new device ids holds a quarter of a 128-ticket event, and others the rest', async () => {
    const { slug, take } = await makeSale(128);
    assert.equal(await untilRefused(() => hold({ ...take(8), address: HOARDER })), 4);
    assert.deepEqual(await quantityLeft(on, host, slug), [96]);
    accepted(await hold({ ...take(10), address: '198.51.100.67' }));
    // Also without a device id, and as IPv6 writes it.
    for (const address of [HOARDER, `::ffff:${HOARDER}`]) {
      const { body } = await hold({ ...take(1), address });
      assert.equal(body.error_code, 'too_many_held');
    }
  });

  test('holds half of an 18-seat hall, through the embed and in the API’s sales alike', async () => {
    const hall = await makeHall(on, host, { seatsPerType: 18 });
    const seatsHeld = await untilRefused((nr) =>
      holdSeats({ slug: hall.slug, seatIds: hall.seatIds.slice(nr, nr + 1), address: HOARDER }),
    );
    assert.equal(seatsHeld, 9);
    const { take } = await makeSale(18);
    assert.equal(await untilRefused(() => hold({ ...take(1), address: HOARDER })), 9);
  });

  test('holds half of an 18-seat hall of three small ticket types', async () => {
    const { slug, seatIds } = await makeHall(on, host, {
      seatsPerType: 6,
      event: {
        ticketTypes: ['Front', 'Middle', 'Back'].map((name) => ({ name, kind: 'SEATED', capacity: 6 })),
      },
    });
    const one = (nr: number) => seatIds.slice((nr % 3) * 6 + Math.floor(nr / 3)).slice(0, 1);
    assert.equal(await untilRefused((nr) => holdSeats({ slug, seatIds: one(nr), address: HOARDER })), 9);
  });

  test('has no more of it by leaving orders unpaid', async () => {
    const { slug, take } = await makeSale(18);
    assert.equal(await untilRefused(() => order({ ...take(3), address: HOARDER })), 3);
    assert.deepEqual(await quantityLeft(on, host, slug), [9]);
  });

  test('takes a quarter of a free event in a day, again and again or not', async () => {
    const { slug, take } = await makeSale(128, 0);
    const taken = await untilRefused(async () => {
      const answer = await order({ ...take(8), address: HOARDER });
      if (answer.status < 300) assert.equal(answer.body.data.status, 'confirmed');
      return answer;
    });
    assert.equal(taken, 4);
    // Every hold counts with it.
    const { body } = await hold({ ...take(1), address: HOARDER });
    assert.equal(body.error_code, 'too_many_held');
    accepted(await order({ ...take(8), address: '198.51.100.67' }));

    await on.app.database.query(
      `UPDATE orders SET counts_until = now() FROM events AS e WHERE e.id = orders.event_id AND e.slug = $1`,
      [slug],
    );
    accepted(await hold({ ...take(8), address: HOARDER }));
  });

  test('has a free order back as soon as it is cancelled', async () => {
    const { take } = await makeSale(18, 0);
    const { reference } = accepted(await order({ ...take(9), address: HOARDER }));
    assert.equal((await hold({ ...take(1), address: HOARDER })).body.error_code, 'too_many_held');
    const { id: orderId } = await storedOrder(on, reference);
    await on.app.database.transaction((tx) =>
      refundOrder(tx, {
        actor: OPERATOR,
        orderId,
        ticketIds: null,
        amountMinor: null,
        returnsStock: true,
        requestKey: randomUUID(),
      }),
    );
    accepted(await hold({ ...take(9), address: HOARDER }));
  });

  test('that holds to the brim may still exchange, shrink and refresh its own carts', async () => {
    const { take } = await makeSale(18);
    const token = randomUUID();
    accepted(await hold({ ...take(5), address: HOARDER }));
    accepted(await hold({ ...take(4), address: HOARDER, token }));
    assert.equal((await hold({ ...take(4), address: HOARDER, token })).status, 200);
    assert.equal((await hold({ ...take(5), address: HOARDER, token })).body.error_code, 'too_many_held');
    assert.equal((await hold({ ...take(3), address: HOARDER, token })).status, 200);
    accepted(await hold({ ...take(1), address: HOARDER }));
  });
});

describe('honest buyers', () => {
  test('of a small event behind one mobile address: the fourth who wants three gets them', async () => {
    const { slug, take } = await makeSale(40);
    for (const [nr, quantity] of [10, 10, 2].entries()) {
      accepted(await hold({ ...take(quantity), address: `198.51.100.${nr + 1}` }));
    }
    for (let nr = 0; nr < 4; nr += 1) accepted(await hold({ ...take(3), address: '203.0.113.4' }));
    assert.deepEqual(await quantityLeft(on, host, slug), [6]);
  });

  test('a family of six in an 18-seat hall buys, and what is paid for counts no more', async () => {
    const { take } = await makeSale(18);
    const { checkoutUrl, reference } = accepted(await order({ ...take(6), address: HOARDER }));
    await pay(checkoutUrl);
    await untilStatus(on, reference, 'confirmed');
    accepted(await order({ ...take(6), address: HOARDER }));
  });

  test('190 of one ticket each behind one mobile address all get theirs, unpaid, paid or free', async () => {
    for (const priceMinor of [1_000_000, 0]) {
      const { slug, take } = await makeSale(1_000, priceMinor);
      const buyers = Array.from({ length: 190 }, () => ({
        ...take(1),
        address: '203.0.113.5',
        token: randomUUID(),
      }));
      for (const answer of await Promise.all(buyers.map((buyer) => hold(buyer)))) accepted(answer);
      // A few at a time: the sandbox is asked for 190 payment pages.
      const waiting = [...buyers];
      const lane = async () => {
        for (let buyer = waiting.pop(); buyer; buyer = waiting.pop()) accepted(await order(buyer));
      };
      await Promise.all(Array.from({ length: 6 }, lane));
      assert.deepEqual(await quantityLeft(on, host, slug), [810]);
    }
  });

  test('buyers whose card is declined, or who want another cart, may try again and again', async () => {
    const { take } = await makeSale(18);
    const buyer = { address: HOARDER, token: randomUUID(), email: 'eve@example.com' };
    for (let nr = 0; nr < 12; nr += 1) {
      const { checkoutUrl } = accepted(await order({ ...take(6), ...buyer }));
      await pay(checkoutUrl, 'declined');
    }
  });
});

describe('IPv6', () => {
  test('is counted by /64: other addresses of it are the same client', async () => {
    const { take } = await makeSale(128);
    const held = await untilRefused((nr) => hold({ ...take(8), address: `2001:db8:1:1::${nr + 1}` }));
    assert.equal(held, 4);
    accepted(await hold({ ...take(8), address: '2001:db8:1:2::1' }));
  });

  test('is counted by /48 too, more loosely: half of what there is', async () => {
    const { slug, take } = await makeSale(128);
    const held = await untilRefused((nr) => hold({ ...take(8), address: `2001:db8:2:${nr + 1}::1` }));
    assert.equal(held, 8);
    assert.deepEqual(await quantityLeft(on, host, slug), [64]);
    accepted(await hold({ ...take(8), address: '2001:db8:20:1::1' }));

    const hall = await makeSale(18);
    assert.equal(
      await untilRefused((nr) => hold({ ...hall.take(1), address: `2001:db8:3:${nr + 1}::1` })),
      9,
    );
  });

  test('a cart that moves to another /64 of its site counts there, and once in the site', async () => {
    const { take } = await makeSale(80, 1_000_000, 20);
    const token = randomUUID();
    accepted(await hold({ ...take(20), address: '2001:db8:4:1::1', token }));
    assert.equal((await hold({ ...take(20), address: '2001:db8:4:2::1', token })).status, 200);
    assert.equal((await hold({ ...take(1), address: '2001:db8:4:2::1' })).body.error_code, 'too_many_held');
    accepted(await hold({ ...take(20), address: '2001:db8:4:1::1' }));
    assert.equal((await hold({ ...take(1), address: '2001:db8:4:3::1' })).body.error_code, 'too_many_held');
  });
});

describe('a server that its key names', () => {
  test('buys for many: its buyers are told apart by their device ids', async () => {
    const key = await makeHost(on, {}, { servers: ['203.0.113.80/28', '2001:db8:9::/48'] });
    const { slug, skus } = await makeEvent(on, key, { ticketTypes: [{ capacity: 18 }] });
    const take = { slug, body: items(skus[0], 3), key };
    for (const address of ['203.0.113.81', '203.0.113.95', '::ffff:203.0.113.90', '2001:db8:9:1::1']) {
      accepted(await order({ ...take, address }));
    }
    // An address beside them is as any other, and what the servers hold is not counted against it.
    accepted(await hold({ ...take, address: '203.0.113.96' }));
    accepted(await hold({ ...take, address: '203.0.113.96' }));
    assert.deepEqual(await quantityLeft(on, key, slug), [0]);
  });

  test('is not counted where its neighbours at the same address are near a cap', async () => {
    const address = '203.0.113.70';
    const key = await makeHost(on, {}, { servers: [address] });
    const { slug, skus } = await makeEvent(on, key, { ticketTypes: [{ capacity: 24 }, { capacity: 24 }] });
    accepted(await hold({ slug, body: items(skus[0], 8), address, key }));
    // The embed has no key, and so no servers.
    const visitor = (sku: string | undefined) =>
      askEmbed(on, `/${slug}/reservations`, {
        method: 'POST',
        headers: { 'x-device-id': randomUUID(), 'x-forwarded-for': address },
        body: items(sku, 6),
      });
    accepted(await visitor(skus[1]));
    accepted(await visitor(skus[0]));
    accepted(await visitor(skus[1]));
    assert.equal((await visitor(skus[1])).body.error_code, 'too_many_held');
  });

  test('is exempt from the moment on when it is named, and what it holds counts against nobody', async () => {
    const key = await makeHost(on);
    const { slug, skus } = await makeEvent(on, key, {
      ticketTypes: [{ capacity: 100, maximumPerOrder: 30 }],
    });
    const take = { slug, body: items(skus[0], 15), address: '203.0.113.80', key };
    // More than one client may hold. Asked for again it is the same cart, and takes no more of the stock.
    const tooMany = { ...take, body: items(skus[0], 30), token: randomUUID() };
    const name = (addresses: string[]) =>
      on.app.database.transaction((tx) => setServerAddresses(tx, { ...key, actor: OPERATOR, addresses }));
    await name([take.address]);
    const exempt = randomUUID();
    accepted(await hold({ ...take, token: exempt }));
    await name([]);
    await until('the server to be counted as any other', async () => {
      return (await hold(tooMany)).body.error_code === 'too_many_held';
    });
    const counted = randomUUID();
    accepted(await hold({ ...take, token: counted }));
    // A cart of either kind becomes the other when it is refreshed.
    assert.equal((await hold({ ...take, token: exempt })).body.error_code, 'too_many_held');
    await name([take.address]);
    await until('the server to be exempt again', async () => (await hold(tooMany)).status < 300);
    assert.equal((await hold({ ...take, token: counted })).status, 200);
    assert.deepEqual(await quantityLeft(on, key, slug), [40]);
  });
});

describe('orders that lapse unpaid', () => {
  /** An order that kept its tickets for the whole payment window, for nothing. */
  async function letLapse(cart: Parameters<typeof order>[0]): Promise<void> {
    const ordered = accepted(await order(cart));
    await backdate(ordered, 30);
    await endPaymentWindow(on, ordered.reference);
    await untilStatus(on, ordered.reference, 'expired');
  }

  test('count for three hours, against twice the share: nobody keeps a hall occupied by them', async () => {
    const { slug, take } = await makeSale(18);
    await letLapse({ ...take(9), address: HOARDER });
    await letLapse({ ...take(9), address: HOARDER });
    assert.deepEqual(await quantityLeft(on, host, slug), [18]);
    const { body } = await hold({ ...take(1), address: HOARDER });
    assert.equal(body.error_code, 'too_many_held');
    assert.match(body.message as string, /not paid for/);
    accepted(await hold({ ...take(6), address: '198.51.100.67' }));
    await on.app.database.query(
      `UPDATE orders SET counts_until = now() FROM events AS e WHERE e.id = orders.event_id AND e.slug = $1`,
      [slug],
    );
    accepted(await hold({ ...take(6), address: HOARDER }));
  });

  test('count also where the buyer gave them up late', async () => {
    const { take } = await makeSale(18);
    const token = randomUUID();
    for (let nr = 0; nr < 2; nr += 1) {
      await backdate(accepted(await order({ ...take(9), address: HOARDER, token })), 20);
    }
    // The third cart takes the place of the second order, and is given back itself.
    assert.equal((await hold({ ...take(9), address: HOARDER, token })).status, 200);
    await lapse(on, token);
    const { body } = await hold({ ...take(1), address: HOARDER });
    assert.equal(body.error_code, 'too_many_held');
    assert.match(body.message as string, /not paid for/);
  });

  test('are forgotten once they are paid for after all', async () => {
    const { take } = await makeSale(18);
    const ordered = accepted(await order({ ...take(9), address: HOARDER }));
    await backdate(ordered, 30);
    await pay(ordered.checkoutUrl, 'callback_lost');
    await endPaymentWindow(on, ordered.reference);
    await untilStatus(on, ordered.reference, 'confirmed');
    await letLapse({ ...take(9), address: HOARDER });
    accepted(await hold({ ...take(9), address: HOARDER }));
  });
});

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, describe, test } from 'node:test';
import { lapse } from '../harness/buy.ts';
import { ask } from '../harness/client.ts';
import { makeEvent } from '../harness/make-catalog.ts';
import type { TestApp } from '../harness/test-app.ts';
import { SOONER_THAN_FORGOTTEN_MS, until } from '../harness/until.ts';
import { held, refused, startReservations } from './reservations.fixture.ts';

const world = await startReservations();
const { on, second, host, post, hold, release, stored, countStored, moveExpiry, left, query } = world;
after(() => world.close());
afterEach(() => world.check());

describe('the cart', () => {
  test('is replaced in one step', async () => {
    const { slug, skus } = await makeEvent(on, host, {
      ticketTypes: [{ capacity: 30 }, { capacity: 6 }, { capacity: 30 }],
    });
    const token = randomUUID();
    const items = (...quantities: number[]) => ({
      items: quantities.flatMap((quantity, at) => (quantity ? [{ sku: skus[at], quantity }] : [])),
    });
    await held(post(slug, items(2, 3), { token }));
    assert.deepEqual(await left(slug), [28, 3, 30]);
    const data = await held(post(slug, items(0, 6, 4), { token }), 200);
    assert.deepEqual(await left(slug), [30, 0, 26]);
    assert.deepEqual(
      data.items.map((item: { sku: string; quantity: number }) => [item.sku, item.quantity]),
      [
        [skus[1], 6],
        [skus[2], 4],
      ],
    );
    assert.equal((await stored(slug, token)).quantity, 10);
  });

  test('may be exchanged for all that is left, its own tickets included', async () => {
    const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 5 }] });
    const token = randomUUID();
    await held(hold(slug, skus[0], 3, { token }));
    await held(hold(slug, skus[0], 5, { token }), 200);
    assert.deepEqual(await left(slug), [0]);
    await held(hold(slug, skus[0], 5, { token }), 200);
  });

  test('that can no longer be had leaves the old hold exactly as it was', async () => {
    const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 6 }, { capacity: 2 }] });
    const token = randomUUID();
    await held(hold(slug, skus[0], 4, { token }));
    await held(hold(slug, skus[1], 1, { token: randomUUID() }));
    const original = await stored(slug, token);
    const carts: [unknown[], string][] = [
      [[{ sku: skus[0], quantity: 7 }], 'tickets_unavailable'],
      [[{ sku: skus[1], quantity: 2 }], 'tickets_unavailable'],
      [
        [
          { sku: skus[0], quantity: 1 },
          { sku: skus[1], quantity: 2 },
        ],
        'tickets_unavailable',
      ],
      [[{ sku: skus[0], quantity: 11 }], 'quantity_limit'],
      [[{ sku: randomUUID(), quantity: 1 }], 'unknown_ticket'],
      [[], 'validation_failed'],
    ];
    for (const [items, code] of carts) await refused(post(slug, { items }, { token }), code);
    await refused(
      post(slug, { items: [{ sku: skus[0], quantity: 1 }], promoCode: 'NONE' }, { token }),
      'invalid_promo_code',
    );
    assert.deepEqual(await stored(slug, token), original);
    assert.deepEqual(await left(slug), [2, 1]);
  });

  test('of several ticket types is held all or none', async () => {
    const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{}, { capacity: 1 }, {}] });
    const message = await refused(
      post(slug, { items: skus.map((sku) => ({ sku, quantity: 2 })) }),
      'tickets_unavailable',
    );
    assert.match(message, /Ticket 2/);
    assert.deepEqual(await left(slug), [100, 1, 100]);
    assert.equal(await countStored(slug), 0);
    await held(post(slug, { items: skus.map((sku) => ({ sku, quantity: 1 })) }));
    assert.deepEqual(await left(slug), [99, 0, 99]);
  });

  test('that names a ticket twice has the sum of both', async () => {
    const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ maximumPerOrder: 5 }] });
    const twice = (a: number, b: number) => ({
      items: [
        { sku: skus[0], quantity: a },
        { sku: skus[0], quantity: b },
      ],
    });
    const data = await held(post(slug, twice(2, 3)));
    assert.equal(data.items.length, 1);
    assert.equal(data.items[0].quantity, 5);
    await refused(post(slug, twice(3, 3)), 'quantity_limit');
    assert.deepEqual(await left(slug), [95]);
  });

  test('has the price, the fee and the total of every item, in whole units', async () => {
    const { slug, skus } = await makeEvent(on, host, {
      ticketTypes: [
        { name: 'Regular', priceMinor: 1_500_000 },
        { name: 'Free', priceMinor: 0 },
      ],
    });
    const data = await held(
      post(slug, {
        items: [
          { sku: skus[0], quantity: 2 },
          { sku: skus[1], quantity: 3 },
        ],
      }),
    );
    // 5 % of 15,000 and 100 flat.
    assert.deepEqual(data.items, [
      {
        sku: skus[0],
        name: 'Regular',
        quantity: 2,
        price: 1_500_000,
        fee: 85_000,
        discount: 0,
        total: 3_170_000,
      },
      { sku: skus[1], name: 'Free', quantity: 3, price: 0, fee: 0, discount: 0, total: 0 },
    ]);
    assert.equal(data.total, 3_170_000);
    assert.equal(data.totalFees, 170_000);
    assert.equal(data.discount, 0);
    assert.equal(data.promoCode, null);
    assert.equal(data.currency, 'NGN');
    assert.equal(data.formattedTotal, '₦31,700.00');
  });

  test('of free tickets costs nothing', async () => {
    const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0 }] });
    const data = await held(hold(slug, skus[0], 4));
    assert.deepEqual([data.total, data.totalFees, data.discount], [0, 0, 0]);
  });
});

describe('the quote', () => {
  test('has a new reference each time, and the stored one is the one answered', async () => {
    const { slug, skus } = await makeEvent(on, host);
    const token = randomUUID();
    const references = new Set<string>();
    for (let round = 0; round < 3; round++) {
      const data = await held(hold(slug, skus[0], 1, { token }), round ? 200 : 201);
      references.add(data.quoteReference);
      const row = await stored(slug, token);
      assert.equal(row.quote_reference, data.quoteReference);
      assert.equal(row.quote.total, data.total);
      assert.deepEqual(row.quote.items, data.items);
    }
    assert.equal(references.size, 3);
  });

  test('stays as it is when the price changes, and a refresh has the new price at once', async () => {
    const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 1_000_000 }] });
    const token = randomUUID();
    const original = await held(hold(slug, skus[0], 2, { token }));
    assert.equal(original.total, 2 * 1_060_000);
    for (let round = 1; round <= 5; round++) {
      const priceMinor = 1_000_000 + round * 100_000;
      const row = await stored(slug, token);
      // No word of the change comes through: what is kept in memory is out of date for certain.
      await on.app.database.transaction(async (tx) => {
        await tx.query('ALTER TABLE ticket_types DISABLE TRIGGER ticket_types_changed');
        await tx.query('UPDATE ticket_types SET price_minor = $2 WHERE id = $1', [skus[0], priceMinor]);
        await tx.query('ALTER TABLE ticket_types ENABLE TRIGGER ticket_types_changed');
      });
      assert.deepEqual(await stored(slug, token), row);
      const data = await held(hold(slug, skus[0], 2, { token, app: round % 2 ? on : second }), 200);
      assert.equal(data.items[0].price, priceMinor);
      assert.equal(data.total, 2 * (priceMinor * 1.05 + 10_000));
      assert.equal((await stored(slug, token)).quote.total, data.total);
    }
  });
});

describe('the instant a hold lapses', () => {
  test('its tickets count as free, and another buyer has them, with nobody sweeping', async () => {
    const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 3 }] });
    const [a, b] = [randomUUID(), randomUUID()];
    await held(hold(slug, skus[0], 3, { token: a }));
    assert.deepEqual(
      (await tickets(slug)).map(({ status, quantityLeft }) => [status, quantityLeft]),
      [['SOLD_OUT', 0]],
    );
    await refused(hold(slug, skus[0], 1, { token: b }), 'tickets_unavailable');
    await lapse(on, a);
    for (const app of [on, second]) {
      const [ticket] = await tickets(slug, app);
      assert.deepEqual([ticket?.status, ticket?.quantityLeft], ['AVAILABLE', 3]);
    }
    await held(hold(slug, skus[0], 2, { token: b }));
    assert.deepEqual(await left(slug), [1]);
    await refused(hold(slug, skus[0], 2, { token: a }), 'tickets_unavailable');
    await held(hold(slug, skus[0], 1, { token: a }));
    assert.deepEqual(await left(slug), [0]);
  });

  test('a cart of several ticket types comes back whole though only one of them was short', async () => {
    const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 2 }, { capacity: 50 }] });
    const token = randomUUID();
    await held(post(slug, { items: skus.map((sku) => ({ sku, quantity: 2 })) }, { token }));
    await lapse(on, token);
    await held(hold(slug, skus[0], 2, { token: randomUUID() }));
    assert.deepEqual(await left(slug), [0, 50]);
    await held(hold(slug, skus[1], 3, { token }));
    assert.deepEqual(await left(slug), [0, 47]);
  });

  test('kept answers of two processes follow, with nobody touching the event', async () => {
    const { slug, skus, eventId } = await makeEvent(on, host, {
      ticketTypes: [
        { capacity: 2, priceMinor: 100 },
        { capacity: 2, priceMinor: 300 },
      ],
    });
    const token = randomUUID();
    await held(hold(slug, skus[0], 2, { token }));
    await moveExpiry(token, 2_000);
    // Both processes read the event again, now that the hold ends soon.
    await query(`UPDATE events SET name = 'Soon back' WHERE id = $1`, [eventId]);
    const hasLapsed = async () => (await left(slug))[0] === 2;
    for (const app of [on, second])
      await until('the higher price', async () => (await prices(app, slug)) === '300 300' || hasLapsed());
    await until('the hold to lapse', hasLapsed);
    for (const app of [on, second])
      await until(
        'the lower price',
        async () => (await prices(app, slug)) === '100 100',
        SOONER_THAN_FORGOTTEN_MS,
      );
  });
});

test('sold out and back: statuses and prices follow at once in every process', async () => {
  const { slug, skus } = await makeEvent(on, host, {
    ticketTypes: [
      { capacity: 1, priceMinor: 100 },
      { capacity: 9, priceMinor: 300 },
    ],
  });
  const untilBothShow = async (price: string) => {
    for (const app of [on, second])
      await until(
        `a price of ${price}`,
        async () => (await prices(app, slug)) === price,
        SOONER_THAN_FORGOTTEN_MS,
      );
  };
  const statuses = async (app: TestApp) => (await tickets(slug, app)).map(({ status }) => status).join(' ');
  const token = randomUUID();
  for (let round = 0; round < 3; round++) {
    await untilBothShow('100 100');
    await held(hold(slug, skus[0], 1, { token, app: round % 2 ? on : second }));
    for (const app of [on, second]) assert.equal(await statuses(app), 'SOLD_OUT AVAILABLE');
    await untilBothShow('300 300');
    await held(release(slug, { token, app: round % 2 ? second : on }), 200);
    for (const app of [on, second]) assert.equal(await statuses(app), 'AVAILABLE AVAILABLE');
  }
  await untilBothShow('100 100');
});

type Ticket = { id: string; status: string; quantityLeft: number };

async function tickets(slug: string, app: TestApp = on): Promise<Ticket[]> {
  const { status, body } = await ask(app, `/events/${slug}/tickets`, { key: host });
  assert.equal(status, 200);
  return body.data;
}

/** The cheapest price of an event, by its slug and in the list. */
async function prices(app: TestApp, slug: string): Promise<string> {
  const one = await ask(app, `/events/${slug}`, { key: host });
  const list = await ask(app, '/events?limit=100', { key: host });
  const listed = list.body.data.items.find((item: { slug: string }) => item.slug === slug);
  return `${one.body.data.cheapestTicketPrice} ${listed?.cheapestTicketPrice}`;
}

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, describe, test } from 'node:test';
import { lapse } from '../harness/buy.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { startTestApp } from '../harness/test-app.ts';
import { AN_HOUR_MS, ENVIRONMENT, held, refused, startReservations } from './reservations.fixture.ts';

const world = await startReservations();
const { on, host, documented, post, hold, release, stored, countStored, left, query } = world;
after(() => world.close());
afterEach(() => world.check());

describe('bad requests', () => {
  const sku = randomUUID();
  const bad: [string, unknown][] = [
    ['no items', {}],
    ['items of null', { items: null }],
    ['items that are no array', { items: { sku, quantity: 1 } }],
    ['an empty cart', { items: [] }],
    ['51 items', { items: Array.from({ length: 51 }, () => ({ sku, quantity: 1 })) }],
    ['an item that is no object', { items: [sku] }],
    ['no sku', { items: [{ quantity: 1 }] }],
    ['an empty sku', { items: [{ sku: '', quantity: 1 }] }],
    ['a sku that is a number', { items: [{ sku: 1, quantity: 1 }] }],
    ['an endless sku', { items: [{ sku: 'x'.repeat(101), quantity: 1 }] }],
    ['no quantity', { items: [{ sku }] }],
    ...[0, -1, 1.5, '1', 1001, 1e300, null, true, [1]].map((quantity): [string, unknown] => [
      `quantity ${JSON.stringify(quantity)}`,
      { items: [{ sku, quantity }] },
    ]),
    ['an unknown field', { items: [{ sku, quantity: 1 }], promocode: 'SAVE' }],
    ['an unknown field of an item', { items: [{ sku, quantity: 1, price: 1 }] }],
    ['a promo code of 51 characters', { items: [{ sku, quantity: 1 }], promoCode: 'x'.repeat(51) }],
    ['a promo code that is a number', { items: [{ sku, quantity: 1 }], promoCode: 7 }],
  ];

  test('bodies that break a rule are validation_failed, and name the field', async () => {
    const { slug } = await makeEvent(on, host);
    for (const [what, body] of bad) {
      const message = await refused(post(slug, body), 'validation_failed');
      assert.match(message, /items|promo|price/i, what);
    }
    assert.equal(await countStored(slug), 0);
  });

  test('a body that is not JSON, or not an object, is malformed_body; another type or size is refused as such', async () => {
    const { slug } = await makeEvent(on, host);
    const send = async (body: string, type = 'application/json') => {
      const response = await fetch(`${on.baseUrl}/events/${slug}/reservations`, {
        method: 'POST',
        headers: { authorization: `Bearer ${host.publicKey}`, 'content-type': type },
        body,
      });
      const answer = { status: response.status, headers: response.headers, body: await response.json() };
      return documented('createReservation', answer);
    };
    for (const text of ['', '{', '{"items":[}', 'items=1', '[]', '"cart"', '1', 'null', 'true'])
      await refused(send(text), 'malformed_body');
    await refused(send('items=1', 'application/x-www-form-urlencoded'), 'unsupported_media_type', 415);
    await refused(send(`{"items":"${'x'.repeat(70_000)}"}`), 'body_too_large', 413);
  });

  test('an X-Device-ID that is no UUID is validation_failed', async () => {
    const { slug, skus } = await makeEvent(on, host);
    for (const token of ['', 'my-phone', `${randomUUID()}0`, `{${randomUUID()}`, "'; DROP TABLE holds; --"])
      await refused(hold(slug, skus[0], 1, { token }), 'validation_failed');
    assert.equal(await countStored(slug), 0);
  });

  test('a sku that is no ticket of this event is unknown_ticket, also where it is of another event', async () => {
    const [mine, other] = [await makeEvent(on, host), await makeEvent(on, host)];
    const skus = [randomUUID(), 'x', "' OR 1=1 --", '\0', '__proto__', other.skus[0]];
    for (const unknown of skus) {
      await refused(hold(mine.slug, unknown, 1), 'unknown_ticket');
      const mixed = [
        { sku: mine.skus[0], quantity: 1 },
        { sku: unknown, quantity: 1 },
      ];
      await refused(post(mine.slug, { items: mixed }), 'unknown_ticket');
    }
    assert.deepEqual([await left(mine.slug), await left(other.slug)], [[100], [100]]);
  });
});

describe('limits', () => {
  test('one order has at most as many of a ticket as it says, and may have that many', async () => {
    const { slug, skus } = await makeEvent(on, host, {
      ticketTypes: [{ maximumPerOrder: 4 }, { maximumPerOrder: 1 }],
    });
    const token = randomUUID();
    await refused(hold(slug, skus[0], 5, { token }), 'quantity_limit');
    await refused(hold(slug, skus[1], 2, { token }), 'quantity_limit');
    await held(
      post(
        slug,
        {
          items: [
            { sku: skus[0], quantity: 4 },
            { sku: skus[1], quantity: 1 },
          ],
        },
        { token },
      ),
    );
  });

  test('one address holds only so many tickets of an event over all its tokens, until it lets some go', async () => {
    const app = await startTestApp({ on, environment: { ...ENVIRONMENT, HOLD_LIMIT_PER_ADDRESS: '10' } });
    try {
      const { slug, skus } = await makeEvent(on, host);
      const other = await makeEvent(on, host);
      const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()];
      const from = (token: string) => ({ app, token, address: '198.51.100.20' });
      await held(hold(slug, skus[0], 6, from(a)));
      await held(hold(slug, skus[0], 4, from(b)));
      await refused(hold(slug, skus[0], 1, from(c)), 'too_many_held');
      await refused(hold(slug, skus[0], 1, { app, address: '198.51.100.20' }), 'too_many_held');
      await refused(hold(slug, skus[0], 5, from(b)), 'too_many_held');
      assert.deepEqual(await left(slug), [90]);
      // Others are not concerned, nor is another event.
      await held(hold(slug, skus[0], 10, { app, token: randomUUID(), address: '198.51.100.21' }));
      await held(hold(other.slug, other.skus[0], 10, from(a)));
      // The same cart again is no more than before.
      await held(hold(slug, skus[0], 4, from(b)), 200);

      await held(hold(slug, skus[0], 5, from(a)), 200);
      await held(hold(slug, skus[0], 1, from(c)));
      await refused(hold(slug, skus[0], 2, from(c)), 'too_many_held');
      await held(release(slug, from(b)), 200);
      await held(hold(slug, skus[0], 5, from(c)), 200);
      await refused(hold(slug, skus[0], 1, from(b)), 'too_many_held');
      await lapse(on, a);
      await held(hold(slug, skus[0], 5, from(b)));
    } finally {
      await app.close();
    }
  });
});

describe('tickets that are not for sale', () => {
  const inDays = (days: number): Date => new Date(Date.now() + days * 24 * AN_HOUR_MS);

  test('a ticket before or after its sale window is tickets_unavailable', async () => {
    const { slug, skus } = await makeEvent(on, host, {
      ticketTypes: [
        { saleStartsAt: inDays(1) },
        { saleEndsAt: inDays(-1) },
        { saleStartsAt: inDays(-1), saleEndsAt: inDays(1) },
      ],
    });
    await refused(hold(slug, skus[0], 1), 'tickets_unavailable');
    await refused(hold(slug, skus[1], 1), 'tickets_unavailable');
    await refused(post(slug, { items: skus.map((sku) => ({ sku, quantity: 1 })) }), 'tickets_unavailable');
    await held(hold(slug, skus[2], 1));
  });

  test('a sale that ends lets what is held be, and refuses to refresh it', async () => {
    const { slug, skus } = await makeEvent(on, host);
    const token = randomUUID();
    await held(hold(slug, skus[0], 2, { token }));
    await query(`UPDATE ticket_types SET sale_ends_at = now() - interval '1 minute' WHERE id = $1`, [
      skus[0],
    ]);
    const original = await stored(slug, token);
    await refused(hold(slug, skus[0], 2, { token }), 'tickets_unavailable');
    assert.deepEqual(await stored(slug, token), original);
    await held(release(slug, { token }), 200);
  });

  test('an event that is coming soon, closed, ended or cancelled is tickets_unavailable', async () => {
    const events = [
      await makeEvent(on, host, { isComingSoon: true }),
      await makeEvent(on, host, { startsAt: inDays(-2), closesAt: inDays(-1) }),
      await makeEvent(on, host, { status: 'CANCELLED' }),
      await makeEvent(on, host),
    ];
    const ended = events.at(-1);
    await query(`UPDATE events SET status = 'ENDED' WHERE id = $1`, [ended?.eventId]);
    for (const { slug, skus } of events) {
      await refused(hold(slug, skus[0], 1), 'tickets_unavailable');
      assert.equal(await countStored(slug), 0);
    }
  });

  test("a draft, another host's and none at all are the same 404", async () => {
    const other = await makeHost(on);
    const hidden = [
      await makeEvent(on, host, { status: 'DRAFT' }),
      await makeEvent(on, other),
      { slug: 'no-such-event', skus: [randomUUID()] },
    ];
    for (const { slug, skus } of hidden) {
      await refused(hold(slug, skus[0], 1), 'not_found', 404);
      await refused(release(slug), 'not_found', 404);
    }
  });

  test('an event sold seat by seat is seat_map_event', async () => {
    const { slug, skus } = await makeEvent(on, host, {
      kind: 'seat_map',
      ticketTypes: [{ kind: 'SEATED' }],
    });
    await refused(hold(slug, skus[0], 1), 'seat_map_event');
    assert.equal(await countStored(slug), 0);
  });
});

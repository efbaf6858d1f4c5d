import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, test } from 'node:test';
import { checkInvariants } from '../../src/check/check-invariants.ts';
import type { OpenApiDocument, Operation } from '../../src/docs/openapi-document.ts';
import { createPromoCode, type NewPromoCode } from '../../src/reservations/create-promo-code.ts';
import { ask, type Answer } from '../harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';
import { assertDocumented, assertRefusal, fetchDocument, operationsOf } from './document.ts';

const ENVIRONMENT = {
  RATE_LIMIT_PER_ADDRESS: '1000000',
  // So that a test can come from any address.
  TRUST_PROXY: 'loopback',
};
const A_MINUTE_MS = 60_000;
const AN_HOUR_MS = 60 * A_MINUTE_MS;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

let on: TestApp;
let second: TestApp;
let host: TestHost;
let document: OpenApiDocument;
let operations: Map<string | undefined, Operation>;

before(async () => {
  on = await startTestApp({ environment: ENVIRONMENT });
  second = await startTestApp({ on, environment: ENVIRONMENT });
  // What is promised here is promised without the sweeper.
  await on.app.database.query(
    `CREATE OR REPLACE FUNCTION give_back_lapsed(most integer) RETURNS integer LANGUAGE plpgsql AS 'BEGIN RETURN 0; END'`,
  );
  host = await makeHost(on);
  document = await fetchDocument(on);
  operations = new Map(operationsOf(document).map(({ operation }) => [operation.operationId, operation]));
});
after(async () => {
  await second.close();
  await on.close();
});
afterEach(async () => assert.deepEqual(await checkInvariants(on.app.database), []));

type From = { app?: TestApp; token?: string; address?: string; key?: TestHost };

function headersOf({ token, address }: From): Record<string, string> {
  return {
    ...(token !== undefined && { 'x-device-id': token }),
    ...(address !== undefined && { 'x-forwarded-for': address }),
  };
}

function documented(operationId: string, answer: Answer): Answer {
  const operation = operations.get(operationId);
  assert.ok(operation, operationId);
  assertDocumented(document, operation, answer);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.equal(answer.headers.get('etag'), null);
  return answer;
}

async function post(slug: string, body: unknown, from: From = {}): Promise<Answer> {
  const answer = await ask(from.app ?? on, `/events/${slug}/reservations`, {
    method: 'POST',
    key: from.key ?? host,
    headers: headersOf(from),
    body,
  });
  return documented('createReservation', answer);
}

async function release(slug: string, from: From = {}): Promise<Answer> {
  const answer = await ask(from.app ?? on, `/events/${slug}/reservations`, {
    method: 'DELETE',
    key: from.key ?? host,
    headers: headersOf(from),
  });
  return documented('releaseReservation', answer);
}

/** Asks for one ticket type. */
const hold = (slug: string, sku: string | undefined, quantity: number, from: From = {}) =>
  post(slug, { items: [{ sku, quantity }] }, from);

async function held(answer: Answer | Promise<Answer>, status = 201): Promise<Answer['body']> {
  const { status: got, body } = await answer;
  assert.equal(got, status, JSON.stringify(body));
  return body.data;
}

async function refused(answer: Answer | Promise<Answer>, code: string, status = 400): Promise<string> {
  const got = await answer;
  assertRefusal(got, { status, codes: [code] });
  return got.body.message as string;
}

type Stored = {
  id: string;
  token: string;
  is_shared: boolean;
  client_address: string;
  first_held_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  quantity: number;
  quote_reference: string;
  quote: { total: number; items: unknown[] };
  promo_code_id: string | null;
};

async function stored(slug: string, token: string): Promise<Stored> {
  const { rows } = await on.app.database.query<Stored>(
    `SELECT r.* FROM reservations AS r JOIN events AS e ON e.id = r.event_id WHERE e.slug = $1 AND r.token = $2`,
    [slug, token],
  );
  assert.equal(rows.length, 1);
  return rows[0] as Stored;
}

async function countStored(slug: string): Promise<number> {
  const { rows } = await on.app.database.query<{ count: number }>(
    `SELECT count(*) FROM reservations AS r JOIN events AS e ON e.id = r.event_id WHERE e.slug = $1`,
    [slug],
  );
  return rows[0]?.count ?? 0;
}

/** Moves the end of a hold, as if it had been made so much earlier. */
async function moveExpiry(token: string, byMs: number): Promise<void> {
  await on.app.database.query(
    `WITH moved AS (
       UPDATE reservations SET expires_at = clock_timestamp() + $2 * interval '1 millisecond' WHERE token = $1
       RETURNING id, expires_at)
     UPDATE holds SET expires_at = moved.expires_at FROM moved WHERE reservation_id = moved.id`,
    [token, byMs],
  );
}
const lapse = (token: string) => moveExpiry(token, -1);

type Ticket = { id: string; status: string; quantityLeft: number };

async function tickets(slug: string, app: TestApp = on): Promise<Ticket[]> {
  const { status, body } = await ask(app, `/events/${slug}/tickets`, { key: host });
  assert.equal(status, 200);
  return body.data;
}

const left = async (slug: string): Promise<number[]> =>
  (await tickets(slug)).map(({ quantityLeft }) => quantityLeft);

const query = (sql: string, values: unknown[]) => on.app.database.query(sql, values);

describe('one attendee, one hold', () => {
  test('a new hold is 201 and a refreshed one 200, with the same token', async () => {
    const { slug, skus } = await makeEvent(on, host);
    const token = randomUUID();
    const first = await held(hold(slug, skus[0], 2, { token }));
    assert.equal(first.reservationToken, token);
    assert.deepEqual(await left(slug), [98]);
    const again = await held(hold(slug, skus[0], 2, { token }), 200);
    assert.equal(again.reservationToken, token);
    assert.deepEqual(await left(slug), [98]);
    assert.equal(await countStored(slug), 1);
  });

  test('without a token one is minted, and belongs to the address and the event', async () => {
    const { slug, skus } = await makeEvent(on, host);
    const other = await makeEvent(on, host);
    const first = await held(hold(slug, skus[0], 2, { address: '198.51.100.1' }));
    assert.match(first.reservationToken, UUID);
    const again = await held(hold(slug, skus[0], 3, { address: '198.51.100.1' }), 200);
    assert.equal(again.reservationToken, first.reservationToken);
    const neighbour = await held(hold(slug, skus[0], 1, { address: '198.51.100.2' }));
    const elsewhere = await held(hold(other.slug, other.skus[0], 1, { address: '198.51.100.1' }));
    assert.equal(
      new Set([first.reservationToken, neighbour.reservationToken, elsewhere.reservationToken]).size,
      3,
    );
    assert.deepEqual(await left(slug), [96]);
    assert.equal(await countStored(slug), 2);
  });

  test('a minted token sent back finds the same hold, from any address', async () => {
    const { slug, skus } = await makeEvent(on, host);
    const { reservationToken: token } = await held(hold(slug, skus[0], 2, { address: '198.51.100.3' }));
    await held(hold(slug, skus[0], 4, { token, address: '198.51.100.4' }), 200);
    await held(hold(slug, skus[0], 5, { address: '198.51.100.3' }), 200);
    assert.equal(await countStored(slug), 1);
    assert.equal((await stored(slug, token)).client_address, '198.51.100.3');
    assert.deepEqual(await left(slug), [95]);
  });

  test('a token of its own is apart from the cart of its address', async () => {
    const { slug, skus } = await makeEvent(on, host);
    await held(hold(slug, skus[0], 1, { token: randomUUID(), address: '198.51.100.5' }));
    await held(hold(slug, skus[0], 1, { address: '198.51.100.5' }));
    assert.deepEqual(await left(slug), [98]);
  });

  test('a token in upper case is the same token', async () => {
    const { slug, skus } = await makeEvent(on, host);
    const token = randomUUID();
    await held(hold(slug, skus[0], 1, { token: token.toUpperCase() }));
    const again = await held(hold(slug, skus[0], 1, { token }), 200);
    assert.equal(again.reservationToken, token);
    assert.equal((await release(slug, { token: token.toUpperCase() })).status, 200);
    assert.deepEqual(await left(slug), [100]);
  });

  test('the same token twice at once, through two processes, is one hold: 201 and 200', async () => {
    const { slug, skus } = await makeEvent(on, host);
    for (let round = 0; round < 10; round++) {
      const token = randomUUID();
      const answers = await Promise.all(
        [on, second, on, second].map((app) => hold(slug, skus[0], 1, { app, token })),
      );
      const statuses = answers.map(({ status }) => String(status)).sort();
      assert.deepEqual(
        statuses,
        ['200', '200', '200', '201'],
        JSON.stringify(answers.map(({ body }) => body)),
      );
      await held(release(slug, { token }), 200);
    }
    const byAddress = await Promise.all(
      [on, second, on, second].map((app) => hold(slug, skus[0], 1, { app, address: '198.51.100.6' })),
    );
    assert.deepEqual(byAddress.map(({ status }) => String(status)).sort(), ['200', '200', '200', '201']);
    assert.equal(new Set(byAddress.map(({ body }) => body.data.reservationToken)).size, 1);
    assert.deepEqual(await left(slug), [99]);
  });

  test('the same token for another event is another hold', async () => {
    const [a, b] = [await makeEvent(on, host), await makeEvent(on, host)];
    const token = randomUUID();
    await held(hold(a.slug, a.skus[0], 1, { token }));
    await held(hold(b.slug, b.skus[0], 1, { token }));
    await held(release(a.slug, { token }), 200);
    assert.deepEqual([await left(a.slug), await left(b.slug)], [[100], [99]]);
  });
});

describe('the window', () => {
  test("lasts as long as the event says, and the client's countdown ends 15 seconds before", async () => {
    for (const minutes of [2, 10, 60]) {
      const { slug, skus, eventId } = await makeEvent(on, host);
      await query('UPDATE events SET hold_minutes = $2 WHERE id = $1', [eventId, minutes]);
      const data = await held(hold(slug, skus[0], 1));
      const row = await stored(slug, data.reservationToken);
      assert.equal(row.expires_at.getTime() - row.first_held_at.getTime(), minutes * A_MINUTE_MS);
      assert.equal(row.expires_at.getTime() - Date.parse(data.clientExpiresAt), 15_000);
      assert.match(data.clientExpiresAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    }
  });

  test('is extended by a refresh, which keeps the moment of the first hold', async () => {
    const { slug, skus } = await makeEvent(on, host);
    const token = randomUUID();
    await held(hold(slug, skus[0], 1, { token }));
    const { first_held_at: firstHeldAt } = await stored(slug, token);
    await moveExpiry(token, A_MINUTE_MS);
    const original = await stored(slug, token);
    await held(hold(slug, skus[0], 1, { token }), 200);
    const refreshed = await stored(slug, token);
    assert.ok(refreshed.expires_at.getTime() > original.expires_at.getTime() + 8 * A_MINUTE_MS);
    assert.deepEqual(refreshed.first_held_at, firstHeldAt);
  });

  test('ends one hour after the first hold however often it is refreshed', async () => {
    const { slug, skus } = await makeEvent(on, host);
    const token = randomUUID();
    await held(hold(slug, skus[0], 1, { token }));
    await query(
      `UPDATE reservations SET first_held_at = first_held_at - interval '55 minutes' WHERE token = $1`,
      [token],
    );
    for (let round = 0; round < 2; round++) {
      const data = await held(hold(slug, skus[0], 1, { token }), 200);
      const row = await stored(slug, token);
      assert.equal(row.expires_at.getTime() - row.first_held_at.getTime(), AN_HOUR_MS);
      assert.equal(Date.parse(data.clientExpiresAt), row.expires_at.getTime() - 15_000);
    }
  });

  test('starts afresh, as 201, where the token had lapsed or was released', async () => {
    const { slug, skus } = await makeEvent(on, host);
    const token = randomUUID();
    await held(hold(slug, skus[0], 2, { token }));
    await query(
      `UPDATE reservations SET first_held_at = first_held_at - interval '59 minutes' WHERE token = $1`,
      [token],
    );
    for (const end of [() => lapse(token), () => held(release(slug, { token }), 200)]) {
      await end();
      await held(hold(slug, skus[0], 3, { token }));
      const row = await stored(slug, token);
      assert.equal(row.expires_at.getTime() - row.first_held_at.getTime(), 10 * A_MINUTE_MS);
      assert.equal(row.ended_at, null);
      assert.deepEqual(await left(slug), [97]);
    }
    assert.equal(await countStored(slug), 1);
  });
});

describe('the cart', () => {
  test('is replaced in one step', async () => {
    const { slug, skus } = await makeEvent(on, host, {
      ticketTypes: [{ capacity: 10 }, { capacity: 10 }, { capacity: 10 }],
    });
    const token = randomUUID();
    const items = (...quantities: number[]) => ({
      items: quantities.flatMap((quantity, at) => (quantity ? [{ sku: skus[at], quantity }] : [])),
    });
    await held(post(slug, items(2, 3), { token }));
    assert.deepEqual(await left(slug), [8, 7, 10]);
    const data = await held(post(slug, items(0, 10, 4), { token }), 200);
    assert.deepEqual(await left(slug), [10, 0, 6]);
    assert.deepEqual(
      data.items.map((item: { sku: string; quantity: number }) => [item.sku, item.quantity]),
      [
        [skus[1], 10],
        [skus[2], 4],
      ],
    );
    assert.equal((await stored(slug, token)).quantity, 14);
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

describe('release', () => {
  test('frees the tickets at once; a second time there is nothing to release', async () => {
    const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 2 }] });
    const token = randomUUID();
    await refused(release(slug, { token }), 'nothing_to_release');
    await held(hold(slug, skus[0], 2, { token }));
    await refused(hold(slug, skus[0], 1, { token: randomUUID() }), 'tickets_unavailable');
    const { status, body } = await release(slug, { token });
    assert.equal(status, 200);
    assert.deepEqual(body, { data: { released: true }, status: true });
    assert.deepEqual(await left(slug), [2]);
    await refused(release(slug, { token }), 'nothing_to_release');
    await held(hold(slug, skus[0], 2, { token: randomUUID() }));
  });

  test('without a token is of the hold of that address, and of no other', async () => {
    const { slug, skus } = await makeEvent(on, host);
    const { reservationToken: token } = await held(hold(slug, skus[0], 2, { address: '198.51.100.7' }));
    await held(hold(slug, skus[0], 1, { token: randomUUID(), address: '198.51.100.7' }));
    await refused(release(slug, { address: '198.51.100.8' }), 'nothing_to_release');
    await refused(release(slug, { token: randomUUID(), address: '198.51.100.7' }), 'nothing_to_release');
    assert.deepEqual(await left(slug), [97]);
    await held(release(slug, { address: '198.51.100.7' }), 200);
    assert.deepEqual(await left(slug), [99]);
    await refused(release(slug, { address: '198.51.100.7' }), 'nothing_to_release');
    await refused(release(slug, { token }), 'nothing_to_release');
  });

  test('by the minted token is the same as by the address', async () => {
    const { slug, skus } = await makeEvent(on, host);
    const { reservationToken: token } = await held(hold(slug, skus[0], 2, { address: '198.51.100.9' }));
    await held(release(slug, { token, address: '198.51.100.10' }), 200);
    await refused(release(slug, { address: '198.51.100.9' }), 'nothing_to_release');
    const again = await held(hold(slug, skus[0], 2, { address: '198.51.100.9' }));
    assert.equal(again.reservationToken, token);
  });

  test('of a hold that has lapsed is nothing to release', async () => {
    const { slug, skus } = await makeEvent(on, host);
    const token = randomUUID();
    await held(hold(slug, skus[0], 1, { token }));
    await lapse(token);
    await refused(release(slug, { token }), 'nothing_to_release');
    assert.deepEqual(await left(slug), [100]);
  });

  test("of another host's or an unknown event is 404, and of a bad token 400", async () => {
    const { slug } = await makeEvent(on, host);
    const other = await makeHost(on);
    await refused(release(slug, { key: other }), 'not_found', 404);
    await refused(release('no-such-event'), 'not_found', 404);
    await refused(release(slug, { token: 'my-phone' }), 'validation_failed');
  });
});

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
    ['an empty promo code', { items: [{ sku, quantity: 1 }], promoCode: '' }],
    ['a promo code of 51 characters', { items: [{ sku, quantity: 1 }], promoCode: 'x'.repeat(51) }],
    ['a promo code that is a number', { items: [{ sku, quantity: 1 }], promoCode: 7 }],
    ['a promo code of null', { items: [{ sku, quantity: 1 }], promoCode: null }],
  ];

  test('bodies that break a rule are validation_failed, and name the field', async () => {
    const { slug } = await makeEvent(on, host);
    for (const [what, body] of bad) {
      const message = await refused(post(slug, body), 'validation_failed');
      assert.match(message, /items|promo|price/i, what);
    }
    assert.equal(await countStored(slug), 0);
  });

  test('what is not JSON, or not an object, is malformed_body; another type or size is refused as such', async () => {
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
      await refused(hold(slug, skus[0], 1, from(c)), 'quantity_limit');
      await refused(hold(slug, skus[0], 1, { app, address: '198.51.100.20' }), 'quantity_limit');
      await refused(hold(slug, skus[0], 5, from(b)), 'quantity_limit');
      assert.deepEqual(await left(slug), [90]);
      // Others are not concerned, nor is another event.
      await held(hold(slug, skus[0], 10, { app, token: randomUUID(), address: '198.51.100.21' }));
      await held(hold(other.slug, other.skus[0], 10, from(a)));
      // The same cart again is no more than before.
      await held(hold(slug, skus[0], 4, from(b)), 200);

      await held(hold(slug, skus[0], 5, from(a)), 200);
      await held(hold(slug, skus[0], 1, from(c)));
      await refused(hold(slug, skus[0], 2, from(c)), 'quantity_limit');
      await held(release(slug, from(b)), 200);
      await held(hold(slug, skus[0], 5, from(c)), 200);
      await refused(hold(slug, skus[0], 1, from(b)), 'quantity_limit');
      await lapse(a);
      await held(hold(slug, skus[0], 5, from(b)));
    } finally {
      await app.close();
    }
  });
});

describe('what is not for sale', () => {
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

  test("a draft, an unlisted event, another host's and none at all are the same 404", async () => {
    const other = await makeHost(on);
    const hidden = [
      await makeEvent(on, host, { status: 'DRAFT' }),
      await makeEvent(on, host, { isUnlisted: true }),
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

describe('promo codes', () => {
  const makeCode = (eventId: string, code: Partial<NewPromoCode>) =>
    on.app.database.transaction((tx) =>
      createPromoCode(tx, {
        eventId,
        code: 'SAVE',
        discount: { percentBasisPoints: 1_000 },
        maximumUses: null,
        ticketTypeIds: [],
        ...code,
      }),
    );
  const withCode = (
    slug: string,
    sku: string | undefined,
    promoCode: string,
    from: From = {},
    quantity = 1,
  ) => post(slug, { items: [{ sku, quantity }], promoCode }, from);
  const uses = async (id: string): Promise<number> => {
    const { rows } = await on.app.database.query<{ uses: number }>(
      'SELECT uses FROM promo_codes WHERE id = $1',
      [id],
    );
    return rows[0]?.uses ?? -1;
  };

  test('a percent code takes its share off, and the fee is of what remains', async () => {
    const { slug, skus, eventId } = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 1_000_000 }] });
    await makeCode(eventId, { code: 'Ten-Off' });
    const data = await held(withCode(slug, skus[0], 'Ten-Off', {}, 2));
    assert.equal(data.promoCode, 'Ten-Off');
    assert.equal(data.discount, 200_000);
    assert.equal(data.items[0].fee, 55_000);
    assert.equal(data.total, 2 * (1_000_000 + 55_000) - 200_000);
  });

  test('a fixed code takes its amount off once, and never more than the tickets are worth', async () => {
    const { slug, skus, eventId } = await makeEvent(on, host, {
      ticketTypes: [{ priceMinor: 1_000 }, { priceMinor: 2_000 }],
    });
    await makeCode(eventId, { code: 'FIXED', discount: { amountMinor: 1_001 } });
    const both = { items: skus.map((sku) => ({ sku, quantity: 1 })), promoCode: 'FIXED' };
    const data = await held(post(slug, both));
    assert.equal(data.discount, 1_001);
    assert.deepEqual(
      data.items.map((item: { discount: number }) => item.discount),
      [334, 667],
    );
    const small = await held(withCode(slug, skus[0], 'FIXED'), 200);
    assert.deepEqual([small.discount, small.total, small.totalFees], [1_000, 0, 0]);
  });

  test('upper and lower case, and blanks around it, are the same code', async () => {
    const { slug, skus, eventId } = await makeEvent(on, host);
    await makeCode(eventId, { code: 'EarlyBird' });
    for (const [at, typed] of ['EarlyBird', 'EARLYBIRD', 'earlybird', ' earlyBIRD '].entries()) {
      const data = await held(withCode(slug, skus[0], typed), at ? 200 : 201);
      assert.equal(data.promoCode, 'EarlyBird');
    }
  });

  test('an unknown code, and one of another event, is invalid_promo_code', async () => {
    const [mine, other] = [await makeEvent(on, host), await makeEvent(on, host)];
    await makeCode(other.eventId, { code: 'OTHER' });
    for (const code of ['NONE', 'OTHER', '%', '\0', '__proto__'])
      await refused(withCode(mine.slug, mine.skus[0], code), 'invalid_promo_code');
    assert.equal(await countStored(mine.slug), 0);
  });

  test('a code for some tickets counts on those alone, and is refused where none of them is in the cart', async () => {
    const { slug, skus, eventId } = await makeEvent(on, host, { ticketTypes: [{}, {}] });
    await makeCode(eventId, { ticketTypeIds: [skus[1] ?? ''] });
    await refused(withCode(slug, skus[0], 'SAVE'), 'invalid_promo_code');
    const data = await held(
      post(slug, { items: skus.map((sku) => ({ sku, quantity: 1 })), promoCode: 'SAVE' }),
    );
    assert.deepEqual(
      data.items.map((item: { discount: number }) => item.discount),
      [0, 100_000],
    );
  });

  test('a code before or after its dates is invalid_promo_code', async () => {
    const { slug, skus, eventId } = await makeEvent(on, host);
    const early = await makeCode(eventId, { code: 'EARLY' });
    const late = await makeCode(eventId, { code: 'LATE' });
    await query(`UPDATE promo_codes SET starts_at = now() + interval '1 hour' WHERE id = $1`, [early]);
    await query(`UPDATE promo_codes SET ends_at = now() - interval '1 hour' WHERE id = $1`, [late]);
    const token = randomUUID();
    await held(hold(slug, skus[0], 1, { token }));
    for (const code of ['EARLY', 'LATE']) {
      await refused(withCode(slug, skus[0], code), 'invalid_promo_code');
      await refused(withCode(slug, skus[0], code, { token }), 'invalid_promo_code');
    }
    await query('UPDATE promo_codes SET starts_at = NULL, ends_at = NULL WHERE id = ANY ($1)', [
      [early, late],
    ]);
    for (const code of ['EARLY', 'LATE']) await held(withCode(slug, skus[0], code, { token }), 200);
  });

  test('a code without a maximum is good for everybody, and its uses are not counted', async () => {
    const { slug, skus, eventId } = await makeEvent(on, host);
    const id = await makeCode(eventId, {});
    for (let buyer = 0; buyer < 5; buyer++)
      await held(withCode(slug, skus[0], 'SAVE', { token: randomUUID() }));
    assert.equal(await uses(id), 0);
  });

  test('a limited code is used when held, and given back when released, replaced or lapsed', async () => {
    const { slug, skus, eventId } = await makeEvent(on, host);
    const id = await makeCode(eventId, { maximumUses: 2 });
    const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()];
    await held(withCode(slug, skus[0], 'SAVE', { token: a }));
    await held(withCode(slug, skus[0], 'SAVE', { token: b }));
    await refused(withCode(slug, skus[0], 'SAVE', { token: c }), 'invalid_promo_code');
    assert.equal(await uses(id), 2);
    // Whoever has it keeps it in a refresh.
    await held(withCode(slug, skus[0], 'SAVE', { token: a }, 3), 200);
    assert.equal(await uses(id), 2);

    await held(release(slug, { token: a }), 200);
    assert.equal(await uses(id), 1);
    await held(withCode(slug, skus[0], 'SAVE', { token: c }));
    await refused(withCode(slug, skus[0], 'SAVE', { token: a }), 'invalid_promo_code');

    await held(hold(slug, skus[0], 1, { token: b }), 200);
    assert.equal(await uses(id), 1);
    await held(withCode(slug, skus[0], 'SAVE', { token: a }));
    await refused(withCode(slug, skus[0], 'SAVE', { token: b }), 'invalid_promo_code');

    await lapse(c);
    await held(withCode(slug, skus[0], 'SAVE', { token: b }), 200);
    assert.equal(await uses(id), 2);
    // The one that had lapsed comes back, and finds its use gone.
    await refused(withCode(slug, skus[0], 'SAVE', { token: c }), 'invalid_promo_code');
    await held(hold(slug, skus[0], 1, { token: c }));
    assert.equal(await uses(id), 2);
  });

  test('one code is exchanged for another, each counted once', async () => {
    const { slug, skus, eventId } = await makeEvent(on, host);
    const first = await makeCode(eventId, { code: 'FIRST', maximumUses: 1 });
    const last = await makeCode(eventId, { code: 'LAST', maximumUses: 1 });
    const token = randomUUID();
    for (const [at, code] of ['FIRST', 'LAST', 'LAST', 'FIRST'].entries()) {
      const data = await held(withCode(slug, skus[0], code, { token }), at ? 200 : 201);
      assert.equal(data.promoCode, code);
      assert.deepEqual([await uses(first), await uses(last)], code === 'FIRST' ? [1, 0] : [0, 1]);
    }
    await refused(withCode(slug, skus[0], 'FIRST', { token: randomUUID() }), 'invalid_promo_code');
    await held(withCode(slug, skus[0], 'LAST', { token: randomUUID() }));
  });

  test('of many buyers at once only as many have a limited code as it has uses', async () => {
    const { slug, skus, eventId } = await makeEvent(on, host);
    const id = await makeCode(eventId, { maximumUses: 3 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        withCode(slug, skus[0], 'SAVE', { app: at % 2 ? on : second, token: randomUUID() }),
      ),
    );
    assert.equal(answers.filter(({ status }) => status === 201).length, 3);
    for (const answer of answers) if (answer.status !== 201) await refused(answer, 'invalid_promo_code');
    assert.equal(await uses(id), 3);
    assert.deepEqual(await left(slug), [97]);
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
    await lapse(a);
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
    await lapse(token);
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
      await until('the lower price', async () => (await prices(app, slug)) === '100 100', 10_000);
  });
});

/** The cheapest price of an event, by its slug and in the list. */
async function prices(app: TestApp, slug: string): Promise<string> {
  const one = await ask(app, `/events/${slug}`, { key: host });
  const list = await ask(app, '/events?limit=100', { key: host });
  const listed = list.body.data.items.find((item: { slug: string }) => item.slug === slug);
  return `${one.body.data.cheapestTicketPrice} ${listed?.cheapestTicketPrice}`;
}

test('a change of fees, of the limit per order or of the tickets of a code is followed by every process', async () => {
  const key = await makeHost(on);
  const { slug, skus, eventId } = await makeEvent(on, key, { ticketTypes: [{}, {}] });
  const promoCodeId = await on.app.database.transaction((tx) =>
    createPromoCode(tx, {
      eventId,
      code: 'SAVE',
      discount: { percentBasisPoints: 1_000 },
      maximumUses: null,
      ticketTypeIds: [],
    }),
  );
  const cart = { items: [{ sku: skus[0], quantity: 3 }], promoCode: 'SAVE' };
  const untilBoth = async (what: string, is: (answer: Answer) => boolean) => {
    for (const app of [on, second])
      await until(what, async () => is(await post(slug, cart, { app, key })), 10_000);
  };
  await untilBoth('the code to be known', ({ status }) => status < 300);
  await query('UPDATE hosts SET fee_flat_minor = 20000 WHERE id = $1', [key.hostId]);
  await untilBoth('the new fee', ({ body }) => body.data?.items[0].fee === 65_000);
  await query('INSERT INTO promo_code_ticket_types VALUES ($1, $2)', [promoCodeId, skus[1]]);
  await untilBoth('the code to be for other tickets', ({ body }) => body.error_code === 'invalid_promo_code');
  await query('DELETE FROM promo_code_ticket_types WHERE promo_code_id = $1', [promoCodeId]);
  await untilBoth('the code to be for all tickets', ({ status }) => status === 200);
  await query('UPDATE ticket_types SET maximum_per_order = 2 WHERE id = $1', [skus[0]]);
  await untilBoth('the new limit', ({ body }) => body.error_code === 'quantity_limit');
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
      await until(`a price of ${price}`, async () => (await prices(app, slug)) === price, 10_000);
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

import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, afterEach, before, suite, test } from 'node:test';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { makeHall } from '../../src/pages/checkout/embed/embed.fixture.ts';
import { connectDatabase, isDatabaseUnavailable } from '../../src/db/database.ts';
import { makeHoldRequest } from '../../src/inventory/hold-engine.fixture.ts';
import { createHoldEngine } from '../../src/inventory/hold-engine.ts';
import { createPromoCode } from '../../src/reservations/create-promo-code.ts';
import { lapse, order, quantityLeft, runSoon } from '../harness/buy.ts';
import { ask, type Answer } from '../harness/client.ts';
import { openLossyProxy, type LossyProxy } from '../harness/lossy-proxy.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { createTestDatabase, LONG_TIMEOUTS, type TestDatabase } from '../harness/test-database.ts';
import { expectNothingUnhandled } from '../harness/unhandled.ts';
import { until } from '../harness/until.ts';

expectNothingUnhandled();

const HOLD = 'hold_batch';
const CAPACITY = 100;

suite('a hold whose commit is not answered', () => {
  let testDatabase: TestDatabase;
  let proxy: LossyProxy;
  let on: TestApp;
  let host: TestHost;
  before(async () => {
    testDatabase = await createTestDatabase();
    proxy = await openLossyProxy(testDatabase.url);
    on = await startTestApp({
      on: { testDatabase, secretKey: randomBytes(32) } as TestApp,
      databaseUrl: proxy.url,
    });
    // One server buys for everybody.
    host = await makeHost(on, {}, { servers: ['127.0.0.1'] });
  });
  afterEach(async () => assert.deepEqual(await checkInvariants(testDatabase.database), []));
  after(async () => {
    await on.close();
    proxy.close();
    await testDatabase.drop();
  });

  type Asked = { token?: string; body: object; door?: string; method?: 'POST' | 'DELETE' };

  const askFor = (slug: string, { token, body, door = '/api/v1/events', method = 'POST' }: Asked) =>
    ask({ baseUrl: on.publicUrl }, `${door}/${slug}/reservations`, {
      method,
      key: host,
      ...(token !== undefined && { headers: { 'x-device-id': token } }),
      ...(method === 'POST' && { body }),
    });

  const free = () => makeEvent(on, host, { ticketTypes: [{ capacity: CAPACITY, priceMinor: 0 }] });

  /** The carts in the database, each with what it holds. */
  const carts = async (eventId: string) => {
    const { rows } = await testDatabase.database.query<{ token: string; quantity: number }>(
      `SELECT r.token, coalesce(sum(h.quantity), 0)::integer AS quantity
         FROM reservations AS r LEFT JOIN holds AS h ON h.reservation_id = r.id
        WHERE r.event_id = $1 AND r.ended_at IS NULL GROUP BY r.id ORDER BY r.token`,
      [eventId],
    );
    return rows;
  };

  const isToldToComeBack = ({ status, headers, body }: Answer): void => {
    assert.equal(status, 503, JSON.stringify(body));
    assert.equal(body.error_code, 'unavailable');
    assert.match(headers.get('retry-after') ?? '', /^\d+$/);
  };

  for (const [what, standsAlready] of [
    ['answer', true],
    ['request', false],
  ] as const) {
    const losing = (work: () => Promise<Answer>) => proxy.losing({ statement: HOLD, what }, work);
    const again = standsAlready ? 200 : 201;

    test(`the ${what} is lost: the same token again holds once, and its quote can be ordered`, async () => {
      const { slug, skus, eventId } = await free();
      const token = randomUUID();
      const asked = { token, body: { items: [{ sku: skus[0], quantity: 3 }] } };
      isToldToComeBack(await losing(() => askFor(slug, asked)));
      assert.deepEqual(await carts(eventId), standsAlready ? [{ token, quantity: 3 }] : []);

      const { status, body } = await askFor(slug, asked);
      assert.equal(status, again, JSON.stringify(body));
      assert.deepEqual(await carts(eventId), [{ token, quantity: 3 }]);
      assert.deepEqual(await quantityLeft(on, host, slug), [CAPACITY - 3]);
      const ordered = await order(on, host, { slug, token, quoteReference: body.data.quoteReference });
      assert.equal(ordered.status, 201, JSON.stringify(ordered.body));
      assert.deepEqual(await carts(eventId), []);
      assert.deepEqual(await quantityLeft(on, host, slug), [CAPACITY - 3]);
    });

    test(`the ${what} is lost for a cart without a token: its address finds it again`, async () => {
      const { slug, skus, eventId } = await free();
      const asked = { body: { items: [{ sku: skus[0], quantity: 2 }] } };
      isToldToComeBack(await losing(() => askFor(slug, asked)));
      const made = await carts(eventId);
      const { status, body } = await askFor(slug, asked);
      assert.equal(status, again, JSON.stringify(body));
      const { reservationToken: token } = body.data;
      assert.deepEqual(await carts(eventId), [{ token, quantity: 2 }]);
      if (standsAlready) assert.equal(made[0]?.token, token);
    });

    test(`the ${what} of another cart for the token is lost: tried again, that one stands and no more`, async () => {
      const { slug, skus, eventId } = await free();
      const token = randomUUID();
      const cart = (quantity: number) => ({ token, body: { items: [{ sku: skus[0], quantity }] } });
      assert.equal((await askFor(slug, cart(7))).status, 201);
      isToldToComeBack(await losing(() => askFor(slug, cart(2))));
      assert.deepEqual(await carts(eventId), [{ token, quantity: standsAlready ? 2 : 7 }]);
      assert.equal((await askFor(slug, cart(2))).status, 200);
      assert.deepEqual(await carts(eventId), [{ token, quantity: 2 }]);
      assert.deepEqual(await quantityLeft(on, host, slug), [CAPACITY - 2]);
    });

    test(`the ${what} is lost for the last use of a promo code: the same token has it, nobody else`, async () => {
      const { slug, skus, eventId } = await makeEvent(on, host);
      await on.app.database.transaction((tx) =>
        createPromoCode(tx, {
          eventId,
          code: 'ONCE',
          discount: { percentBasisPoints: 5_000 },
          maximumUses: 1,
          ticketTypeIds: [],
        }),
      );
      const token = randomUUID();
      const body = { items: [{ sku: skus[0], quantity: 1 }], promoCode: 'ONCE' };
      isToldToComeBack(await losing(() => askFor(slug, { token, body })));
      assert.equal((await askFor(slug, { token, body })).status, again);
      const other = await askFor(slug, { token: randomUUID(), body });
      assert.equal(other.body.error_code, 'invalid_promo_code');
    });

    test(`the ${what} is lost for a seat: the same token has it, nobody else`, async () => {
      const { slug, seatIds, eventId } = await makeHall(on, host);
      const token = randomUUID();
      const asked = { door: '/checkout', body: { seatIds: seatIds.slice(0, 2) } };
      isToldToComeBack(await losing(() => askFor(slug, { ...asked, token })));
      assert.equal((await askFor(slug, { ...asked, token })).status, again);
      assert.deepEqual(await carts(eventId), [{ token, quantity: 2 }]);
      const other = await askFor(slug, { ...asked, token: randomUUID() });
      assert.deepEqual(other.body.takenSeats?.toSorted(), seatIds.slice(0, 2).toSorted());
    });

    test(`the ${what} to a release is lost: tried again, everything is back, once`, async () => {
      const { slug, skus, eventId } = await free();
      const [token, other] = [randomUUID(), randomUUID()];
      const body = { items: [{ sku: skus[0], quantity: 4 }] };
      for (const holder of [token, other]) {
        assert.equal((await askFor(slug, { token: holder, body })).status, 201);
      }
      isToldToComeBack(await losing(() => askFor(slug, { token, body, method: 'DELETE' })));
      const released = await askFor(slug, { token, body, method: 'DELETE' });
      assert.equal(released.status, standsAlready ? 400 : 200, JSON.stringify(released.body));
      if (standsAlready) assert.equal(released.body.error_code, 'nothing_to_release');
      assert.deepEqual(await carts(eventId), [{ token: other, quantity: 4 }]);
      assert.deepEqual(await quantityLeft(on, host, slug), [CAPACITY - 4]);
    });

    test(`the ${what} is lost for many carts at once: each has what it asked for, once`, async () => {
      const { slug, skus, eventId } = await free();
      const tokens = Array.from({ length: 40 }, () => randomUUID()).toSorted();
      const askAs = (token: string) =>
        askFor(slug, { token, body: { items: [{ sku: skus[0], quantity: 2 }] } });
      const first = await proxy.losing({ statement: HOLD, what }, () => Promise.all(tokens.map(askAs)));
      const lost = tokens.filter((_, at) => first[at]?.status !== 201);
      assert.ok(lost.length > 0);
      for (const answer of first) if (answer.status !== 201) isToldToComeBack(answer);
      for (const { status } of await Promise.all(lost.map(askAs))) assert.equal(status, again);
      assert.deepEqual(
        await carts(eventId),
        tokens.map((token) => ({ token, quantity: 2 })),
      );
      assert.deepEqual(await quantityLeft(on, host, slug), [CAPACITY - 80]);
    });
  }

  test('the negative control: who tries again under a new token holds twice', async () => {
    const { slug, skus, eventId } = await free();
    const hold = () =>
      askFor(slug, { token: randomUUID(), body: { items: [{ sku: skus[0], quantity: 3 }] } });
    isToldToComeBack(await proxy.losing({ statement: HOLD }, hold));
    assert.equal((await hold()).status, 201);
    assert.equal((await carts(eventId)).length, 2);
    assert.deepEqual(await quantityLeft(on, host, slug), [CAPACITY - 6]);
  });

  test('the answer to what the sweeper gave back is lost: it is given back once', async () => {
    const { slug, skus, eventId } = await free();
    const [token, other] = [randomUUID(), randomUUID()];
    const body = { items: [{ sku: skus[0], quantity: 5 }] };
    for (const holder of [token, other]) {
      assert.equal((await askFor(slug, { token: holder, body })).status, 201);
    }
    await proxy.losing({ statement: 'give_back_lapsed($1)' }, async () => {
      await lapse(on, token);
      await runSoon(on, 'give_back_lapsed');
    });
    await until('the lapsed cart to be gone', async () =>
      (await carts(eventId)).every((cart) => cart.token !== token || cart.quantity === 0),
    );
    await runSoon(on, 'give_back_lapsed');
    const { rows } = await testDatabase.database.query<{ held: number }>(
      'SELECT held FROM ticket_types WHERE event_id = $1',
      [eventId],
    );
    assert.deepEqual(rows, [{ held: 5 }]);
  });

  // One request that the database can't digest makes the engine halve the batch, and try the halves again by itself. The last
  // of eight is such a one: all eight fail, four pass, four fail, two pass, and so on.
  for (const passed of [1, 3, 5]) {
    test(`a batch is halved and the answer to part of it is lost, after ${passed} of its statements: nobody holds twice`, async () => {
      const { eventId, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: CAPACITY }] });
      const lines = [{ sku: skus[0] ?? '', quantity: 1 }];
      const database = connectDatabase({
        url: proxy.url,
        poolSize: 2,
        onIdleError: () => {},
        ...LONG_TIMEOUTS,
      });
      const engine = createHoldEngine({ database, addressLimit: 1_000 });
      try {
        const good = Array.from({ length: 7 }, () => makeHoldRequest({ eventId, lines }));
        const poison = makeHoldRequest({ eventId, lines, token: 'not a token' });
        const outcomes = await proxy.losing({ statement: HOLD, after: passed }, () =>
          Promise.allSettled([...good, poison].map((request) => engine.hold(request))),
        );
        const failures = outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason : null));
        assert.equal(failures.pop()?.code, '22P02');
        const lost = good.filter((_, at) => failures[at] !== null);
        assert.ok(lost.length > 0);
        assert.ok(failures.every((failure) => failure === null || isDatabaseUnavailable(failure)));
        for (const request of lost) assert.equal((await engine.hold(request)).outcome, 'refreshed');
        const expected = good.map(({ token }) => ({ token, quantity: 1 }));
        assert.deepEqual(
          await carts(eventId),
          expected.toSorted((a, b) => ((a.token ?? '') < (b.token ?? '') ? -1 : 1)),
        );
      } finally {
        await engine.close();
        await database.close();
      }
    });
  }
});

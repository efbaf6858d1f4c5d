import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, before, suite, test } from 'node:test';
import { requireKey } from '../../src/api/authenticate.ts';
import { createRequestCounter } from '../../src/http/count-request.ts';
import { registerCreateOrder } from '../../src/api/create-order.ts';
import { listenForChanges } from '../../src/db/changes.ts';
import { createKeyFinder } from '../../src/hosts/keys/find-key.ts';
import { createClientAddress } from '../../src/http/client-address.ts';
import { createRateLimiter } from '../../src/http/rate-limit.ts';
import { createSharedCounts } from '../../src/http/shared-counts.ts';
import { createRequestIds } from '../../src/http/request-id.ts';
import { createHttpServer, type HttpServer } from '../../src/http/server.ts';
import { createOffers } from '../../src/reservations/offers.ts';
import { historyOf, hold, order, quantityLeft, storedOrder } from '../harness/buy.ts';
import { ofEach } from '../harness/gateways/all-simulators.ts';
import { NO_ROOMS } from '../harness/no-rooms.ts';
import type { Fault } from '../harness/gateways/simulator.ts';
import { expectNothingUnhandled } from '../harness/unhandled.ts';
import { until } from '../harness/until.ts';
import {
  assertNothingWrong,
  endOf,
  makeDue,
  openSale,
  openShop,
  openWorker,
  SIMULATED,
  soldOnce,
  untilQuiet,
  type Shop,
  type Simulated,
} from './payments-shop.fixture.ts';

expectNothingUnhandled();

// A third of what the product waits: the gateway has to have heard of it. Stripe, which is asked twice, gets half of it each time.
const SHORT_CALL_LIMIT_MS = 3_000;
// So that a test whose gateway is given up for another reason than the time ends long before.
const LONG_CALL_LIMIT_MS = 60_000;
const UNLIMITED = 1_000_000;

/**
 * The product's own way to take an order, with a time limit for gateways that a test can wait for. All else, the holds
 * and the jobs, is the shop's.
 */
async function openCounter({ on, simulators }: Shop, callLimitMs: number) {
  const { database } = on.app;
  const urls = ofEach((name) => simulators[name].url);
  const worker = openWorker(on, urls, { callLimitMs });
  const changes = listenForChanges(database, () => {});
  const offers = createOffers({ database, changes, counts: null });
  const keys = createKeyFinder({ database, changes, uses: { note: () => {} } });
  const counts = createSharedCounts({ counters: null, onCacheError: () => {} });
  const limiter = createRateLimiter({ counts, perKey: UNLIMITED, perAddress: UNLIMITED });
  const counter = createRequestCounter({ limiter, clientAddress: createClientAddress([], () => {}) });
  const http = createHttpServer({ requestIds: createRequestIds('counter'), logger: worker.parts.logger });
  await http.register(async (api: HttpServer) => {
    requireKey(api, { keys, counter });
    registerCreateOrder(api, { ...worker.parts, offers, rooms: NO_ROOMS });
  });
  await changes.start();
  await http.listen({ port: 0, host: '127.0.0.1' });
  return {
    baseUrl: `http://127.0.0.1:${(http.server.address() as AddressInfo).port}/api/v1`,
    async close() {
      await http.close();
      counts.close();
      await changes.close();
      await worker.close();
    },
  };
}

type Counter = Awaited<ReturnType<typeof openCounter>>;

suite('a gateway that has no answer when a payment is started', () => {
  let shop: Shop;
  let hasty: Counter;
  let patient: Counter;
  before(async () => {
    shop = await openShop();
    hasty = await openCounter(shop, SHORT_CALL_LIMIT_MS);
    patient = await openCounter(shop, LONG_CALL_LIMIT_MS);
  });
  after(async () => {
    await hasty.close();
    await patient.close();
    await shop.close();
  });

  /** Orders one of two tickets while the gateway is out of its mind. */
  async function orderInVain(name: Simulated, at: Counter, fault: Fault) {
    const { on } = shop;
    const till = shop.tills[name];
    const simulator = shop.simulators[name];
    const sale = await openSale(on, till, 2);
    const cart = await hold(on, till.host, { slug: sale.slug, items: [{ sku: sale.sku, quantity: 1 }] });
    // Stripe is asked once more by itself.
    simulator.faultNext('start', fault, simulator.traits.startsAsked);
    const refused = await order(at, till.host, cart);
    assert.equal(refused.status, 502, name);
    assert.equal(refused.body.error_code, 'payment_gateway_error');
    assert.equal(simulator.forgetFaults(), 0, `${name} was asked`);
    await until(`the connection to ${name} to be let go`, () => simulator.unanswered() === 0);
    assert.deepEqual(await quantityLeft(on, till.host, sale.slug), [1], `${name}: the ticket stays held`);
    const { rows } = await on.app.database.query<{ reference: string }>(
      'SELECT reference FROM orders WHERE event_id = $1',
      [sale.eventId],
    );
    const reference = rows[0]?.reference ?? '';
    const { status, next_look_up_at: nextLookUpAt } = await storedOrder(on, reference);
    assert.equal(status, 'failed');
    assert.ok(nextLookUpAt, `${name} is going to be asked about it`);
    const cause = (await historyOf(on, reference)).at(-1)?.cause ?? '';
    return { till, cart, reference, cause };
  }

  async function buyAfterAll({ till, cart }: Awaited<ReturnType<typeof orderInVain>>): Promise<void> {
    const { on } = shop;
    const tried = await order(on, till.host, cart);
    assert.equal(tried.status, 201, JSON.stringify(tried.body));
    assert.equal(await till.send(await till.takeMoney(tried.body.data)), 200);
    await untilQuiet(on);
    assert.deepEqual(await endOf(on, tried.body.data.reference), soldOnce(1));
  }

  for (const fault of ['hang', 'drip_head', 'drip_body'] as const) {
    test(`${fault}: it is given up when its time is over, the ticket stays held, and the second try works`, async () => {
      await Promise.all(
        SIMULATED.map(async (name) => {
          const inVain = await orderInVain(name, hasty, fault);
          assert.match(inVain.cause, /did not answer: TimeoutError$/);
          await buyAfterAll(inVain);
        }),
      );
      await assertNothingWrong(shop.on);
    });
  }

  test('endless: it is given up for its length, long before its time is over', async () => {
    await Promise.all(
      SIMULATED.map(async (name) => {
        const inVain = await orderInVain(name, patient, 'endless');
        assert.match(inVain.cause, /did not answer: UND_ERR_RES_EXCEEDED_MAX_SIZE$/);
        await buyAfterAll(inVain);
      }),
    );
    await assertNothingWrong(shop.on);
  });

  // Stripe tells the address of its page together with the session: without the one nobody can have paid by the other.
  for (const name of ['paystack', 'flutterwave'] as const) {
    test(`${name}: a payment made at the page that it never told of is found later by asking`, async () => {
      const { on, worker } = shop;
      const { till, reference } = await orderInVain(name, hasty, 'hang_after');
      await till.takeMoney({ reference, checkoutUrl: '' });
      await makeDue(on, [reference]);
      await worker.ask();
      assert.deepEqual(await endOf(on, reference), soldOnce(1));
      await assertNothingWrong(on);
    });
  }
});

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import type { Database } from '../../src/db/database.ts';
import { hold, historyOf } from '../harness/buy.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { until } from '../harness/until.ts';
import { expectNothingUnhandled } from '../harness/unhandled.ts';
import {
  assertNothingWrong,
  endOf,
  GATEWAYS,
  lapse,
  makeDue,
  openSale,
  openShop,
  SIMULATED,
  soldOnce,
  untilQuiet,
  type End,
  type Shop,
  type Till,
} from './payments-shop.fixture.ts';

expectNothingUnhandled();

// As many as come to pay for the last ticket after it was let go.
const LATE_PAYERS = 10;

const givenBack = (amount: number): End => ({
  status: 'refunded',
  tickets: 0,
  payments: ['late'],
  refunds: [{ reason: 'late', status: 'succeeded', amount }],
  mails: ['payment_returned'],
});

suite('a payment that comes after its tickets were let go', () => {
  let shop: Shop;
  before(async () => {
    shop = await openShop();
    for (const name of SIMULATED) shop.simulators[name].settings.refundsBeginAs = 'succeeded';
  });
  after(() => shop.close());

  /** Orders that were made, not paid, and let go: of the last ticket, one after the other. */
  async function lapsedOrders(till: Till, { capacity, count }: { capacity: number; count: number }) {
    const sale = await openSale(shop.on, till, capacity);
    const orders = [];
    for (let nr = 0; nr < count; nr++) {
      const made = await sale.order(1);
      await lapse(shop, [made.reference]);
      orders.push(made);
    }
    return { sale, orders };
  }

  for (const name of GATEWAYS) {
    test(`${name}: with tickets left they are issued`, async () => {
      const till = shop.tills[name];
      const { orders } = await lapsedOrders(till, { capacity: 2, count: 1 });
      for (const made of orders) {
        await till.send(await till.takeMoney(made));
        await untilQuiet(shop.on);
        assert.deepEqual(await endOf(shop.on, made.reference), soldOnce(1));
      }
      await assertNothingWrong(shop.on);
    });

    test(`${name}: with none left the money goes back by itself, once, and the buyer is told`, async () => {
      const till = shop.tills[name];
      const { sale, orders } = await lapsedOrders(till, { capacity: 1, count: 1 });
      await hold(shop.on, till.host, { slug: sale.slug, items: [{ sku: sale.sku, quantity: 1 }] });
      for (const made of orders) {
        const callback = await till.takeMoney(made);
        await Promise.all([1, 2, 3].map(() => till.send(callback)));
        await makeDue(shop.on, [made.reference]);
        await shop.worker.ask();
        await untilQuiet(shop.on);
        assert.deepEqual(await endOf(shop.on, made.reference), givenBack(made.total));
        assert.deepEqual(await till.refunds(made.reference), [made.total]);
        const history = await historyOf(shop.on, made.reference);
        assert.deepEqual(
          history.slice(-2).map(({ status }) => status),
          ['expired', 'refunded'],
        );
      }
      await assertNothingWrong(shop.on);
    });

    test(`${name}: of ${LATE_PAYERS} who pay for the last ticket at once one gets it, the others their money`, async () => {
      const till = shop.tills[name];
      const { orders } = await lapsedOrders(till, { capacity: 1, count: LATE_PAYERS });
      const callbacks = [];
      for (const made of orders) callbacks.push(await till.takeMoney(made));
      const references = orders.map(({ reference }) => reference);
      // Half of them are told of by the gateway, the others found by asking: in another process, as it were.
      await makeDue(shop.on, references.slice(LATE_PAYERS / 2));
      await Promise.all([
        ...callbacks.slice(0, LATE_PAYERS / 2).map((callback) => till.send(callback)),
        shop.worker.ask(),
      ]);
      await until('every payment to be on record', async () => {
        const made = await Promise.all(references.map((reference) => endOf(shop.on, reference)));
        return made.every(({ payments }) => payments.length > 0);
      });
      await untilQuiet(shop.on);
      const ends = await Promise.all(references.map((reference) => endOf(shop.on, reference)));
      assert.deepEqual(
        ends.filter(({ status }) => status === 'confirmed'),
        [soldOnce(1)],
      );
      const [made] = orders;
      assert.deepEqual(
        ends.filter(({ status }) => status !== 'confirmed'),
        Array.from({ length: LATE_PAYERS - 1 }, () => givenBack(made?.total ?? 0)),
      );
      const refunds = await Promise.all(references.map((reference) => till.refunds(reference)));
      assert.equal(refunds.flat().length, LATE_PAYERS - 1);
      await assertNothingWrong(shop.on);
    });
  }

  test('the unsafe way gives the last ticket to several under the same load', async () => {
    const { database } = shop.on.app;
    const { eventId, skus } = await makeEvent(shop.on, await makeHost(shop.on), {
      ticketTypes: [{ capacity: 1 }],
    });
    const sku = skus[0] ?? '';
    // Each reads before the first has written, as it happens when they come at once.
    const seen = await Promise.all(Array.from({ length: LATE_PAYERS }, () => readLeft(database, sku)));
    const given = seen.filter((left) => left > 0);
    await Promise.all(given.map(() => writeTicket(database, eventId, sku)));
    await database.query('DELETE FROM tickets WHERE event_id = $1', [eventId]);
    assert.equal(given.length, LATE_PAYERS);
  });
});

/** The unsafe way: what is left is read, */
async function readLeft(database: Database, sku: string): Promise<number> {
  const { rows } = await database.query<{ left: number }>(
    `SELECT t.capacity - (SELECT count(*)::integer FROM tickets WHERE ticket_type_id = t.id) AS left
       FROM ticket_types AS t WHERE t.id = $1`,
    [sku],
  );
  return rows[0]?.left ?? 0;
}

/** and then a ticket is written. */
async function writeTicket(database: Database, eventId: string, sku: string): Promise<void> {
  await database.query(
    `INSERT INTO tickets (id, order_id, event_id, ticket_type_id, position, serial, email, first_name, last_name, issued_at)
     VALUES ($1, $1, $2, $3, 1, $1, 'ada@example.com', 'Ada', 'Obi', now())`,
    [randomUUID(), eventId, sku],
  );
}

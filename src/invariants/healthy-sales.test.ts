import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { buy, lapse } from '../../test/harness/buy.ts';
import { makeEvent } from '../../test/harness/make-catalog.ts';
import { until } from '../../test/harness/until.ts';
import { makeHoldRequest } from '../inventory/hold-engine.fixture.ts';
import { passOnByBuyer } from '../orders/by-buyer/pass-on-by-buyer.ts';
import { askForReturn } from '../orders/returns/ask-return.ts';
import { confirmReturn } from '../orders/returns/confirm-return.ts';
import type { ReturnTerms } from '../rules/returns.ts';
import { makeReturnLink } from '../tickets/mails/mailed-return.ts';
import { checkInvariants } from './check-invariants.ts';
import { startSales } from './sale.fixture.ts';

const sales = await startSales();
const { on, host, engine, query, healthySale } = sales;
after(() => sales.close());

test('a healthy sale breaks no promise: held, lapsed, given back, bought, refunded', async () => {
  const lapsed = await healthySale();
  await healthySale();
  await lapse(on, lapsed.token);
  assert.deepEqual(await checkInvariants(on.app.database), []);
  await query('SELECT give_back_lapsed(100)');
  assert.deepEqual(await checkInvariants(on.app.database), []);
});

test('tickets that their buyer returns and gives away, by the order’s terms, break no promise', async () => {
  const { bought, eventId } = await healthySale();
  const { orderId } = bought;
  const { database } = on.app;
  await query('UPDATE events SET buyers_pass_on = true WHERE id = $1', [eventId]);
  const terms: ReturnTerms = { hours: 0, percent: 67, keepsFees: true, needsApproval: false };
  await query('UPDATE orders SET return_terms = $2 WHERE id = $1', [orderId, JSON.stringify(terms)]);
  const to = { email: 'bimbo@example.com', firstName: 'Bimbo', lastName: 'Ade' };
  assert.equal(
    await database.transaction((tx) => passOnByBuyer(tx, { orderId, position: 3, to })),
    'passed_on',
  );
  assert.equal(
    await database.transaction((tx) => askForReturn(tx, { orderId, positions: [2] })),
    'return_asked',
  );
  assert.deepEqual(await checkInvariants(database), []);
  const { rows } = await database.query<{ returnId: string }>(
    'SELECT id AS "returnId" FROM returns WHERE order_id = $1',
    [orderId],
  );
  const token = (await makeReturnLink(database, { orderId, returnId: rows[0]?.returnId ?? '' })) ?? '';
  assert.equal(await database.transaction((tx) => confirmReturn(tx, { orderId, token })), 'returned');
  assert.deepEqual(await checkInvariants(database), []);
});

test('a late payment that a program from before the first release took, at a price and by a code that were no more, breaks no promise', async () => {
  const { bought, skus, promoCodeId } = await healthySale();
  await query('UPDATE orders SET promo_code_id = $2 WHERE id = $1', [bought.orderId, promoCodeId]);
  await query(
    `INSERT INTO order_changes (order_id, at, status, cause)
       SELECT id, confirmed_at - interval '1 minute', 'cancelled', 'a test' FROM orders WHERE id = $1`,
    [bought.orderId],
  );
  await query('UPDATE ticket_types SET price_minor = price_minor + 1 WHERE id = $1', [skus[0]]);
  await query('DELETE FROM former_prices');
  const broken = async () => {
    const found = await checkInvariants(on.app.database);
    return found.filter(({ promise }) => /with a promo code counts|that was given up/.test(promise)).length;
  };
  assert.equal(await broken(), 2);
  const upgradedAt = (time: string) =>
    query(`UPDATE schema_migrations SET ran_at = ${time} WHERE name = '0001_baseline.sql'`);
  await upgradedAt('now()');
  assert.equal(await broken(), 0);
  await upgradedAt(`now() - interval '1 day'`);
  await query('UPDATE orders SET promo_code_id = NULL WHERE id = $1', [bought.orderId]);
  await query(`DELETE FROM order_changes WHERE order_id = $1 AND cause = 'a test'`, [bought.orderId]);
  await query('UPDATE ticket_types SET price_minor = price_minor - 1 WHERE id = $1', [skus[0]]);
  await query('DELETE FROM former_prices');
});

test('a purchase is owed to the receivers that were on when it was made, and to no other', async () => {
  const made = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0 }] });
  const free = () => buy(on, host, { slug: made.slug, items: [{ sku: made.skus[0], quantity: 1 }] });
  // Off since yesterday, on for an hour, and off since a minute ago or so.
  const receivers = await Promise.all(
    ['off', 'on', 'on for an hour'].map(async (name) => {
      const { rows } = await on.app.database.query<{ id: string }>(
        `INSERT INTO webhook_subscriptions (id, event_id, url, is_enabled)
         VALUES (new_id(), $1, 'https://receiver.example/' || new_id(), $2) RETURNING id`,
        [made.eventId, name !== 'off'],
      );
      return rows[0]?.id ?? '';
    }),
  );
  const [, , later = ''] = receivers;
  const { reference: first } = await free();
  await query('UPDATE webhook_subscriptions SET is_enabled = false WHERE id = $1', [later]);
  const { reference: second } = await free();
  // Time passes: an hour between each of these.
  await query(
    `UPDATE webhook_subscription_periods SET enabled_at = enabled_at - interval '5 h', disabled_at = disabled_at - interval '2 h'`,
  );
  await query(`UPDATE orders SET confirmed_at = confirmed_at - interval '3 h' WHERE reference = $1`, [first]);
  const deliveries = async (reference: string) =>
    (await query('SELECT 1 FROM webhook_deliveries WHERE reference = $1', [reference])).rowCount;
  assert.deepEqual([await deliveries(first), await deliveries(second)], [2, 1]);
  assert.deepEqual(await checkInvariants(on.app.database), []);

  await query('DELETE FROM webhook_deliveries WHERE reference = $1', [first]);
  const owed = await checkInvariants(on.app.database);
  assert.deepEqual(
    owed.map(({ where, detail }) => `${where}: ${detail}`).toSorted(),
    receivers
      .slice(1)
      .map((id) => `${first}: no delivery for receiver ${id}`)
      .toSorted(),
  );
  // As old as that, they are forgotten and owed to nobody.
  await query(`UPDATE orders SET confirmed_at = confirmed_at - interval '30 d' WHERE reference = $1`, [
    first,
  ]);
  await query(`UPDATE webhook_subscription_periods SET enabled_at = enabled_at - interval '60 d'`);
  assert.deepEqual(await checkInvariants(on.app.database), []);
});

test('a receiver that was switched off before there was a record of it is switched on again, and owed nothing of the time between', async () => {
  const made = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0 }] });
  await query(
    `INSERT INTO webhook_subscriptions (id, event_id, url, is_enabled)
     VALUES (new_id(), $1, 'https://receiver.example/' || new_id(), true)`,
    [made.eventId],
  );
  const turn = (isEnabled: boolean) =>
    query('UPDATE webhook_subscriptions SET is_enabled = $2 WHERE event_id = $1', [made.eventId, isEnabled]);
  await query('ALTER TABLE webhook_subscriptions DISABLE TRIGGER webhook_subscription_periods');
  await turn(false);
  await query('ALTER TABLE webhook_subscriptions ENABLE TRIGGER webhook_subscription_periods');
  const { reference } = await buy(on, host, { slug: made.slug, items: [{ sku: made.skus[0], quantity: 1 }] });
  await turn(true);
  // Time passes: the purchase was an hour after the beginning and an hour ago.
  await query(
    `UPDATE webhook_subscription_periods SET enabled_at = enabled_at - interval '2 h', disabled_at = enabled_at - interval '2 h'
      WHERE disabled_at IS NOT NULL AND subscription_id IN (SELECT id FROM webhook_subscriptions WHERE event_id = $1)`,
    [made.eventId],
  );
  await query(`UPDATE orders SET confirmed_at = confirmed_at - interval '1 h' WHERE reference = $1`, [
    reference,
  ]);
  assert.deepEqual(await checkInvariants(on.app.database), []);
});

test('checked again and again in the middle of a sale, nothing looks like a contradiction', async () => {
  const { eventId, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 8 }, { capacity: 8 }] });
  const over = new AbortController();
  const buyers = Array.from({ length: 8 }, async () => {
    const token = randomUUID();
    while (!over.signal.aborted) {
      const quantity = randomInt(1, 4);
      await engine.hold(makeHoldRequest({ eventId, token, lines: skus.map((sku) => ({ sku, quantity })) }));
      await query(
        `WITH moved AS (
           UPDATE reservations SET expires_at = clock_timestamp() + $2 * interval '1 ms'
            WHERE token = $1 AND ended_at IS NULL AND expires_at > clock_timestamp() RETURNING id, expires_at)
         UPDATE holds SET expires_at = moved.expires_at FROM moved WHERE reservation_id = moved.id`,
        [token, randomInt(10)],
      );
    }
  });
  const everybody = Promise.all(buyers);
  everybody.catch(() => {});
  try {
    for (let turn = 0; turn < 150; turn++) assert.deepEqual(await checkInvariants(on.app.database), []);
  } finally {
    over.abort();
    await everybody;
  }
});

test('a hold that lapses, and is taken by another, while the check begins is no contradiction', async () => {
  const { eventId, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 1 }] });
  const [sku = ''] = skus;
  const take = () => engine.hold(makeHoldRequest({ eventId, lines: [{ sku, quantity: 1 }] }));
  assert.equal((await take()).outcome, 'held');
  await query(
    `WITH moved AS (
       UPDATE reservations SET expires_at = clock_timestamp() + interval '200 ms' WHERE event_id = $1 RETURNING id, expires_at)
     UPDATE holds SET expires_at = moved.expires_at FROM moved WHERE reservation_id = moved.id`,
    [eventId],
  );
  const { database } = on.app;
  const violations = await checkInvariants({
    ...database,
    transaction: (work) =>
      database.transaction(async (tx) => {
        // The transaction has begun, and with it its time; it has read nothing yet.
        await until('another buyer to have it', async () => (await take()).outcome === 'held');
        return work(tx);
      }),
  });
  assert.deepEqual(violations, []);
});

import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { lapse } from '../../test/harness/buy.ts';
import { makeEvent } from '../../test/harness/make-catalog.ts';
import { until } from '../../test/harness/until.ts';
import { makeHoldRequest } from '../inventory/hold-engine.fixture.ts';
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
  const buy = () => engine.hold(makeHoldRequest({ eventId, lines: [{ sku, quantity: 1 }] }));
  assert.equal((await buy()).outcome, 'held');
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
        await until('another buyer to have it', async () => (await buy()).outcome === 'held');
        return work(tx);
      }),
  });
  assert.deepEqual(violations, []);
});

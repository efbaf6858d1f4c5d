import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { makeEvent, makeHost } from '../../test/harness/make-catalog.ts';
import { startTestApp } from '../../test/harness/test-app.ts';
import { addPrice, held, makeHall } from '../checkout/embed/embed.fixture.ts';
import { OPERATOR } from '../audit/actor.ts';
import { checkInvariants } from '../invariants/check-invariants.ts';
import { newOrderReference } from '../orders/order-reference.ts';
import { shareStock } from './pools/share-stock.ts';

// The earlier release runs beside this one during an upgrade, and calls the functions of this one. These are its calls.

const on = await startTestApp();
const { database } = on.app;
after(() => on.close());

const PRICE_MINOR = 1_000_000;
const ADDRESS = '198.51.100.66';

type Sale = { eventId: string; sku: string };

async function openSale(priceMinor = PRICE_MINOR): Promise<Sale> {
  const { eventId, skus } = await makeEvent(on, await makeHost(on), {
    ticketTypes: [{ capacity: 18, priceMinor }],
  });
  return { eventId, sku: skus[0] ?? '' };
}

async function hold(
  { eventId, sku }: Sale,
  {
    token,
    quantity,
    priceMinor = PRICE_MINOR,
    seatIds = [],
  }: { token: string; quantity: number; priceMinor?: number; seatIds?: string[] },
): Promise<string | undefined> {
  const items = [{ sku, name: 'Ticket 1', quantity, price: priceMinor, fee: 0, discount: 0 }];
  const quote = JSON.stringify({ items, total: quantity * priceMinor, currency: 'NGN', promoCode: null });
  const { rows } = await database.query<{ request: number; outcome: string; token: string }>(
    `SELECT * FROM hold_carts_capped(ARRAY[$1::uuid], ARRAY[$2::uuid], ARRAY[gen_random_uuid()], ARRAY[false], ARRAY[$3],
       ARRAY[false], ARRAY[NULL::uuid], ARRAY['q_' || $2::text], ARRAY[$4], ARRAY[$5::int], ARRAY[1],
       ARRAY[$6::uuid], ARRAY[$5::int], ARRAY[$7::bigint], ARRAY[1], ARRAY[1], ARRAY[$5::int], ARRAY[$7::bigint],
       ARRAY[1], ARRAY[NULL::int], ARRAY[$1::uuid], ARRAY[$3], ARRAY[$3], ARRAY[$5::int], ARRAY[200], ARRAY[25],
       $8::int[], $9::uuid[], 6, 2)`,
    [eventId, token, ADDRESS, quote, quantity, sku, priceMinor, seatIds.map(() => 1), seatIds],
  );
  assert.deepEqual(Object.keys(rows[0] ?? {}), ['request', 'outcome', 'token', 'expires_at', 'culprits']);
  return rows[0]?.outcome;
}

async function open({ eventId }: Sale, token: string) {
  const { rows } = await database.query<{
    outcome: string;
    order_id: string;
    receipt_token: string;
    return_token: string;
  }>(
    `SELECT * FROM open_orders_capped(ARRAY[gen_random_uuid()], ARRAY[$3], ARRAY[$1::uuid], ARRAY[$2::uuid],
       ARRAY['q_' || $2::text], ARRAY['api'], ARRAY[NULL], ARRAY[NULL], ARRAY['ada@example.com'], ARRAY['Ada'], ARRAY['Obi'],
       ARRAY[NULL], ARRAY[NULL], ARRAY[NULL], ARRAY[NULL], ARRAY['sandbox'], ARRAY[NULL::uuid], 30, 30, 120, 5, 10)`,
    [eventId, token, newOrderReference()],
  );
  const [opened] = rows;
  assert.ok(opened);
  return opened;
}

async function orderOf(orderId: string) {
  const { rows } = await database.query<{ status: string }>(
    'SELECT status, language, client_address, quantity, receipt_token, return_token FROM orders WHERE id = $1',
    [orderId],
  );
  return rows[0];
}

test('a program of the earlier release holds and orders under the same rules, for buyers who read English', async () => {
  const sale = await openSale();
  const token = randomUUID();
  assert.equal(await hold(sale, { token, quantity: 7 }), 'address_limit');
  assert.equal(await hold(sale, { token, quantity: 4 }), 'held');
  assert.equal(await hold(sale, { token, quantity: 6 }), 'refreshed');
  assert.equal(await hold(sale, { token: randomUUID(), quantity: 1 }), 'address_limit');

  const opened = await open(sale, token);
  assert.equal(opened.outcome, 'opened');
  assert.deepEqual(await orderOf(opened.order_id), {
    status: 'processing',
    language: 'en',
    client_address: ADDRESS,
    quantity: 6,
    receipt_token: opened.receipt_token,
    return_token: opened.return_token,
  });

  const linked = await database.query(
    `SELECT * FROM link_orders(ARRAY[$1::uuid], ARRAY['https://pay.example/'], ARRAY[NULL], 30)`,
    [opened.order_id],
  );
  assert.deepEqual(linked.rows, [{ request: 1, status: 'pending_payment' }]);
  const settled = await database.query(
    `SELECT * FROM settle_payments(ARRAY[$1::uuid], ARRAY['paid'], ARRAY[$2::bigint], ARRAY['NGN'], ARRAY[now()], ARRAY['a test'])`,
    [opened.order_id, 6 * PRICE_MINOR],
  );
  assert.deepEqual(settled.rows, [{ request: 1, outcome: 'settled' }]);
  assert.deepEqual(await checkInvariants(database), []);
});

test('a program of the earlier release sells of a pool what is left of it', async () => {
  const host = await makeHost(on);
  const { eventId, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 18 }, { capacity: 18 }] });
  const actor = OPERATOR;
  const pool = { name: 'Floor', capacity: 3, ticketTypeIds: skus };
  await database.transaction((tx) => shareStock(tx, { hostId: host.hostId, eventId, actor, ...pool }));
  const [one = '', other = ''] = skus;
  assert.equal(await hold({ eventId, sku: one }, { token: randomUUID(), quantity: 2 }), 'held');
  assert.equal(await hold({ eventId, sku: other }, { token: randomUUID(), quantity: 2 }), 'unavailable');
  assert.equal(await hold({ eventId, sku: other }, { token: randomUUID(), quantity: 1 }), 'held');
  assert.deepEqual(await checkInvariants(database), []);
});

test('a program of the earlier release sells seats at their own price, whatever others they have', async () => {
  const host = await makeHost(on);
  const hall = await makeHall(on, host, {
    event: { ticketTypes: [{ kind: 'SEATED', priceMinor: PRICE_MINOR, capacity: 4 }] },
  });
  const child = await addPrice(on, host, hall);
  const { eventId, skus, seatIds } = hall;
  const sale = { eventId, sku: skus[0] ?? '' };
  const cart = { token: randomUUID(), quantity: 2, seatIds: seatIds.slice(0, 2) };
  // A newer one held them for children before.
  await held(on, hall.slug, { seatIds: cart.seatIds, seatTypes: { [seatIds[0] ?? '']: child } }, cart.token);
  assert.equal(await hold(sale, cart), 'refreshed');
  assert.equal(await hold(sale, { ...cart, token: randomUUID(), quantity: 2 }), 'seats_taken');
  const { rows } = await database.query(
    'SELECT held FROM ticket_types WHERE event_id = $1 ORDER BY position',
    [eventId],
  );
  assert.deepEqual(rows, [{ held: 2 }, { held: 0 }]);
  assert.deepEqual(await checkInvariants(database), []);
});

test('a program of the earlier release gives up orders, confirms free ones and gives back what has lapsed', async () => {
  const sale = await openSale();
  const [first, second] = [randomUUID(), randomUUID()];
  await hold(sale, { token: first, quantity: 2 });
  await hold(sale, { token: second, quantity: 2 });
  const failed = await open(sale, first);
  await database.query('SELECT fail_orders(ARRAY[$1::uuid], $2, clock_timestamp())', [
    failed.order_id,
    'a test',
  ]);
  const expired = await open(sale, second);
  await database.query(`SELECT end_orders(ARRAY[$1::uuid], 'expired', 'it was not paid in time', now())`, [
    expired.order_id,
  ]);
  assert.deepEqual(
    [await orderOf(failed.order_id), await orderOf(expired.order_id)].map((order) => order?.status),
    ['failed', 'expired'],
  );

  const free = await openSale(0);
  const token = randomUUID();
  await hold(free, { token, quantity: 1, priceMinor: 0 });
  assert.equal((await open(free, token)).outcome, 'confirmed');

  const { rows } = await database.query('SELECT give_back_lapsed($1) AS count', [100]);
  assert.deepEqual(rows, [{ count: 0 }]);
  assert.deepEqual(await checkInvariants(database), []);
});

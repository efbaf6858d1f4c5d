import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { makeEvent, makeHost } from '../../test/harness/make-catalog.ts';
import { startTestApp } from '../../test/harness/test-app.ts';
import { checkInvariants } from '../check/check-invariants.ts';

const on = await startTestApp();
const { database } = on.app;
after(() => on.close());

const PRICE_MINOR = 1_000_000;

test('a program of the earlier release, during an upgrade, is held to the same caps and told in its own words', async () => {
  const { eventId, skus } = await makeEvent(on, await makeHost(on), { ticketTypes: [{ capacity: 18 }] });
  const address = '198.51.100.66';
  const hold = async (token: string, quantity: number): Promise<string | undefined> => {
    const items = [{ sku: skus[0], name: 'Ticket 1', quantity, price: PRICE_MINOR, fee: 0, discount: 0 }];
    const quote = JSON.stringify({ items, total: quantity * PRICE_MINOR, currency: 'NGN', promoCode: null });
    const { rows } = await database.query<{ outcome: string }>(
      `SELECT * FROM hold_carts(ARRAY[$1::uuid], ARRAY[$2::uuid], ARRAY[gen_random_uuid()], ARRAY[false], ARRAY[$3],
         ARRAY[NULL::uuid], ARRAY['q_' || $2::text], ARRAY[$4], ARRAY[$5::int], ARRAY[1],
         ARRAY[$6::uuid], ARRAY[$5::int], ARRAY[$7::bigint], ARRAY[1], ARRAY[1], ARRAY[$5::int], ARRAY[$7::bigint],
         ARRAY[1], ARRAY[$1::uuid], ARRAY[$3], ARRAY[$5::int], '{}', '{}', 200)`,
      [eventId, token, address, quote, quantity, skus[0], PRICE_MINOR],
    );
    return rows[0]?.outcome;
  };
  const token = randomUUID();
  assert.equal(await hold(token, 7), 'address_limit');
  assert.equal(await hold(token, 4), 'held');
  assert.equal(await hold(token, 6), 'refreshed');
  assert.equal(await hold(randomUUID(), 1), 'address_limit');

  const { rows: orders } = await database.query<{ outcome: string; order_id: string }>(
    `SELECT * FROM open_orders(ARRAY[gen_random_uuid()], ARRAY['TSR-0000-0000-0000-0000'], ARRAY[$1::uuid], ARRAY[$2::uuid],
       ARRAY['q_' || $2::text], ARRAY['api'], ARRAY[NULL], ARRAY[NULL], ARRAY['ada@example.com'], ARRAY['Ada'], ARRAY['Obi'],
       ARRAY[NULL], ARRAY[NULL], ARRAY[NULL], ARRAY[NULL], ARRAY['sandbox'], ARRAY[NULL::uuid], 30, 30, 120)`,
    [eventId, token],
  );
  assert.equal(orders[0]?.outcome, 'opened');
  const { rows } = await database.query('SELECT client_address, quantity FROM orders WHERE id = $1', [
    orders[0].order_id,
  ]);
  assert.deepEqual(rows, [{ client_address: address, quantity: 6 }]);
  assert.deepEqual(await checkInvariants(database), []);
});

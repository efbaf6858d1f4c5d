import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { historyOf, hold, lapse, mailsAbout, quantityLeft, storedOrder } from '../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../test/harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts';
import { checkInvariants } from '../invariants/check-invariants.ts';
import { Refusal } from '../refusal.ts';
import { issueComplimentary } from './issue-complimentary.ts';

let on: TestApp;
let host: TestHost;

before(async () => {
  on = await startTestApp();
  host = await makeHost(on);
});
after(() => on.close());
afterEach(async () => assert.deepEqual(await checkInvariants(on.app.database), []));

const give = (ticketTypeId: string, quantity: number) =>
  on.app.database.transaction((tx) =>
    issueComplimentary(tx, {
      ticketTypeId,
      quantity,
      email: 'guest@example.com',
      firstName: 'Chi',
      lastName: 'Eze',
      cause: 'given by the host',
    }),
  );

const isUnavailable = (deed: Promise<unknown>): Promise<void> =>
  assert.rejects(deed, (error) => error instanceof Refusal && error.code === 'tickets_unavailable');

test('tickets that are given away are issued and sold, for nothing, without a cart or a payment', async () => {
  const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 5 }] });
  const { orderId, reference } = await give(skus[0] ?? '', 2);
  const stored = await storedOrder(on, reference);
  assert.deepEqual(
    [stored.id, stored.status, stored.total_minor, stored.reservation_id],
    [orderId, 'confirmed', 0, null],
  );
  assert.deepEqual(await quantityLeft(on, host, slug), [3]);
  const { rows } = await on.app.database.query(
    'SELECT position, email, first_name, last_name FROM tickets WHERE order_id = $1 ORDER BY position',
    [orderId],
  );
  const guest = { email: 'guest@example.com', first_name: 'Chi', last_name: 'Eze' };
  assert.deepEqual(rows, [
    { position: 1, ...guest },
    { position: 2, ...guest },
  ]);
  assert.deepEqual((await historyOf(on, reference)).at(-1), {
    status: 'confirmed',
    cause: 'given by the host',
  });
});

test('the guest gets an e-mail, and integrators hear nothing', async () => {
  const { eventId, skus } = await makeEvent(on, host);
  await on.app.database.query(
    `INSERT INTO webhook_subscriptions (id, event_id, url) VALUES (new_id(), $1, 'https://hooks.example/')`,
    [eventId],
  );
  const { orderId, reference } = await give(skus[0] ?? '', 1);
  const { rows: deliveries } = await on.app.database.query(
    'SELECT 1 FROM webhook_deliveries WHERE order_id = $1',
    [orderId],
  );
  assert.deepEqual(deliveries, []);
  assert.deepEqual(await mailsAbout(on, reference), ['tickets']);
});

test('no more are given than are left, neither sold nor held', async () => {
  const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 5 }] });
  const [sku = ''] = skus;
  const cart = await hold(on, host, { slug, items: [{ sku, quantity: 3 }] });
  await isUnavailable(give(sku, 3));
  await give(sku, 1);
  const both = await Promise.allSettled([give(sku, 1), give(sku, 1)]);
  assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
  // Lapsed holds are free before any sweeper comes by.
  await lapse(on, cart.token);
  await give(sku, 3);
  assert.deepEqual(await quantityLeft(on, host, slug), [0]);
});

test('a seat is never given without saying which, and nothing of a ticket that is not there', async () => {
  const { skus } = await makeEvent(on, host, { kind: 'seat_map', ticketTypes: [{ kind: 'SEATED' }] });
  await isUnavailable(give(skus[0] ?? '', 1));
  await isUnavailable(give('01890000-0000-7000-8000-000000000000', 1));
});

test('fewer than one is a mistake of the caller', async () => {
  const { skus } = await makeEvent(on, host);
  for (const quantity of [0, -1, 1.5, Number.NaN]) {
    await assert.rejects(give(skus[0] ?? '', quantity), /as many tickets as none/);
  }
});

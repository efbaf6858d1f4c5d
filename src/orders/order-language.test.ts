import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { makeEvent, makeHost } from '../../test/harness/make-catalog.ts';
import { startTestApp } from '../../test/harness/test-app.ts';
import { makeHoldRequest } from '../inventory/hold-engine.fixture.ts';
import { createHoldEngine } from '../inventory/hold-engine.ts';
import { LANGUAGES, type Language } from '../values/language.ts';
import { createOrderEngine } from './order-engine.ts';

const on = await startTestApp();
const { database } = on.app;
const holds = createHoldEngine({ database, addressLimit: 1_000 });
const orders = createOrderEngine({ database, paymentWindowMinutes: 30 });
after(async () => {
  await holds.close();
  await orders.close();
  await on.close();
});

const { eventId, skus } = await makeEvent(on, await makeHost(on));

async function openOrder(language: Language): Promise<string> {
  const request = makeHoldRequest({ eventId, lines: [{ sku: skus[0] ?? '', quantity: 1 }] });
  await holds.hold({ ...request, quote: { ...request.quote, currency: 'NGN' } });
  const { orderId } = await orders.open({
    eventId,
    token: request.token ?? '',
    quoteReference: request.quoteReference,
    source: 'api',
    idempotency: null,
    buyer: { email: `${randomUUID()}@example.com`, firstName: 'Ada', lastName: 'Obi', phone: null },
    recipients: null,
    callbackUrl: null,
    metadata: null,
    language,
    via: { name: 'sandbox', accountId: null },
  });
  return orderId;
}

test('orders that are opened together are on record each with its own language', async () => {
  const orderIds = await Promise.all(LANGUAGES.map(openOrder));
  const { rows } = await database.query<{ language: string }>(
    'SELECT o.language FROM unnest($1::uuid[]) WITH ORDINALITY AS asked (id, nr) JOIN orders AS o USING (id) ORDER BY nr',
    [orderIds],
  );
  assert.deepEqual(
    rows.map(({ language }) => language),
    LANGUAGES,
  );
});

test('no order is on record in what is no name of a language', async () => {
  const orderId = await openOrder('en');
  await assert.rejects(database.query(`UPDATE orders SET language = 'Deutsch' WHERE id = $1`, [orderId]), {
    constraint: 'orders_language_check',
  });
});

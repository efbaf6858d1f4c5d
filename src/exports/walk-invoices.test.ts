import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buy, pay, untilStatus } from '../../test/harness/buy.ts';
import { makeEvent, makeHost } from '../../test/harness/make-catalog.ts';
import { startTestApp } from '../../test/harness/test-app.ts';
import { invoiceAs, untilIssued } from '../invoices/invoices.fixture.ts';
import { walkInvoices } from './walk-invoices.ts';

test('the invoices of a host come each once, by their days, and those of the sandbox and of others do not', async (t) => {
  const on = await startTestApp();
  t.after(() => on.close());
  const { database } = on.app;
  const host = await makeHost(on);
  const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 100_000 }] });
  await invoiceAs(on, host);
  const order = await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
  await pay(order.checkoutUrl);
  const { id: orderId } = await untilStatus(on, order.reference, 'confirmed');
  await untilIssued(on, orderId, 1);
  const walk = async (period: { from: string | null; to: string | null }, hostId = host.hostId) => {
    const numbers: string[] = [];
    for await (const { number } of walkInvoices(database, { hostId, asOf: new Date('2100-01-01') }, period))
      numbers.push(number);
    return numbers;
  };
  const always = { from: null, to: null };
  assert.deepEqual(await walk(always), [], 'it was bought in the sandbox');

  // More than a page of copies, on ten days and many at one moment, as of payments that were real.
  await database.transaction(async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica');
    await tx.query('DROP INDEX invoices_first');
    await tx.query(
      `INSERT INTO invoices (id, host_id, order_id, kind, is_sandbox, year, sequence, number, issued_at, issued_on, currency, gross_minor, tax_minor,
                             request_version, content)
       SELECT new_id(), host_id, order_id, kind, false, 2026, n, 'N-' || n, '2026-01-01T10:00:00Z'::timestamptz + n / 25 * interval '1 day',
              '2026-01-01'::date + n / 25, currency, gross_minor, tax_minor, request_version, jsonb_set(content, '{number}', to_jsonb('N-' || n))
         FROM invoices CROSS JOIN generate_series(1, 249) AS n`,
    );
  });
  const expected = Array.from({ length: 249 }, (_, index) => `N-${index + 1}`);
  assert.deepEqual(await walk(always), expected);
  assert.deepEqual(await walk({ from: '2026-01-02', to: '2026-01-03' }), expected.slice(24, 74));
  const other = await makeHost(on);
  assert.deepEqual(await walk(always, other.hostId), []);
});

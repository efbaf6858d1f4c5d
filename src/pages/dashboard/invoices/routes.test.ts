import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { buy, pay, untilStatus } from '../../../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { SETTINGS, untilIssued } from '../../../invoices/invoices.fixture.ts';

suite('the page of invoices', () => {
  let on: TestApp;
  let host: TestHost;
  let owner: SignedIn;
  let finance: SignedIn;
  before(async () => {
    on = await startTestApp();
    host = await makeHost(on);
    owner = await signInAs(on, host);
    finance = await signInAs(on, host, { role: 'finance' });
  });
  after(() => on.close());

  const page = `/hosts/`;
  const ask = (path: string, options: Parameters<typeof askDashboard>[2]) =>
    askDashboard(on, `${page}${host.hostId}/invoices${path}`, options);
  const change = (fields: object, as = owner) =>
    ask('/settings', { as, method: 'PATCH', body: { ...SETTINGS, version: 0, ...fields } });

  test('an owner switches them on once the address is there, and each wrong field is named', async () => {
    for (const [fields, field] of [
      [{ addressLines: [] }, 'addressLines'],
      [{ city: '' }, 'city'],
      [{ prefix: 'A1' }, 'prefix'],
      [{ prefix: 'sandbox-' }, 'prefix'],
      [{ keptYears: 4 }, 'keptYears'],
      [{ timezone: 'Nowhere/Here' }, 'timezone'],
      [{ footer: '\u0000' }, 'footer'],
      [{ unknown: 1 }, 'unknown'],
    ] as const) {
      const refused = await change(fields);
      assert.deepEqual(
        [refused.status, refused.body.error_code, refused.body.field],
        [400, 'validation_failed', field],
      );
    }
    assert.equal((await change({ prefix: 'a-' })).status, 200);
    const { body } = await ask('', { as: owner });
    assert.deepEqual(
      [body.data.settings.forOrders, body.data.settings.prefix, body.data.settings.version],
      ['all', 'A-', 1],
    );
    const late = await change({ city: 'Abuja' });
    assert.deepEqual([late.status, late.body.error_code], [409, 'changed_meanwhile']);
    const { rows } = await on.app.database.query(
      `SELECT FROM audit_log WHERE host_id = $1 AND action = 'host.change_invoices'`,
      [host.hostId],
    );
    assert.equal(rows.length, 1);
  });

  test('those who keep the books see all of them, by days, and fetch each as a PDF', async () => {
    const { slug, skus } = await makeEvent(on, host);
    const order = await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
    await pay(order.checkoutUrl);
    const { id } = await untilStatus(on, order.reference, 'confirmed');
    const [issued] = await untilIssued(on, id, 1);
    const { body } = await ask('', { as: finance });
    const [listed] = body.data.invoices;
    assert.deepEqual(
      [listed.number, listed.orderReference, listed.buyer],
      [issued?.invoice.number, order.reference, 'Ada Obi'],
    );
    assert.deepEqual((await ask('?to=2020-01-01', { as: finance })).body.data.invoices, []);
    const file = await fetch(`${on.publicUrl}/dashboard/hosts/${host.hostId}/invoices/${listed.id}/file`, {
      headers: { cookie: finance.cookie },
    });
    assert.equal((await file.text()).slice(0, 5), '%PDF-');
    const refused = await change({ version: 1 }, finance);
    assert.deepEqual([refused.status, refused.body.error_code], [403, 'not_allowed']);
  });
});

import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { sellByHand } from '../../../orders/host-order.fixture.ts';
import { rate, setRates, setTaxes } from '../../../orders/taxes.fixture.ts';
import { refund, ticketsOf } from '../../../reports/sell-all-sorts.fixture.ts';
import { askForFile, fetchFile, linesOf, NO_FILTERS } from './exports.fixture.ts';

suite('taxes in files, reports and the page of an order', () => {
  let on: TestApp;
  let host: TestHost;
  let owner: SignedIn;
  let reference: string;
  before(async () => {
    on = await startTestApp();
    host = await makeHost(on);
    owner = await signInAs(on, host, { hasFactor: true });
    const rates = [rate('Reduced VAT', 'reduced', 500), rate('Schools', 'exempt')];
    await setTaxes(on, host, { vatBasisPoints: 750, taxRates: rates });
    const { eventId, skus } = await makeEvent(on, host, {
      ticketTypes: [{ priceMinor: 107_500 }, { priceMinor: 105_000 }, { priceMinor: 20_000 }],
    });
    await setRates(on, skus, [null, ...rates]);
    const sold = await sellByHand(on, host, {
      eventId,
      lines: skus.map((ticketTypeId) => ({ ticketTypeId, quantity: 2, priceMinor: null })),
    });
    ({ reference } = sold);
    const tickets = await ticketsOf(on, sold.orderId);
    await refund(on, sold.orderId, { ticketIds: tickets.slice(2, 3) });
  });
  after(() => on.close());

  const taxColumnsOf = (line: Record<string, string> | undefined): Record<string, string> =>
    Object.fromEntries(Object.entries(line ?? {}).filter(([name]) => name.includes(': ')));
  const EXPECTED = {
    'VAT 7.5 %: sales': '2150.00',
    'VAT 7.5 %: tax': '150.00',
    'VAT 7.5 %: refunds': '0.00',
    'VAT 7.5 %: tax refunded': '0.00',
    'Reduced VAT 5 %: sales': '2100.00',
    'Reduced VAT 5 %: tax': '100.00',
    'Reduced VAT 5 %: refunds': '1050.00',
    'Reduced VAT 5 %: tax refunded': '50.00',
    'Schools (exempt): sales': '400.00',
    'Schools (exempt): tax': '0.00',
    'Schools (exempt): refunds': '0.00',
    'Schools (exempt): tax refunded': '0.00',
  };

  test('orders have columns for each rate; a host without taxes has none', async () => {
    const { text } = await fetchFile(on, host, owner, 'orders', { filters: NO_FILTERS });
    assert.deepEqual(taxColumnsOf(linesOf(text)[0]), EXPECTED);
    const other = await makeHost(on);
    const its = await signInAs(on, other, { hasFactor: true });
    const { text: plain } = await fetchFile(on, other, its, 'orders', { filters: NO_FILTERS });
    assert.match(plain, /,lost,payment method\r?\n$/);
  });

  test('so has the report by event, gateway, day and month; by ticket type refunds have none', async () => {
    for (const by of ['event', 'gateway', 'day', 'month', 'ticket_type']) {
      const { text } = await fetchFile(on, host, owner, 'report', {
        filters: { eventId: null, by, from: null, to: null },
      });
      assert.deepEqual(taxColumnsOf(linesOf(text)[0]), by === 'ticket_type' ? {} : EXPECTED, by);
    }
  });

  test('files that need what is still being counted are refused until it is; others are not', async () => {
    const NOBODY = { eventId: null, by: 'event', from: null, to: null };
    const ask = async (what: string, filters: Record<string, unknown>) => {
      const { status, body } = await askForFile(on, host, owner, what, { filters });
      return [status, body.message];
    };
    const set = (flag: string, isCounted: boolean) =>
      on.app.database.query(
        `UPDATE ticket_types SET ${flag} = $2 WHERE event_id IN (SELECT id FROM events WHERE host_id = $1)`,
        [host.hostId, isCounted],
      );
    await set('taxes_counted', false);
    const told = 'Sales from before the upgrade are still being counted: export it again in some minutes.';
    assert.deepEqual(await ask('orders', NO_FILTERS), [409, told]);
    assert.deepEqual(await ask('report', NOBODY), [409, told]);
    await set('taxes_counted', true);
    // Of each order its own taxes are read: only the report has sums over time.
    await set('times_counted', false);
    assert.equal((await ask('orders', NO_FILTERS))[0], 201);
    assert.deepEqual(await ask('report', NOBODY), [409, told]);
    await set('times_counted', true);
    assert.equal((await ask('report', NOBODY))[0], 201);
  });

  test('the report’s page and the order’s page have a line for each rate', async () => {
    const report = await askDashboard(on, `/hosts/${host.hostId}/reports`, { as: owner });
    assert.deepEqual(
      report.body.data.taxes.map((line: Record<string, unknown>) => [
        line['currency'],
        line['name'],
        line['kind'],
        line['amountMinor'],
        line['taxMinor'],
        line['refundedMinor'],
        line['refundedTaxMinor'],
      ]),
      [
        ['NGN', '', 'standard', 215_000, 15_000, 0, 0],
        ['NGN', 'Reduced VAT', 'reduced', 210_000, 10_000, 105_000, 5_000],
        ['NGN', 'Schools', 'exempt', 40_000, 0, 0, 0],
      ],
    );
    const page = await fetch(`${on.publicUrl}/dashboard/hosts/${host.hostId}/reports`, {
      headers: { cookie: owner.cookie, accept: 'text/html' },
    });
    assert.match(await page.text(), /Taxes in NGN/);
    const order = await fetch(`${on.publicUrl}/dashboard/hosts/${host.hostId}/orders/${reference}`, {
      headers: { cookie: owner.cookie, accept: 'text/html' },
    });
    const html = await order.text();
    assert.match(html, /of which VAT 7\.5%/);
    assert.match(html, /of which Reduced VAT 5%<\/dt><dd>₦100\.00/);
    assert.match(html, /of which Schools \(exempt\)<\/dt><dd>₦400\.00/);
    assert.match(html, /of which Reduced VAT 5%: -₦50\.00/);
  });
});

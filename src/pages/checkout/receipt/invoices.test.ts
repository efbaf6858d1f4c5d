import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { buy, pay, untilStatus } from '../../../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { COMPANY, invoiceAs, issuedOf, untilIssued } from '../../../invoices/invoices.fixture.ts';

suite('invoices on the receipt', () => {
  let on: TestApp;
  let host: TestHost;
  before(async () => {
    on = await startTestApp();
    host = await makeHost(on);
    await invoiceAs(on, host, { forOrders: 'asked' });
  });
  after(() => on.close());

  /** Bought by the API, whose orders know nothing of invoices. */
  async function bought() {
    const { slug, skus } = await makeEvent(on, host);
    const order = await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
    await pay(order.checkoutUrl);
    const { id, receipt_token: token } = await untilStatus(on, order.reference, 'confirmed');
    return { orderId: id, url: `${on.publicUrl}/checkout/orders/${token}` };
  }
  const send = (url: string, fields: Record<string, string>) =>
    fetch(`${url}/invoice?lang=en`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });
  const read = async (url: string): Promise<string> => (await fetch(`${url}?lang=en`)).text();

  test('a buyer asks by a plain form, and fetches the PDF', async () => {
    const { orderId, url } = await bought();
    assert.match(await read(url), /I need an invoice/);
    const answer = await send(url, COMPANY);
    assert.equal(answer.status, 303);
    assert.match(answer.headers.get('location') ?? '', /notice=invoice_asked/);
    const [one] = await untilIssued(on, orderId, 1);
    const page = await read(url);
    assert.match(page, new RegExp(`Invoice ${one?.invoice.number} \\(PDF\\)`));
    assert.match(page, /kept|keep invoices/);
    const pdf = await fetch(`${url}/invoices/${one?.invoice.id}`);
    assert.equal(pdf.headers.get('content-type'), 'application/pdf');
    assert.equal(pdf.headers.get('cache-control'), 'no-store');
    assert.equal((await pdf.text()).slice(0, 5), '%PDF-');
  });

  test('a wrong field is told as such, and nothing has to be typed again', async () => {
    const { orderId, url } = await bought();
    const answer = await send(url, { ...COMPANY, postalCode: '1', city: '', taxNumber: 'DE1' });
    assert.equal(answer.status, 400);
    const page = await answer.text();
    assert.match(page, /Lovelace &amp; Söhne GmbH/);
    for (const told of ['This is no postal code', 'This is missing', 'This is not the form of a tax number'])
      assert.match(page, new RegExp(told));
    // The notice leads to the first of them, which is not called optional where it isn't.
    assert.match(page, /<a href="#invoice-postalCode">Check the fields/);
    assert.doesNotMatch(page, /Postal code ?<span/);
    for (const body of [
      {},
      { company: '\u0000' },
      { ...COMPANY, countryCode: '<script>' },
      // No country, though it looks like one.
      { ...COMPANY, countryCode: 'QQ', postalCode: '', taxNumber: '' },
      { ...COMPANY, line1: 'x'.repeat(500) },
    ])
      assert.equal((await send(url, body as Record<string, string>)).status, 400);
    assert.deepEqual(await issuedOf(on, orderId), []);
  });

  test('the address of a wrong form, opened again or in another language, leads to the receipt', async () => {
    const { url } = await bought();
    for (const [query, asked] of [
      ['', ''],
      ['?lang=fr', '?lang=fr'],
    ]) {
      const answer = await fetch(`${url}/invoice${query}`, { redirect: 'manual' });
      assert.equal(answer.status, 303);
      const to = new URL(answer.headers.get('location') ?? '', `${url}/invoice`);
      assert.equal(to.href, `${url}${asked}#invoices`);
    }
  });

  test('an invoice opens by the receipt of its own order alone', async () => {
    const [one, other] = [await bought(), await bought()];
    await send(one.url, COMPANY);
    const [issued] = await untilIssued(on, one.orderId, 1);
    assert.equal((await fetch(`${one.url}/invoices/${issued?.invoice.id}`)).status, 200);
    for (const id of [issued?.invoice.id, 'x'])
      assert.equal((await fetch(`${other.url}/invoices/${id}`)).status, 404);
  });

  test('nothing is said of invoices where an order cost nothing', async () => {
    const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0 }] });
    const order = await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
    const { receipt_token: token } = await untilStatus(on, order.reference, 'confirmed');
    const url = `${on.publicUrl}/checkout/orders/${token}`;
    assert.doesNotMatch(await read(url), /nvoice/);
    assert.match((await send(url, COMPANY)).headers.get('location') ?? '', /notice=no_invoice/);
  });
});

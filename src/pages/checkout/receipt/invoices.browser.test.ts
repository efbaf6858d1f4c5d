import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { tabTo, untilFits } from '../../../../test/harness/at-page.ts';
import { launchBrowser } from '../../../../test/harness/browser.ts';
import { buy, pay, storedOrder, untilStatus } from '../../../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { assertAccessible, openDashboard, PHONE } from '../../../../test/harness/open-dashboard.ts';
import { signInAs } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { untilEqual } from '../../../../test/harness/until.ts';
import { COMPANY, invoiceAs, untilIssued } from '../../../invoices/invoices.fixture.ts';

const WRONG_TAX_NUMBER = 'This is not the form of a tax number of that country.';

suite('a buyer asks for an invoice on a phone, and a member corrects it there', () => {
  let on: TestApp;
  let browser: Browser;
  let host: TestHost;
  before(async () => {
    [on, browser] = await Promise.all([startTestApp(), launchBrowser()]);
    host = await makeHost(on);
    await invoiceAs(on, host, { forOrders: 'asked' });
  });
  after(async () => {
    await browser.close();
    await on.close();
  });

  async function open(path: string): Promise<{ page: Page; close(): Promise<void> }> {
    const context = await browser.newContext({ viewport: PHONE, locale: 'en-GB' });
    const page = await context.newPage();
    await page.goto(`${on.publicUrl}${path}`);
    return { page, close: () => context.close() };
  }

  const field = (page: Page, label: string): Locator => page.getByRole('textbox', { name: label });

  async function fillIn(page: Page, taxNumber: string): Promise<void> {
    await field(page, 'Company').fill(COMPANY.company);
    await field(page, 'Street and number').fill(COMPANY.line1);
    await field(page, 'Postal code').fill(COMPANY.postalCode);
    await field(page, 'City').fill(COMPANY.city);
    await page.getByRole('combobox', { name: 'Country' }).selectOption('DE');
    await field(page, 'VAT or tax number').fill(taxNumber);
  }

  /** The problem is said at its field alone. */
  async function untilToldAtField(page: Page): Promise<void> {
    const wrong = field(page, 'VAT or tax number');
    await untilEqual('true', () => wrong.getAttribute('aria-invalid'));
    const about = (await wrong.getAttribute('aria-describedby')) ?? assert.fail('it is described by nothing');
    await untilEqual(WRONG_TAX_NUMBER, () => page.locator(`#${about}`).textContent());
    await untilEqual(1, () => page.locator('[aria-invalid=true]').count());
    await assertAccessible(page, 'a wrong tax number');
    await untilFits(page, 'a wrong tax number');
  }

  async function untilPdf(page: Page, orderId: string): Promise<void> {
    const [issued] = await untilIssued(on, orderId, 1);
    await page.reload();
    const link = page.getByRole('link', { name: `Invoice ${issued?.invoice.number} (PDF)` });
    await link.waitFor();
    assert.equal(issued?.invoice.buyer.taxNumber, 'DE123456789');
    const address = (await link.getAttribute('href')) ?? '';
    const pdf = await page.request.get(new URL(address, page.url()).href);
    assert.equal(pdf.headers()['content-type'], 'application/pdf');
    await assertAccessible(page, 'a receipt with its invoice');
    await untilFits(page, 'a receipt with its invoice');
  }

  test('in the checkout, before paying', async () => {
    const { slug } = await makeEvent(on, host, { ticketTypes: [{ name: 'Regular' }] });
    const { page, close } = await open(`/checkout/${slug}`);
    await page.getByRole('button', { name: 'One more: Regular' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await field(page, 'First name').fill('Ada');
    await field(page, 'Last name').fill('Obi');
    await field(page, 'E-mail').fill('ada@example.com');
    await page.getByRole('checkbox', { name: /^I need an invoice/ }).check();
    await fillIn(page, 'DE1');
    await page.getByRole('button', { name: /^Pay ₦/ }).click();
    await untilToldAtField(page);
    await untilEqual(true, () => page.locator('[aria-invalid=true]:focus').isVisible());
    await field(page, 'VAT or tax number').fill(COMPANY.taxNumber);
    await untilEqual(0, () => page.locator('[aria-invalid=true]').count());
    await page.getByRole('button', { name: /^Pay ₦/ }).click();
    await page.getByRole('radio', { name: 'Payment succeeds' }).check();
    await page.getByRole('button', { name: /^Pay ₦/ }).click();
    await page.getByRole('heading', { name: /ready$/ }).waitFor();
    const { rows } = await on.app.database.query<{ id: string; token: string }>(
      'SELECT id, receipt_token AS token FROM orders WHERE event_id = (SELECT id FROM events WHERE slug = $1)',
      [slug],
    );
    const [order] = rows;
    assert(order, 'it was ordered');
    await page.goto(`${on.publicUrl}/checkout/orders/${order.token}`);
    await untilPdf(page, order.id);
    await close();
  });

  async function bought() {
    const { slug, skus } = await makeEvent(on, host);
    const { checkoutUrl, reference } = await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
    await pay(checkoutUrl);
    await untilStatus(on, reference, 'confirmed');
    return { reference, ...(await storedOrder(on, reference)) };
  }

  test('on the receipt, by keyboard to its form', async () => {
    const { id, receipt_token: token } = await bought();
    const { page, close } = await open(`/checkout/orders/${token}`);
    const opener = page.locator('#invoices summary');
    await tabTo(opener);
    await opener.press('Enter');
    await fillIn(page, 'DE1');
    await page.getByRole('button', { name: 'Get the invoice' }).click();
    await untilToldAtField(page);
    await untilEqual(COMPANY.company, () => field(page, 'Company').inputValue());
    await field(page, 'VAT or tax number').fill(COMPANY.taxNumber);
    await page.getByRole('button', { name: 'Get the invoice' }).click();
    await untilPdf(page, id);
    await close();
  });

  test('in the dashboard: the dialog says what is wrong at its field, and the list has the correction', async () => {
    const { id, reference } = await bought();
    const owner = await signInAs(on, host);
    const { page, close } = await openDashboard(browser, on, owner, {
      path: `/hosts/${host.hostId}/orders/${reference}`,
      viewport: PHONE,
    });
    await page.getByRole('button', { name: 'Make an invoice…' }).click();
    const dialog = page.getByRole('dialog');
    await fillIn(page, 'DE1');
    await assertAccessible(page, 'the dialog of an invoice');
    await untilFits(page, 'the dialog of an invoice');
    await dialog.getByRole('button', { name: 'Issue the invoice' }).click();
    const taxNumber = dialog.getByRole('textbox', { name: 'VAT or tax number' });
    await untilEqual('true', () => taxNumber.getAttribute('aria-invalid'));
    await assertAccessible(page, 'the dialog with a wrong tax number');
    await taxNumber.fill(COMPANY.taxNumber);
    await dialog.getByRole('button', { name: 'Issue the invoice' }).click();
    await dialog.waitFor({ state: 'detached' });
    const [issued] = await untilIssued(on, id, 1);
    await page.goto(`${on.publicUrl}/dashboard/hosts/${host.hostId}/invoices`);
    await page.getByRole('link', { name: issued?.invoice.number ?? '' }).waitFor();
    await assertAccessible(page, 'the invoices of a host');
    await untilFits(page, 'the invoices of a host');
    await close();
  });
});

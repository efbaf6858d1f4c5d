import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { untilFits } from '../../../../test/harness/at-page.ts';
import { launchBrowser } from '../../../../test/harness/browser.ts';
import { storedOrder, untilStatus } from '../../../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { assertAccessible, openDashboard, PHONE } from '../../../../test/harness/open-dashboard.ts';
import { signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { until, untilEqual } from '../../../../test/harness/until.ts';
import { takeTransfers, waiting } from '../../../orders/bank-transfer/bank-transfer.fixture.ts';
import { toMajorUnits } from '../../../values/major-units.ts';

suite('bank transfers on a phone', () => {
  let on: TestApp;
  let browser: Browser;
  let host: TestHost;
  let owner: SignedIn;
  before(async () => {
    [on, browser] = await Promise.all([startTestApp(), launchBrowser()]);
    host = await makeHost(on);
    owner = await signInAs(on, host, { hasFactor: true });
  });
  after(async () => {
    await browser.close();
    await on.close();
  });

  const openPage = (path: string) =>
    openDashboard(browser, on, owner, { path: `/hosts/${host.hostId}${path}`, viewport: PHONE });

  const looksRight = async (page: Page, what: string): Promise<void> => {
    await assertAccessible(page, what);
    await untilFits(page, what);
  };

  test('an owner says where buyers pay; a wrong IBAN is told at its field', async () => {
    const { page, close } = await openPage('/payment-accounts/bank-transfer');
    await looksRight(page, 'the settings before they are made');
    await page.getByRole('checkbox', { name: 'Take bank transfers' }).check();
    await page.getByLabel('Account holder').fill('Lagos Nights Ltd');
    const account = page.getByLabel('IBAN or account number');
    await account.fill('DE00 3704 0044 0532 0130 00');
    await page.getByRole('button', { name: 'Save' }).click();
    await until('the field to be wrong', async () => (await account.getAttribute('aria-invalid')) === 'true');
    await account.fill('0123 456 789');
    await page.getByRole('button', { name: 'Save' }).click();
    await until('the settings to be saved', async () => {
      const { rows } = await on.app.database.query(
        `SELECT is_on, account_number FROM bank_transfer_settings WHERE host_id = $1`,
        [host.hostId],
      );
      return rows[0]?.['account_number'] === '0123456789' && rows[0]['is_on'] === true;
    });
    await close();
  });

  test('a buyer chooses it beside the gateway, sees where to pay, and cancels', async () => {
    await takeTransfers(on, host);
    const { slug } = await makeEvent(on, host, { ticketTypes: [{ name: 'Regular', capacity: 10 }] });
    const context = await browser.newContext({ viewport: PHONE, locale: 'en-GB' });
    const page = await context.newPage();
    await page.goto(`${on.publicUrl}/checkout/${slug}`);
    await page.getByRole('button', { name: 'One more: Regular' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('textbox', { name: 'First name' }).fill('Ada');
    await page.getByRole('textbox', { name: 'Last name' }).fill('Obi');
    await page.getByRole('textbox', { name: 'E-mail' }).fill('ada@example.com');
    // With keys: the arrow goes from one way to the next.
    await page.getByRole('radio', { name: /^Pay online now Card/ }).press('ArrowDown');
    await untilEqual(true, () => page.getByRole('radio', { name: /^Pay by bank transfer/ }).isChecked());
    await page.getByText('You’ll pay on a test page').waitFor({ state: 'detached' });
    await looksRight(page, 'the details with a choice of ways to pay');
    await page.getByRole('button', { name: 'Order by bank transfer' }).click();
    await page.getByRole('heading', { name: /^Transfer ₦/ }).waitFor();
    await page.getByText('0123456789').waitFor();
    await looksRight(page, 'how to pay by bank transfer');
    const reference = await page.locator('[data-copy^="TSR-"]').getAttribute('data-copy');
    assert(reference);
    const { receipt_token: token } = await storedOrder(on, reference);
    const receipt = await context.newPage();
    await receipt.goto(`${on.publicUrl}/checkout/orders/${token}`);
    await receipt.getByRole('heading', { name: 'Waiting for your bank transfer' }).waitFor();
    await looksRight(receipt, 'the receipt of an order that waits');
    await page.getByRole('button', { name: 'Cancel this order' }).click();
    await page.getByText('The tickets go back on sale at once.').waitFor();
    await page.getByRole('button', { name: 'Cancel this order' }).click();
    await page.getByRole('heading', { name: 'This order was cancelled' }).waitFor();
    await untilStatus(on, reference, 'cancelled');
    await context.close();
  });

  test('a member marks one as paid on its page, and confirms another from a statement', async () => {
    await takeTransfers(on, host);
    const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 10 }] });
    const [byHand, byStatement] = [
      await waiting(on, { slug, sku: skus[0] }),
      await waiting(on, { slug, sku: skus[0] }),
    ];
    const { page, close } = await openPage(`/orders/${byHand.reference}`);
    await page.getByRole('button', { name: 'Mark as paid' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click();
    await untilStatus(on, byHand.reference, 'confirmed');
    await page.goto(`${on.publicUrl}/dashboard/hosts/${host.hostId}/bank-transfers`);
    await page.locator('[data-live=true]').waitFor();
    await page.getByRole('link', { name: byStatement.reference }).waitFor();
    await looksRight(page, 'orders that wait');
    const csv = `Datum;Verwendungszweck;Betrag\n19.11.2026;Für ${byStatement.reference.toLowerCase()};${toMajorUnits(byStatement.total, 2).replace('.', ',')}`;
    await page.getByLabel('CSV file').setInputFiles({
      name: 'statement.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(csv, 'latin1'),
    });
    await page.getByText('Matches').waitFor();
    await looksRight(page, 'a statement that matches');
    await page.getByRole('button', { name: 'Confirm one payment' }).click();
    await untilStatus(on, byStatement.reference, 'confirmed');
    await close();
  });
});

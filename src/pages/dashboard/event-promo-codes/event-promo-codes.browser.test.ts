import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../../../test/harness/browser.ts';
import { buy } from '../../../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { assertAccessible, openDashboard, PHONE } from '../../../../test/harness/open-dashboard.ts';
import { signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { untilEqual } from '../../../../test/harness/until.ts';
import { untilFits } from '../../../../test/harness/at-page.ts';

suite('the page of promo codes', () => {
  let on: TestApp;
  let browser: Browser;
  let host: TestHost;
  let owner: SignedIn;
  before(async () => {
    [on, browser] = await Promise.all([startTestApp(), launchBrowser()]);
    host = await makeHost(on);
    owner = await signInAs(on, host);
  });
  after(async () => {
    await browser.close();
    await on.close();
  });

  test('one is made, changed, taken back, ended and found with its orders; on a phone too', async () => {
    const { eventId, slug, skus } = await makeEvent(on, host, {
      ticketTypes: [{ name: 'Regular', priceMinor: 0 }, { name: 'VIP' }],
    });
    const path = `/hosts/${host.hostId}/events/${eventId}/promo-codes`;
    const { page, close } = await openDashboard(browser, on, owner, { path });
    await page.getByRole('heading', { name: 'No promo codes yet' }).waitFor();
    await assertAccessible(page, 'without codes');
    await page.getByRole('button', { name: 'Add code' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Code', { exact: true }).fill('two words');
    await dialog.getByLabel('Percent', { exact: true }).fill('12.5');
    await dialog.getByRole('button', { name: 'Add code' }).click();
    await dialog.locator('[aria-invalid=true]').waitFor();
    await dialog.getByLabel('Code', { exact: true }).fill('FRIENDS');
    await dialog.getByLabel('Regular').check();
    await dialog.getByLabel('Max. uses').fill('5');
    await dialog.getByLabel('Until').fill('2199-01-31T18:00');
    await assertAccessible(page, 'the form');
    await dialog.getByRole('button', { name: 'Add code' }).click();
    const row = page.getByRole('row', { name: /FRIENDS/ });
    await row.getByText('12.5 % off').waitFor();
    await row.getByText('0 of 5').waitFor();

    await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }], promoCode: 'friends' });
    await row.getByRole('button', { name: 'Actions for FRIENDS' }).click();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByLabel('Amount', { exact: true }).check();
    await page.getByRole('dialog').getByLabel('Amount in NGN').fill('12.3456');
    await page.getByRole('dialog').getByLabel('Amount in NGN').blur();
    await page.getByText('Enter an amount, e.g. 15000.50.').waitFor();
    await page.getByRole('dialog').getByLabel('Amount in NGN').fill('1,500.50');
    await page.getByRole('dialog').getByRole('button', { name: 'Edit' }).click();
    await row.getByText('₦1,500.50 off').waitFor();
    await row.getByText('1 of 5').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await row.getByText('12.5 % off').waitFor();

    await row.getByRole('button', { name: 'Actions for FRIENDS' }).click();
    await page.getByRole('button', { name: 'End now' }).click();
    await row.getByText('Ended').waitFor();
    await page.setViewportSize(PHONE);
    await assertAccessible(page, 'the list on a phone');
    await untilFits(page);
    await page.getByRole('link', { name: 'FRIENDS' }).click();
    await page.getByRole('heading', { name: 'Orders with this code' }).waitFor();
    await page.getByRole('link', { name: /^TSR-/ }).waitFor();
    await close();
  });

  test('hundreds are made at once; a list is mended by what is said of its lines, and taken in', async () => {
    const { eventId } = await makeEvent(on, host);
    const path = `/hosts/${host.hostId}/events/${eventId}/promo-codes`;
    const { page, close } = await openDashboard(browser, on, owner, { path });
    await page.getByRole('button', { name: 'Generate codes' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Quantity').fill('300');
    await dialog.getByLabel('Prefix').fill('VIP-');
    await dialog.getByLabel('Random letters').fill('5');
    await dialog.getByLabel('Percent', { exact: true }).fill('100');
    await dialog.getByRole('button', { name: 'Generate codes' }).click();
    await dialog.getByText('Must be at least 8', { exact: false }).waitFor();
    await dialog.getByLabel('Random letters').fill('8');
    await dialog.getByRole('button', { name: 'Generate codes' }).click();
    await page.getByRole('heading', { name: '300 codes generated' }).waitFor();
    await untilEqual(300, async () => (await dialog.getByLabel('All codes').inputValue()).split('\n').length);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('link', { name: 'Download as CSV' }).click(),
    ]);
    assert.match(download.suggestedFilename(), /^promo-codes-.*\.csv$/);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'Show more' }).click();
    await page.getByRole('row').nth(60).waitFor();

    await page.getByRole('button', { name: 'Add from a list' }).click();
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'codes.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from([0x63, 0x6f, 0x64, 0x65, 0x0a, 0xe9]),
    });
    await dialog.getByText('The file is not in UTF-8', { exact: false }).waitFor();
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'codes.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('code;percent\r\nPRESS;20\r\nPRESS;120\r\n'),
    });
    await dialog.getByText('“PRESS” is already in line 2.', { exact: false }).waitFor();
    await dialog.getByText('The percentage must be 0.01–100.', { exact: false }).waitFor();
    await untilEqual(0, () => dialog.getByRole('button', { name: /^Add/ }).count());
    await assertAccessible(page, 'a list with mistakes');
    await dialog.getByRole('button', { name: 'Edit list' }).click();
    await dialog.getByLabel('Or paste the list').fill('code\tpercent\nPRESS\t20\nRADIO\t12,5');
    await dialog.getByRole('button', { name: 'Check list' }).click();
    await dialog.getByRole('button', { name: 'Add 2 codes' }).click();
    await page.getByRole('heading', { name: '2 codes generated' }).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByLabel('Code', { exact: true }).fill('rad');
    await page.getByRole('row', { name: /RADIO.*12\.5 % off/ }).waitFor();
    await close();
  });
});

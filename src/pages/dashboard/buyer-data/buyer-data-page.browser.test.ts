import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { after, before, suite, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../../../test/harness/browser.ts';
import { buy } from '../../../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { assertAccessible, openDashboard, PHONE } from '../../../../test/harness/open-dashboard.ts';
import { signInAs } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { untilEqual } from '../../../../test/harness/until.ts';

suite('the page of a buyer’s data', () => {
  let on: TestApp;
  let browser: Browser;
  let host: TestHost;
  before(async () => {
    on = await startTestApp();
    browser = await launchBrowser();
    host = await makeHost(on);
  });
  after(async () => {
    await browser.close();
    await on.close();
  });

  test('somebody is looked up, given what there is of them, and erased with the event still ahead', async () => {
    const email = 'ada.looked.up@test.example';
    const { slug, skus } = await makeEvent(on, host, { name: 'Ahead', ticketTypes: [{ priceMinor: 0 }] });
    const { reference } = await buy(
      on,
      host,
      { slug, items: [{ sku: skus[0], quantity: 2 }] },
      { body: { email } },
    );
    const owner = await signInAs(on, host, { hasFactor: true });
    const { page, close } = await openDashboard(browser, on, owner, {
      path: `/hosts/${host.hostId}/buyer-data?order=${reference}`,
      acceptDownloads: true,
    });
    const field = page.getByLabel('E-mail address');
    await untilEqual(email, () => field.inputValue());
    await page.getByRole('button', { name: 'Find data' }).click();
    await page.getByText(`1 order has data of ${email}.`).waitFor();
    await page.getByRole('rowheader', { name: reference }).waitFor();
    await page.getByRole('table').getByText('The event is still to come').waitFor();
    assert.ok(!page.url().includes('ada'));
    await assertAccessible(page, 'what was found');

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as JSON' }).click(),
    ]);
    const given = JSON.parse(await text(await file.createReadStream()));
    assert.deepEqual([given.about.email, given.orders[0].reference], [email, reference]);

    const erase = page.getByRole('button', { name: 'Erase…' });
    await untilEqual(0, () => erase.count());
    await page.getByLabel('Erase anyway').check();
    await erase.click();
    const dialog = page.getByRole('dialog', { name: 'Erase all data of this person?' });
    await dialog.getByText(`We erase ${email} in 1 order.`).waitFor();
    await dialog.getByRole('button', { name: 'Erase permanently' }).click();
    await page.getByText('All data of this person is erased').waitFor();
    await page.getByRole('table').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Find data' }).click();
    await page.getByText('No data for this address').waitFor();
    const { rows } = await on.app.database.query('SELECT email FROM orders WHERE reference = $1', [
      reference,
    ]);
    assert.deepEqual(rows, [{ email: 'erased@erased.invalid' }]);
    await close();
  });

  test('an order that can still be paid stands against it, and says so; on a phone', async () => {
    const email = 'ben.unpaid@test.example';
    const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 500_000 }] });
    await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] }, { body: { email } });
    const owner = await signInAs(on, host, { hasFactor: true });
    const { page, close } = await openDashboard(browser, on, owner, {
      path: `/hosts/${host.hostId}/buyer-data`,
      viewport: PHONE,
    });
    await page.getByRole('button', { name: 'Find data' }).click();
    await page.getByText('Enter an e-mail address').waitFor();
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('E-mail address').press('Enter');
    await page.getByText('Not yet: the order can still be paid').waitFor();
    await page.getByText('You can’t erase yet').waitFor();
    await untilEqual(0, () => page.getByRole('button', { name: 'Erase…' }).count());
    await assertAccessible(page, 'on a phone');
    await close();
  });
});

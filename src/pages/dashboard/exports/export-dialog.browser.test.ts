import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../../../test/harness/browser.ts';
import { buy } from '../../../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { assertAccessible, openDashboard, PHONE } from '../../../../test/harness/open-dashboard.ts';
import { signInAs } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { until, untilEqual } from '../../../../test/harness/until.ts';
import { askForFile, fillOrders, linesOf, NO_FILTERS, openAndStop } from './exports.fixture.ts';

suite('the dialog of exports', () => {
  let on: TestApp;
  let browser: Browser;
  let host: TestHost;
  let eventId: string;
  before(async () => {
    on = await startTestApp();
    browser = await launchBrowser();
    host = await makeHost(on);
    const event = await makeEvent(on, host, { ticketTypes: [{ name: 'Stalls', priceMinor: 0 }] });
    ({ eventId } = event);
    const items = [{ sku: event.skus[0], quantity: 1 }];
    await buy(
      on,
      host,
      { slug: event.slug, items },
      { body: { email: 'one@test.example', lastName: 'Äße' } },
    );
    await buy(
      on,
      host,
      { slug: event.slug, items },
      { body: { email: 'two@test.example', lastName: 'Bello' } },
    );
  });
  after(async () => {
    await browser.close();
    await on.close();
  });

  const download = async (page: Page): Promise<{ name: string; bytes: Buffer }> => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: 'Download' }).click(),
    ]);
    return { name: file.suggestedFilename(), bytes: await buffer(await file.createReadStream()) };
  };

  test('orders, as they are filtered: the choices are remembered, and the browser fetches the file by itself', async () => {
    const owner = await signInAs(on, host, { hasFactor: true });
    const { page, close } = await openDashboard(browser, on, owner, {
      path: `/hosts/${host.hostId}/orders`,
      acceptDownloads: true,
    });
    const open = page.getByRole('button', { name: 'Export orders' });
    await open.click();
    const dialog = page.getByRole('dialog', { name: 'Export orders' });
    await dialog.getByText('The file contains everything.').waitFor();
    await assertAccessible(page, 'the dialog');
    await dialog.getByLabel('Semicolon').check();
    await dialog.getByLabel('Mark the file as UTF-8 (BOM)').uncheck();
    const all = await download(page);
    assert.match(all.name, /^orders-\d{4}-\d\d-\d\d\.csv$/);
    const text = all.bytes.toString();
    assert.ok(text.startsWith('reference;event;status'));
    assert.deepEqual(
      linesOf(text, ';').map((line) => line['last name']),
      ['Äße', 'Bello'],
    );
    await page.getByText('The download has started.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await until('the focus to be back', () => open.evaluate((button) => button.matches(':focus')));

    await page.goto(`${on.publicUrl}/dashboard/hosts/${host.hostId}/orders?search=two%40test.example`);
    await page.locator('[data-live=true]').waitFor();
    await open.click();
    await until('semicolons', () => dialog.getByLabel('Semicolon').isChecked());
    await untilEqual(false, () => dialog.getByLabel('Mark the file as UTF-8 (BOM)').isChecked());
    await dialog.getByText('The file contains the list as you have filtered it').waitFor();
    const found = await download(page);
    assert.deepEqual(
      linesOf(found.bytes.toString(), ';').map((line) => line['last name']),
      ['Bello'],
    );
    await close();
  });

  test('guests on a phone; and whoever may not have a file sees no button', async () => {
    const manager = await signInAs(on, host, { role: 'manager', hasFactor: true });
    const { page, close } = await openDashboard(browser, on, manager, {
      path: `/hosts/${host.hostId}/events/${eventId}/guests`,
      acceptDownloads: true,
      viewport: PHONE,
    });
    await page.getByRole('button', { name: 'Export guests' }).click();
    await assertAccessible(page, 'the dialog on a phone');
    const { bytes } = await download(page);
    assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
    assert.equal(linesOf(bytes.toString()).length, 2);
    await page.goto(`${on.publicUrl}/dashboard/hosts/${host.hostId}/orders`);
    await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
    await untilEqual(0, () => page.getByRole('button', { name: 'Export orders' }).count());
    await close();
  });

  test('too many at once is said in the dialog, which stays open', async () => {
    const big = await makeHost(on);
    const owner = await signInAs(on, big, { hasFactor: true });
    const { eventId: its } = await makeEvent(on, big);
    // More than sockets and streams hold between them.
    await fillOrders(on, big.hostId, its, { count: 3_000, metadataBytes: 4_000 });
    const ask = () => askForFile(on, big, owner, 'orders', { filters: NO_FILTERS });
    const ids = [(await ask()).body.exportId, (await ask()).body.exportId];
    const readers = await Promise.all(ids.map((id) => openAndStop(on, big, owner, id)));
    const { page, close } = await openDashboard(browser, on, owner, { path: `/hosts/${big.hostId}/orders` });
    await page.getByRole('button', { name: 'Export orders' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click();
    await page.getByText(/2 files of this host are already being sent/).waitFor();
    await untilEqual(1, () => page.getByRole('dialog').count());
    for (const reader of readers) reader.destroy();
    await close();
  });
});

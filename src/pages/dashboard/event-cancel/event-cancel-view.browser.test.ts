import { after, before, suite, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../../../test/harness/browser.ts';
import { buy, pay, storedOrder, untilStatus } from '../../../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { assertAccessible, openDashboard, PHONE, reload } from '../../../../test/harness/open-dashboard.ts';
import { signInAs } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { toWallTime } from '../../../values/wall-time.ts';
import { untilEqual } from '../../../../test/harness/until.ts';
import { untilFits } from '../../../../test/harness/at-page.ts';

const A_DAY_MS = 24 * 60 * 60_000;
const wall = (days: number): string => toWallTime(new Date(Date.now() + days * A_DAY_MS), 'Africa/Lagos');

suite('the page that cancels or postpones an event', () => {
  let on: TestApp;
  let browser: Browser;
  let host: TestHost;
  before(async () => {
    [on, browser] = await Promise.all([startTestApp(), launchBrowser()]);
    host = await makeHost(on, {}, { servers: ['127.0.0.1'] });
  });
  after(async () => {
    await browser.close();
    await on.close();
  });

  test('an owner moves an event with an offer, a buyer takes it without a script, and the rest is cancelled', async () => {
    const { eventId, slug, skus } = await makeEvent(on, host, {
      name: 'Lagos Night',
      ticketTypes: [{}, { priceMinor: 0 }],
    });
    const cart = { slug, items: [{ sku: skus[0], quantity: 2 }] };
    const orders = [
      await buy(on, host, cart),
      await buy(on, host, cart, { body: { email: 'bola@example.com' } }),
    ];
    for (const { checkoutUrl, reference } of orders) {
      await pay(checkoutUrl);
      await untilStatus(on, reference, 'confirmed');
    }
    await buy(on, host, { slug, items: [{ sku: skus[1], quantity: 1 }] });
    const owner = await signInAs(on, host, { hasFactor: true });
    const path = `/hosts/${host.hostId}/events/${eventId}/cancel`;
    const { page, close } = await openDashboard(browser, on, owner, { path, viewport: PHONE });
    await page.getByRole('heading', { name: 'Cancel or postpone', level: 1 }).waitFor();
    await assertAccessible(page, 'before');
    await untilFits(page);

    await page.getByLabel('New start').fill(wall(30));
    await page.getByLabel('New end').fill(wall(29));
    await page.getByLabel(/^Message to ticket holders/).fill('The band is ill.');
    await page.getByRole('checkbox', { name: 'Offer refunds to buyers' }).check();
    await page.getByLabel('Refunds until').fill(wall(20));
    const move = page.getByRole('button', { name: 'Postpone…' });
    await move.click();
    await page.getByText('The end must be after the start.').waitFor();
    await page.getByLabel('New end').fill(wall(32));
    await page.getByLabel(/^Message to ticket holders/).focus();
    await page.getByText('This event lasts 2 days.').waitFor();
    await move.click();
    // Nothing is mailed before the answer, and nothing after a no.
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/It offers buyers a full refund until .+ \d{4}/).waitFor();
    await assertAccessible(page, 'before it is postponed');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await untilEqual(0, async () => {
      const { rowCount } = await on.app.database.query(
        'SELECT 1 FROM event_postponements WHERE event_id = $1',
        [eventId],
      );
      return rowCount;
    });
    await move.click();
    await dialog.getByRole('button', { name: 'Postpone and notify 2 people' }).click();
    await page.getByText('Postponed. We are notifying ticket holders.').waitFor();
    await page.getByRole('heading', { name: 'Earlier dates' }).waitFor();

    const { receipt_token: token } = await storedOrder(on, orders[1]?.reference ?? '');
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE, locale: 'en-NG' });
    const receipt = await context.newPage();
    await receipt.goto(`${on.publicUrl}/checkout/orders/${token}`);
    await receipt.getByText('Moved from').waitFor();
    await receipt.getByText('Can’t come? Return the tickets').click();
    await untilFits(receipt);
    await receipt.getByRole('button', { name: 'Return the tickets' }).click();
    await receipt.getByText('You returned the tickets.').waitFor();
    await untilEqual(0, () => receipt.getByRole('button', { name: 'Return the tickets' }).count());
    await context.close();

    await reload(page);
    await page.getByRole('button', { name: 'Cancel the event…' }).click();
    await page.getByLabel(/^Reason for ticket holders/).fill('The hall is flooded.');
    const typed = page.getByLabel('Type the event’s name: Lagos Night');
    const sure = page.getByRole('button', { name: 'Cancel the event permanently' });
    await typed.fill('Lagos');
    await sure.click();
    await page.getByText('is not the name of the event').waitFor();
    await assertAccessible(page, 'the dialog');
    await typed.fill('Lagos Night');
    await sure.click();
    await page.getByText('2 of 2 orders done').waitFor();
    await page.getByText('All orders are done.').waitFor();
    await page.getByText('Of ₦21,200.00').waitFor();
    await assertAccessible(page, 'after');
    await untilFits(page);
    await close();
  });
});

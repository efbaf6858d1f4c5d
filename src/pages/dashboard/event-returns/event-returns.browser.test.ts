import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../../../test/harness/browser.ts';
import { buy, pay, untilStatus } from '../../../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { assertAccessible, openDashboard, PHONE } from '../../../../test/harness/open-dashboard.ts';
import { signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { until } from '../../../../test/harness/until.ts';
import { askForReturn } from '../../../orders/returns/ask-return.ts';
import { confirmReturn } from '../../../orders/returns/confirm-return.ts';
import { makeReturnLink } from '../../../tickets/mails/mailed-return.ts';

suite('a host lets buyers return tickets', () => {
  let on: TestApp;
  let browser: Browser;
  let host: TestHost;
  let owner: SignedIn;
  before(async () => {
    [on, browser] = await Promise.all([startTestApp(), launchBrowser()]);
    on = { ...on, publicUrl: on.publicUrl.replace('127.0.0.1', 'localhost') };
    host = await makeHost(on);
    owner = await signInAs(on, host, { hasFactor: true });
  });
  after(async () => {
    await browser.close();
    await on.close();
  });

  test('an owner reads what buyers will read, saves it, and approves a return on the page of the order', async () => {
    const { slug, skus, eventId } = await makeEvent(on, host, {
      ticketTypes: [{ capacity: 5, priceMinor: 1_000_000 }],
    });
    const settings = await openDashboard(browser, on, owner, {
      path: `/hosts/${host.hostId}/events/${eventId}/returns`,
      viewport: PHONE,
    });
    const { page } = settings;
    await page.getByText('Buyers see no way to return tickets.').waitFor();
    await page.getByRole('radio', { name: /^You approve each return/ }).check();
    await page.getByRole('textbox', { name: /^Percent/ }).fill('80');
    await page.getByText(/You get back 80% of the price without the fees\. The host decides/).waitFor();
    await assertAccessible(page, 'returns of an event');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').first().waitFor();
    await settings.close();

    const order = await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 2 }] });
    await pay(order.checkoutUrl);
    const { id: orderId } = await untilStatus(on, order.reference, 'confirmed');
    const { database } = on.app;
    assert.equal(
      await database.transaction((tx) => askForReturn(tx, { orderId, positions: [1] })),
      'return_asked',
    );
    // The mail makes a link of its own, which ours replaces.
    await until('the mail with the link', async () => {
      const { rows } = await database.query(
        `SELECT FROM mails WHERE order_id = $1 AND kind = 'return_asked' AND sent_at IS NOT NULL`,
        [orderId],
      );
      return rows.length === 1;
    });
    const { rows } = await database.query<{ id: string }>('SELECT id FROM returns WHERE order_id = $1', [
      orderId,
    ]);
    const token = await makeReturnLink(database, { orderId, returnId: rows[0]?.id ?? '' });
    assert.equal(
      await database.transaction((tx) => confirmReturn(tx, { orderId, token: token ?? '' })),
      'return_waiting',
    );

    const opened = await openDashboard(browser, on, owner, {
      path: `/hosts/${host.hostId}/orders/${order.reference}`,
      viewport: PHONE,
    });
    await opened.page.getByText('The buyer wants to return ticket 1.').waitFor();
    await assertAccessible(opened.page, 'an order with a return');
    await opened.page.getByRole('button', { name: 'Approve the return' }).click();
    await opened.page.getByRole('dialog').getByRole('button', { name: 'Approve the return' }).click();
    await opened.page.getByText('The return is approved.').waitFor();
    await opened.close();
    await until('the refund', async () => {
      const { rows: refunds } = await database.query<{ amount: number }>(
        'SELECT amount_minor AS amount FROM refunds WHERE order_id = $1',
        [orderId],
      );
      return refunds.length === 1 && refunds[0]?.amount === 800_000;
    });
  });
});

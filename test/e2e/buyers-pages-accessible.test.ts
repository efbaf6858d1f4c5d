import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { OPERATOR } from '../../src/audit/actor.ts';
import type { ReturnTerms } from '../../src/rules/returns.ts';
import { makeReturnLink } from '../../src/tickets/mails/mailed-return.ts';
import { createUnsubscribing } from '../../src/unsubscribing/unsubscribing.ts';
import { openList } from '../../src/waiting-list/change-list.ts';
import { createListTokens } from '../../src/waiting-list/list-tokens.ts';
import { untilFits } from '../harness/at-page.ts';
import { launchBrowser } from '../harness/browser.ts';
import { buy, BUYER, hold, pay, untilStatus } from '../harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { assertAccessibleInBothThemes, PHONE } from '../harness/open-dashboard.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { until, untilMatch } from '../harness/until.ts';

const TERMS: ReturnTerms = { hours: 48, percent: 50, keepsFees: true, needsApproval: false };

suite('axe finds nothing on a phone, in the light and in the dark, where a buyer', () => {
  let on: TestApp;
  let browser: Browser;
  let host: TestHost;
  let page: Page;
  before(async () => {
    [on, browser] = await Promise.all([startTestApp(), launchBrowser()]);
    host = await makeHost(on);
    const context = await browser.newContext({ viewport: PHONE, locale: 'en-GB' });
    page = await context.newPage();
  });
  after(async () => {
    await browser.close();
    await on.close();
  });

  async function look(name: string): Promise<void> {
    await assertAccessibleInBothThemes(page, name);
    await untilFits(page, name);
  }
  const query = async <Row extends object>(sql: string, values: unknown[]): Promise<Row> =>
    (await on.app.database.query<Row>(sql, values)).rows[0] ?? assert.fail('nothing was found');

  test('returns tickets, by the exact sum of those that are ticked, or gives one to somebody else', async () => {
    const { eventId, slug, skus } = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 1_000_001 }] });
    await on.app.database.query(
      'UPDATE events SET return_terms = $2, buyers_pass_on = true, buyers_rename = true WHERE id = $1',
      [eventId, TERMS],
    );
    const { reference, checkoutUrl } = await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 2 }] });
    await pay(checkoutUrl);
    const { id: orderId } = await untilStatus(on, reference, 'confirmed');
    const { token } = await query<{ token: string }>(
      'SELECT receipt_token AS token FROM orders WHERE id = $1',
      [orderId],
    );
    const receipt = `${on.publicUrl}/checkout/orders/${token}`;
    await page.goto(receipt);
    await page.getByText('Choose tickets to return').click();
    const sum = page.locator('.returns').getByRole('status');
    const [first, second] = [0, 1].map((nth) => page.getByRole('checkbox').nth(nth));
    await first?.check();
    await untilMatch(/^You get back \S*5,000\.00$/, () => sum.textContent());
    await second?.check();
    await untilMatch(/^You get back \S*10,000\.00$/, () => sum.textContent());
    await page.getByText('Give to somebody else').first().click();
    await look('a receipt with its returns');
    await page.getByRole('button', { name: 'E-mail me the link' }).click();
    await page.locator('.notice').waitFor();
    const { id: returnId } = await query<{ id: string }>('SELECT id FROM returns WHERE order_id = $1', [
      orderId,
    ]);
    await until('the mail to be sent', async () => {
      const { rowCount } = await on.app.database.query(
        `SELECT FROM mails WHERE order_id = $1 AND kind = 'return_asked' AND sent_at IS NOT NULL`,
        [orderId],
      );
      return rowCount === 1;
    });
    const link = await makeReturnLink(on.app.database, { orderId, returnId });
    await page.goto(`${receipt}/returns/${link}`);
    await page.getByText(/You get back \S*10,000\.00/).waitFor();
    await look('the page of a mailed link');
    await page.getByRole('button', { name: 'Return the tickets' }).click();
    await page.locator('.notice').waitFor();
    await look('a receipt after its return');
    await page.goto(`${receipt}/returns/${link}`);
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    await look('the page of a link that was used');
  });

  test('wants no more mails', async () => {
    const unsubscribing = createUnsubscribing({ secretKeys: on.secretKeys, publicUrl: on.publicUrl });
    const mail = { hostId: host.hostId, kind: 'reminder', email: BUYER.email, language: 'en' } as const;
    await page.goto((await unsubscribing.linkFor(on.app.database, mail)) ?? '');
    await look('the page that ends mails');
    await page.getByRole('main').getByRole('button').click();
    await look('the page after it has ended them');
    await page.goto(`${on.publicUrl}/unsubscribe/nothing`);
    await look('the page of a link that is nobody’s');
  });

  test('waits for sold-out tickets', async () => {
    const { eventId, slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 1 }] });
    const [sku = ''] = skus;
    await on.app.database.transaction((tx) =>
      openList(tx, {
        hostId: host.hostId,
        eventId,
        actor: OPERATOR,
        secretKeys: on.secretKeys,
        settings: { offerMinutes: 60, drawsAt: null },
      }),
    );
    await hold(on, host, { slug, items: [{ sku, quantity: 1 }] });
    const list = `${on.publicUrl}/checkout/${slug}/waiting-list`;
    await page.goto(`${list}?ticket=${sku}`);
    await look('the page on which people join');
    await page.getByRole('textbox', { name: 'E-mail' }).fill('somebody@localhost');
    await page.getByRole('main').getByRole('button').click();
    await page.locator('.error').waitFor();
    await look('an address that is none');
    await page.getByRole('textbox', { name: 'E-mail' }).fill(BUYER.email);
    await page.getByRole('main').getByRole('button').click();
    await page.locator('.error').waitFor({ state: 'detached' });
    await look('the page after joining');
    const { id } = await query<{ id: string }>('SELECT id FROM waiting_list_entries WHERE event_id = $1', [
      eventId,
    ]);
    await page.goto(`${list}/entries/${createListTokens(on.secretKeys).writeLink(id)}?lang=en`);
    await look('the page of a mailed link to the list');
    await page.getByRole('main').getByRole('button').first().click();
    await look('the page of somebody who waits');
  });
});

import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../../../test/harness/browser.ts';
import { buy, pay, storedOrder, untilStatus } from '../../../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { assertAccessible, openDashboard, PHONE } from '../../../../test/harness/open-dashboard.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { OPERATOR } from '../../../audit/actor.ts';
import { refundOrder } from '../../../orders/refund-order.ts';
import type { ShownSales } from './data.ts';
import { untilFits } from '../../../../test/harness/at-page.ts';
import { untilMatch } from '../../../../test/harness/until.ts';

suite('the overview of an event, on the evening of the sale', () => {
  let browser: Browser;
  let on: TestApp;
  let host: TestHost;
  let owner: SignedIn;
  let show: Awaited<ReturnType<typeof makeEvent>>;
  before(async () => {
    [browser, on] = await Promise.all([
      launchBrowser(),
      startTestApp({ environment: { RATE_LIMIT_PER_ADDRESS: '1000000' } }),
    ]);
    host = await makeHost(on);
    owner = await signInAs(on, host, { hasFactor: true });
    show = await makeEvent(on, host, {
      ticketTypes: [
        { name: 'Stalls', priceMinor: 1_000_000 },
        { name: 'Lawn', priceMinor: 0 },
      ],
    });
  });
  after(async () => {
    await browser.close();
    await on.close();
  });

  const path = (rest = ''): string => `/hosts/${host.hostId}/events/${show.eventId}${rest}`;
  const buyStalls = async (quantity: number): Promise<string> => {
    const { reference, checkoutUrl } = await buy(on, host, {
      slug: show.slug,
      items: [{ sku: show.skus[0], quantity }],
    });
    await pay(checkoutUrl);
    await untilStatus(on, reference, 'confirmed');
    return reference;
  };
  const tableOf = async (page: Page): Promise<string[]> => {
    await page.getByRole('tab', { name: 'Table' }).click();
    const table = page.getByRole('table', { name: 'Sales over time' });
    const cells = await table.getByRole('cell').allInnerTexts();
    return cells.map((text) => text.replace(/^.*\n/, ''));
  };

  test('before anything is sold it says so', async () => {
    const { page, close } = await openDashboard(browser, on, owner, { path: path() });
    await page.getByText('No sales yet.').waitFor();
    await close();
  });

  test('sales are in the chart and, with the same figures, in the table, live; each period has an address', async () => {
    await buy(on, host, { slug: show.slug, items: [{ sku: show.skus[1], quantity: 3 }] });
    const { page, close } = await openDashboard(browser, on, owner, { path: path() });
    await page.getByRole('img', { name: 'Tickets sold since the first sale: 3' }).locator('canvas').waitFor();
    await buyStalls(2);
    // Nobody reloads the page.
    await page.getByRole('img', { name: 'Tickets sold since the first sale: 5' }).waitFor();
    await page.getByRole('link', { name: 'Hour', exact: true }).click();
    await page.getByRole('img', { name: 'Tickets sold in the last hour: 5' }).waitFor();
    await untilMatch(/\?period=hour$/, () => page.url());
    const { body } = await askDashboard(on, path('/sales?period=hour'), { as: owner });
    const sales = body as unknown as ShownSales;
    const cells = await tableOf(page);
    assert.equal(sum(sales.orders), 2);
    assert.equal(sum(cells.filter((_, nr) => nr % 4 === 0).map(Number)), 2);
    assert.equal(sum(cells.filter((_, nr) => nr % 4 === 1).map(Number)), 5);
    await page.reload();
    await page.getByRole('img', { name: 'Tickets sold in the last hour: 5' }).waitFor();
    await assertAccessible(page, 'the overview');
    await close();
  });

  test('a refund is in the table at the time at which it was made, and one that the gateway refused waits for somebody', async () => {
    const reference = await buyStalls(1);
    const { id } = await storedOrder(on, reference);
    await on.app.database.transaction((tx) =>
      refundOrder(tx, {
        actor: OPERATOR,
        orderId: id,
        ticketIds: null,
        amountMinor: 500_000,
        returnsStock: true,
        requestKey: 'half of it',
      }),
    );
    await untilStatus(on, reference, 'refunded');
    await on.app.database.query(
      `UPDATE refunds SET status = 'needs_attention', failed_at = now(), next_look_up_at = NULL, note = 'No funds.' WHERE order_id = $1`,
      [id],
    );
    const { page, close } = await openDashboard(browser, on, owner, {
      path: path('?period=day'),
      viewport: PHONE,
    });
    await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
    await page.getByText('No funds.').waitFor();
    const refunds = (await tableOf(page)).filter((_, nr) => nr % 4 === 3);
    assert.ok(
      refunds.some((text) => text.includes('5,000.00')),
      refunds.join(),
    );
    await untilFits(page);
    await close();
  });

  test('a draft is walked through to its last button by a link, which sells nothing; once it is public it can be shared', async () => {
    const draft = await makeEvent(on, host, { status: 'DRAFT', name: 'Highlife Night' });
    const { page, close } = await openDashboard(browser, on, owner, {
      path: `/hosts/${host.hostId}/events/${draft.eventId}`,
      viewport: PHONE,
    });
    await page.getByRole('button', { name: 'Make a link' }).click();
    await page.getByText('Works until').waitFor();
    await assertAccessible(page, 'a draft with a link');
    const link = await page.locator('code', { hasText: 'preview=' }).innerText();

    const context = await browser.newContext({ viewport: PHONE });
    const stranger = await context.newPage();
    const refused: string[] = [];
    stranger.on('response', (response) => {
      if (response.status() >= 400) refused.push(response.url());
    });
    await stranger.goto(link);
    await stranger.getByText('This is a preview').waitFor();
    await stranger
      .getByRole('button', { name: /^One more/ })
      .first()
      .click();
    await stranger.getByRole('button', { name: 'Continue' }).click();
    await stranger.getByLabel('First name').fill('Ada');
    await stranger.getByLabel('Last name').fill('Obi');
    await stranger.getByLabel('E-mail').fill('ada@example.com');
    await stranger.getByRole('button', { name: /^Pay/ }).click();
    await stranger.getByRole('alert').getByText('This is a preview').waitFor();
    assert.deepEqual(refused, []);

    await page.getByRole('button', { name: 'Revoke link' }).click();
    await page.getByText('The preview link no longer works.').waitFor();
    await stranger.reload();
    await stranger.getByRole('heading', { name: 'This preview has ended' }).waitFor();
    await context.close();

    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('heading', { name: 'You’re live' }).waitFor();
    await page.getByRole('img', { name: 'QR code of the event page' }).waitFor();
    await page.getByRole('group', { name: 'Code for your site' }).waitFor();
    await untilFits(page);
    await assertAccessible(page, 'an event just published');
    await close();
  });

  test('a member who may see no figures sees no sales, and another host’s event is not there', async () => {
    const door = await signInAs(on, host, { role: 'door' });
    assert.equal((await askDashboard(on, path('/sales'), { as: door })).status, 403);
    const stranger = await signInAs(on, await makeHost(on));
    assert.equal((await askDashboard(on, path('/sales'), { as: stranger })).status, 404);
  });
});

const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0);

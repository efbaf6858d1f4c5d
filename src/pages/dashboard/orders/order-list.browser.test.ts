import { after, before, suite, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../../../test/harness/browser.ts';
import { buy } from '../../../../test/harness/buy.ts';
import { HOSTILE_TEXTS } from '../../../../test/harness/hostile-texts.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { assertAccessible, openDashboard, PHONE } from '../../../../test/harness/open-dashboard.ts';
import { signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { untilEqual } from '../../../../test/harness/until.ts';
import { pressAt, pressShortcut, untilFits } from '../../../../test/harness/at-page.ts';

suite('the page of orders', () => {
  let on: TestApp;
  let host: TestHost;
  let owner: SignedIn;
  let browser: Browser;
  let eventId: string;
  const PEOPLE = ['Obi', 'Bello', 'Eze'];
  before(async () => {
    [on, browser] = await Promise.all([
      startTestApp({ environment: { RATE_LIMIT_PER_ADDRESS: '1000000' } }),
      launchBrowser(),
    ]);
    host = await makeHost(on);
    owner = await signInAs(on, host, { hasFactor: true });
    const free = { ticketTypes: [{ name: 'Stalls', priceMinor: 0, capacity: 1_000 }] };
    const jazz = await makeEvent(on, host, { name: 'Jazz in the Garden', ...free });
    const drama = await makeEvent(on, host, { name: 'Midnight drama', ...free });
    eventId = jazz.eventId;
    for (const { slug, skus } of [jazz, drama])
      for (const lastName of PEOPLE)
        await buy(
          on,
          host,
          { slug, items: [{ sku: skus[0], quantity: 2 }] },
          { body: { email: `${lastName.toLowerCase()}@mail.example`, firstName: 'Ada', lastName } },
        );
  });
  after(async () => {
    await browser.close();
    await on.close();
  });
  const path = (): string => `/hosts/${host.hostId}/orders`;

  test('a host searches, narrows it down, comes back to it, and opens an order', async () => {
    const { page, close } = await openDashboard(browser, on, owner, { path: path() });
    const rows = page.getByRole('row');
    await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
    await untilEqual(7, () => rows.count(), 'the head, and six orders');
    await page
      .getByText('6 orders shown. Confirmed: 6, with 12 tickets for ₦0.00, before refunds.')
      .waitFor();
    const link = (nr: number) => page.getByRole('rowheader').getByRole('link').nth(nr);
    // From anywhere on the page, and on from there.
    await pressShortcut(page, 'j');
    await pressAt(link(0), 'ArrowDown');
    await pressAt(link(1), 'j');
    await pressAt(link(2), 'k');
    await pressAt(link(1), '/');
    // Into the field it is a letter like others.
    await pressAt(page.getByLabel('Search', { exact: true }), '/');
    await untilEqual('/', () => page.getByLabel('Search', { exact: true }).inputValue());
    await page.getByLabel('Search', { exact: true }).fill('bell');
    await page.waitForURL(/search=bell/);
    await page
      .getByRole('row', { name: /Ada Obi/ })
      .first()
      .waitFor({ state: 'detached' });
    await untilEqual(3, () => rows.count());
    await page.getByText('More filters').click();
    await page.getByLabel('Event').selectOption({ label: 'Midnight drama' });
    await page.waitForURL(/event=/);
    await page.getByRole('row', { name: /Jazz/ }).first().waitFor({ state: 'detached' });
    await untilEqual(2, () => rows.count());
    await page.reload();
    await page.locator('[data-live=true]').waitFor();
    await untilEqual(2, () => rows.count());
    await untilEqual('bell', () => page.getByLabel('Search', { exact: true }).inputValue());
    await page.getByRole('link', { name: 'Ada Bello' }).click();
    await page.waitForURL(/\/orders\/TSR-/);
    await page.goBack();
    await page.getByLabel('Search', { exact: true }).waitFor();
    await untilEqual(2, () => rows.count());
    await page.getByLabel('Status').selectOption('refunded');
    await page.getByText('No matching orders').waitFor();
    await assertAccessible(page, 'nothing that fits');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page
      .getByRole('row', { name: /Ada Obi/ })
      .first()
      .waitFor();
    await untilEqual(7, () => rows.count());
    await close();
  });

  test('tickets of chosen orders are sent again; what is refused is told with its reason', async () => {
    const { page, close } = await openDashboard(browser, on, owner, {
      path: `/hosts/${host.hostId}/events/${eventId}/orders`,
    });
    await page.getByLabel('Select all shown').check();
    await page.getByText('3 orders selected').waitFor();
    await page.getByRole('button', { name: 'Resend tickets', exact: true }).click();
    await page.getByText('We’re resending the tickets of 3 orders.').waitFor();
    await page.getByRole('button', { name: 'Resend tickets', exact: true }).waitFor({ state: 'detached' });
    // One of them is refunded meanwhile: it has no tickets any more.
    await on.app.database.query(
      `UPDATE tickets SET voided_at = now() WHERE event_id = $1 AND last_name = 'Eze'`,
      [eventId],
    );
    await page.getByRole('checkbox', { name: /of Ada Eze/ }).check();
    await page.getByRole('checkbox', { name: /of Ada Obi/ }).check();
    await page.getByText('2 orders selected').waitFor();
    await page.getByRole('button', { name: 'Resend tickets', exact: true }).click();
    const report = page.getByRole('dialog', { name: '1 resent, 1 not' });
    await report.getByText('This order has no tickets to send.').waitFor();
    await assertAccessible(page, 'the report');
    await report.locator('.dialog-actions').getByRole('button', { name: 'Close' }).click();
    await report.waitFor({ state: 'detached' });
    await close();
  });

  test('the palette leads to all orders for what was typed', async () => {
    const { page, close } = await openDashboard(browser, on, owner, { path: `/hosts/${host.hostId}` });
    await pressShortcut(page, 'Control+k');
    await page.getByRole('combobox').fill('eze');
    await page.getByRole('option', { name: 'All orders for “eze”' }).click();
    await page.waitForURL(/\/orders\?search=eze$/);
    await page
      .getByRole('row', { name: /Ada Eze/ })
      .first()
      .waitFor();
    await close();
  });

  test('no text in the search does more than find nothing', async () => {
    const { page, close } = await openDashboard(browser, on, owner, { path: path() });
    for (const text of HOSTILE_TEXTS.slice(0, 5)) {
      await page.goto(
        `${on.publicUrl}/dashboard${path()}?search=${encodeURIComponent(text.slice(0, 200))}&promo=${encodeURIComponent(text.slice(0, 50))}`,
      );
      await page.locator('[data-live=true]').waitFor();
    }
    await untilEqual('undefined', () => page.evaluate('typeof window.ran'));
    await close();
  });

  for (const viewport of [PHONE, { width: 1280, height: 800 }]) {
    test(`is accessible, and fits, at ${viewport.width} pixels`, async () => {
      const { page, close } = await openDashboard(browser, on, owner, {
        path: `${path()}?from=2020-01-01`,
        viewport,
      });
      await page.getByRole('checkbox').nth(1).check();
      await assertAccessible(page, 'the orders');
      await untilFits(page);
      const shots = process.env['SHOTS'];
      if (shots)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await page.screenshot({ path: `${shots}/${viewport.width}-${colorScheme}.png`, fullPage: true });
        }
      await close();
    });
  }

  test('sends the tickets again to all that match: counted first, followed as it goes, and done', async () => {
    const { page, close } = await openDashboard(browser, on, owner, { path: `${path()}?search=bell` });
    await page.getByRole('button', { name: 'Resend tickets to all matches…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Resend tickets?' });
    await dialog.getByText(/We resend the current tickets of 2 orders in 2 e-mails/).waitFor();
    await assertAccessible(page, 'the question');
    await dialog.getByRole('button', { name: 'Send 2 e-mails' }).click();
    const progress = page.getByRole('region', { name: 'Resent tickets' });
    await progress.getByText('2 of 2 e-mails, for 2 orders').waitFor();
    await progress.getByText('Sent', { exact: true }).waitFor();
    await untilEqual('2', () => progress.getByRole('progressbar').getAttribute('value'));
    await assertAccessible(page, 'the progress');
    await close();
  });
});

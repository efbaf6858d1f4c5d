import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../../../test/harness/browser.ts';
import { buy } from '../../../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { assertAccessible, DESK, openDashboard, PHONE } from '../../../../test/harness/open-dashboard.ts';
import { signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { until, untilEqual } from '../../../../test/harness/until.ts';
import { untilFits } from '../../../../test/harness/at-page.ts';

suite('the pages of guests', () => {
  let on: TestApp;
  let browser: Browser;
  let host: TestHost;
  let manager: SignedIn;
  before(async () => {
    [on, browser] = await Promise.all([startTestApp(), launchBrowser()]);
    host = await makeHost(on);
    manager = await signInAs(on, host, { role: 'manager' });
  });
  after(async () => {
    await browser.close();
    await on.close();
  });
  const untilShown = (page: Page, count: number): Promise<boolean> =>
    until(`${count} are shown`, async () => (await page.getByRole('rowheader').count()) === count);

  for (const [where, viewport] of Object.entries({ desk: DESK, phone: PHONE })) {
    test(`guests are given tickets one by one and from a list, and are found again (${where})`, async () => {
      const event = await makeEvent(on, host, {
        ticketTypes: [
          { name: 'Standing', priceMinor: 0, capacity: 40 },
          { name: 'VIP', capacity: 5 },
        ],
      });
      const path = `/hosts/${host.hostId}/events/${event.eventId}/guests`;
      const { page, close } = await openDashboard(browser, on, manager, { path, viewport });
      await page.getByRole('heading', { name: 'No guests yet' }).waitFor();
      await assertAccessible(page, 'without guests');
      await page.getByRole('link', { name: 'Add guests' }).click();

      // One guest, of two ticket types. What is missing is said first.
      await page.getByRole('button', { name: 'Give tickets' }).click();
      await page.getByText('Enter a quantity').waitFor();
      await page.getByLabel('First name').fill('<b>Chi</b>');
      await page.getByLabel('Last name').fill('Eze');
      await page.getByLabel('E-mail', { exact: true }).fill('chi@test.example');
      await page.getByLabel('Quantity of Standing').fill('2');
      await page.getByLabel('Quantity of VIP').fill('1');
      await assertAccessible(page, 'the form of a gift');
      await page.getByRole('button', { name: 'Give tickets' }).click();
      await page.getByText('Tickets given.').waitFor();
      await untilEqual('', () => page.getByLabel('Last name').inputValue());
      await page.getByText('4 left').waitFor();

      // A list with a mistake, then a good one.
      await page.getByRole('link', { name: 'From a list' }).click();
      const head = 'first name,last name,e-mail,ticket type,quantity';
      await page.getByLabel('Or paste the list').fill(`${head}\nAda,Obi,ada@test.example,Nothing,1`);
      await page.getByRole('button', { name: 'Check list' }).click();
      await page.getByText('There is no ticket type “Nothing”.').waitFor();
      await assertAccessible(page, 'a list with a mistake');
      await page.getByRole('button', { name: 'Edit list' }).click();
      const lines = ['Ada,Obi,ada@test.example,Standing,1', 'Ada,Obi,ada@test.example,Standing,3'];
      await page.getByLabel('Or paste the list').fill([head, ...lines].join('\n'));
      await page.getByRole('button', { name: 'Check list' }).click();
      await page.getByText('already gets this ticket type in line 2').waitFor();
      await page.getByRole('button', { name: 'Give tickets to 2 guests' }).click();
      await page.getByText('Gave 4 tickets to 2 guests.').waitFor();
      await assertAccessible(page, 'a list that was taken in');
      await untilFits(page);

      // All of them in the list, with who has bought.
      await buy(on, host, { slug: event.slug, items: [{ sku: event.skus[0], quantity: 1 }] });
      await page.goto(`${on.publicUrl}/dashboard${path}`);
      await page.locator('[data-live=true]').waitFor();
      const rows = page.getByRole('rowheader');
      await page.getByText('<b>Chi</b> Eze').first().waitFor();
      await untilEqual(8, () => rows.count());
      await assertAccessible(page, 'the list of guests');
      await untilFits(page);
      await page.getByLabel('How', { exact: true }).selectOption('bought');
      await untilShown(page, 1);
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await untilShown(page, 8);
      await page.getByLabel('Name, e-mail, reference or short code').fill('eze');
      await untilShown(page, 3);
      await page.getByRole('link', { name: '<b>Chi</b> Eze' }).first().click();
      await page.waitForURL(/\/orders\/TSR-/);
      await close();
    });
  }

  test('a member who may not add guests is not led there', async () => {
    const finance = await signInAs(on, host, { role: 'finance', hasFactor: true });
    const event = await makeEvent(on, host);
    const path = `/hosts/${host.hostId}/events/${event.eventId}/guests`;
    const { page, close } = await openDashboard(browser, on, finance, { path });
    await page.getByRole('heading', { name: 'No guests yet' }).waitFor();
    await untilEqual(0, () => page.getByRole('link', { name: 'Add guests' }).count());
    await close();
  });
});

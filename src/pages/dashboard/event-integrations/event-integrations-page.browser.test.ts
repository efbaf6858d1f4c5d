import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchBrowser } from '../../../../test/harness/browser.ts';
import { buy } from '../../../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { assertAccessible, openDashboard, PHONE } from '../../../../test/harness/open-dashboard.ts';
import { signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { until, untilEqual } from '../../../../test/harness/until.ts';
import { startReceiver, type Receiver } from '../../../../test/webhooks/receiver.ts';
import { untilFits } from '../../../../test/harness/at-page.ts';

suite('the page of an event’s integrations', () => {
  let on: TestApp;
  let browser: Browser;
  let host: TestHost;
  let owner: SignedIn;
  let receiver: Receiver;
  let status = 200;
  const cleanUp: (() => unknown)[] = [];
  before(async () => {
    receiver = await startReceiver({ after: (work: () => unknown) => void cleanUp.push(work) }, (response) =>
      response.writeHead(status).end('{"received":true}'),
    );
    const environment = { WEBHOOK_ALLOW: receiver.address };
    [on, browser] = await Promise.all([startTestApp({ environment }), launchBrowser()]);
    host = await makeHost(on);
    owner = await signInAs(on, host);
  });
  after(async () => {
    await browser.close();
    await on.close();
    for (const work of cleanUp) await work();
  });

  const urlOf = (path: string): string => new URL(path, receiver.url).href;
  const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Add a webhook' });
  async function add(page: Page, url: string): Promise<void> {
    if (!(await dialog(page).isVisible()))
      await page.getByRole('button', { name: 'Add a webhook' }).first().click();
    await dialog(page).getByRole('textbox', { name: 'Address' }).fill(url);
    await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  }
  const card = (page: Page, url: string): Locator => page.locator('.receiver-card').filter({ hasText: url });

  test('a webhook is added, refused, tested and told of a purchase, which is looked at and sent again', async () => {
    const { eventId, slug, skus } = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0 }] });
    const { page, close } = await openDashboard(browser, on, owner, {
      path: `/hosts/${host.hostId}/events/${eventId}/integrations`,
    });
    await page.getByText('No webhooks yet').waitFor();
    await add(page, 'http://93.184.216.34/hook');
    const field = dialog(page).getByRole('textbox', { name: 'Address' });
    await dialog(page)
      .getByText(/must use HTTPS/i)
      .waitFor();
    await untilEqual('true', () => field.getAttribute('aria-invalid'));
    await add(page, 'https://10.0.0.1/hook');
    await dialog(page)
      .getByText(/must point to a public address/i)
      .waitFor();
    await assertAccessible(page, 'the dialog with a refusal');
    for (const path of ['/one', '/two', '/three']) {
      await add(page, urlOf(path));
      await card(page, urlOf(path)).waitFor();
    }
    await page.getByText('3 of 3 on').waitFor();
    await add(page, urlOf('/four'));
    await dialog(page)
      .locator('.error, [role=alert]')
      .filter({ hasText: /three|3/ })
      .first()
      .waitFor();
    await field.fill('');
    await field.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await card(page, urlOf('/three')).getByRole('button', { name: 'Turn off' }).click();
    await page.getByText('2 of 3 on').waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByText('3 of 3 on').waitFor();
    for (const path of ['/two', '/three']) {
      await card(page, urlOf(path)).getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('button', { name: 'Remove webhook' }).click();
      await card(page, urlOf(path)).waitFor({ state: 'detached' });
    }

    const one = card(page, urlOf('/one'));
    await one.getByRole('button', { name: 'Send a test' }).click();
    await one.getByText(/answered 200 in \d+ ms\. It works\./).waitFor();
    await one.getByText('{"received":true}').waitFor();
    status = 500;
    await one.getByRole('button', { name: 'Send a test' }).click();
    await one.getByText(/answered 500 in \d+ ms\. Only 200 to 399/).waitFor();
    status = 200;

    // The page is as it was opened: the row comes by itself.
    const { reference } = await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
    const row = page.getByRole('row').filter({ hasText: reference });
    await row.getByText('Delivered').waitFor();
    await assertAccessible(page, 'the page of integrations');
    await page.setViewportSize(PHONE);
    await untilFits(page);

    await page.getByRole('link', { name: reference }).click();
    await page.getByRole('heading', { name: `Purchase ${reference}` }).waitFor();
    const sent = receiver.received.find(({ raw }) => raw.toString().includes(reference));
    const shown = (name: string) => page.getByRole('group', { name }).textContent();
    await untilEqual(sent?.raw.toString(), () => shown('Body as sent'));
    await untilEqual(sent?.headers['x-service-signature'], () => shown('X-Service-Signature'));
    await untilFits(page);
    await assertAccessible(page, 'the page of a delivery');
    const first = page.url();
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('Sending again.').waitFor();
    await page.getByRole('heading', { name: 'Other deliveries of this purchase' }).waitFor();
    assert.notEqual(page.url(), first);
    await page.getByText('Answered 200').first().waitFor();
    const times = await until('the second time', () => {
      const all = receiver.received.filter(({ raw }) => raw.toString().includes(reference));
      return all.length > 1 && all;
    });
    assert.deepEqual(
      times.map(({ raw }) => raw.toString()),
      [sent?.raw.toString(), sent?.raw.toString()],
      'the same bytes',
    );
    await close();
  });
});

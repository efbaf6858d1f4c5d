import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { after, before, test } from 'node:test';
import { launchBrowser } from '../harness/browser.ts';
import { HOSTILE_TEXTS } from '../harness/hostile-texts.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { assertAccessible, DESK, PHONE } from '../harness/open-dashboard.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';

let on: TestApp;
let host: TestHost;
let browser: Browser;
before(async () => {
  [on, browser] = await Promise.all([startTestApp(), launchBrowser()]);
  host = await makeHost(on, { name: 'Harmattan Nights' });
});
after(async () => {
  await browser?.close();
  await on?.close();
});

/** On a page that complains of nothing: neither of its own doing nor of what its policy forbids. */
async function withPage(
  path: string,
  options: { viewport: { width: number; height: number }; javaScriptEnabled?: boolean },
  look: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', ({ message }) => complaints.push(message));
  await page.goto(`http://localhost:${new URL(on.publicUrl).port}${path}`);
  await look(page);
  assert.deepEqual(complaints, []);
  await context.close();
}

const isWithin = async (page: Page): Promise<void> =>
  assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), 'it scrolls sideways');

test('the pages fit a phone and a desk, and everybody can use them', async () => {
  const { slug } = await makeEvent(on, host, { street: '12 Marina Road', lat: 6.4, lng: 3.4 });
  for (const viewport of [PHONE, DESK])
    for (const path of [`/events/${slug}`, '/hosts/harmattan-nights'])
      await withPage(path, { viewport }, async (page) => {
        await page.waitForLoadState('networkidle');
        await isWithin(page);
        await assertAccessible(page, `${path} at ${viewport.width}`);
      });
});

test('tickets are bought on the page itself', async () => {
  const { slug, eventId } = await makeEvent(on, host, {
    ticketTypes: [{ name: 'Guest list', priceMinor: 0 }],
  });
  await withPage(`/events/${slug}`, { viewport: PHONE }, async (page) => {
    await page.getByRole('link', { name: 'Get free tickets' }).first().click();
    await page.getByRole('button', { name: 'One more: Guest list' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Obi');
    await page.getByLabel('E-mail').fill('ada@buyers.example');
    await isWithin(page);
    await page.locator('.bar button.main').click();
    await page.locator('.ticket').waitFor();
    assert.match(page.url(), /reference=TSR-/);
    // Loaded again, the page has the tickets.
    await page.reload();
    await page.locator('.ticket').waitFor();
  });
  const { rowCount } = await on.app.database.query(
    `SELECT 1 FROM orders WHERE event_id = $1 AND status = 'confirmed'`,
    [eventId],
  );
  assert.equal(rowCount, 1);
});

test('without a script the page is read to the end, and the link can be shared', async () => {
  const { slug } = await makeEvent(on, host, { name: 'Plain Night', description: 'The last word.' });
  await withPage(`/events/${slug}`, { viewport: PHONE, javaScriptEnabled: false }, async (page) => {
    for (const text of ['Plain Night', 'Ticket 1', 'The last word.'])
      await page.getByText(text).first().waitFor();
    assert.ok(await page.getByRole('link', { name: 'Share on WhatsApp' }).isVisible());
    assert.equal(await page.locator('#share').isVisible(), false);
  });
});

test('what hosts write runs nothing in a browser', async () => {
  const all = HOSTILE_TEXTS.join(' ');
  const { slug } = await makeEvent(on, host, {
    name: all.slice(0, 150),
    description: all,
    previewDescription: all.slice(0, 150),
    hostMessage: all.slice(0, 500),
    ticketTypes: HOSTILE_TEXTS.slice(0, 8).map((name) => ({ name: name.slice(0, 80), description: name })),
  });
  await withPage(`/events/${slug}`, { viewport: PHONE }, async (page) => {
    await until('the script', () => page.locator('#share').isVisible());
    assert.equal(await page.evaluate('typeof ran'), 'undefined');
    await isWithin(page);
  });
});

import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { after, before, test } from 'node:test';
import { launchBrowser } from '../harness/browser.ts';
import { HOSTILE_TEXTS } from '../harness/hostile-texts.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { assertAccessibleInBothThemes, DESK, PHONE } from '../harness/open-dashboard.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { until, untilEqual } from '../harness/until.ts';
import { untilFits } from '../harness/at-page.ts';

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

/** In a browser that complains of nothing: neither of the page's own doing nor of what its policy forbids. */
async function withBrowser(
  options: { javaScriptEnabled?: boolean },
  look: (page: Page, open: (path: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ viewport: PHONE, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', ({ message }) => complaints.push(message));
  await look(page, async (path) => {
    await page.goto(`http://localhost:${new URL(on.publicUrl).port}${path}`);
  });
  assert.deepEqual(complaints, []);
  await context.close();
}

test('the pages fit a phone and a desk, everybody can use them, and what hosts write runs nothing', async () => {
  const all = HOSTILE_TEXTS.join(' ');
  const { slug } = await makeEvent(on, host, {
    name: all.slice(0, 150),
    description: all,
    previewDescription: all.slice(0, 150),
    hostMessage: all.slice(0, 500),
    street: '12 Marina Road',
    lat: 6.4,
    lng: 3.4,
    ticketTypes: HOSTILE_TEXTS.slice(0, 8).map((name) => ({ name: name.slice(0, 80), description: name })),
  });
  await withBrowser({}, async (page, open) => {
    // The front page and the checkout without an event are ours alone.
    for (const path of [`/events/${slug}`, '/hosts/harmattan-nights', '/', '/?lang=fr', '/checkout']) {
      await page.setViewportSize(PHONE);
      await open(path);
      if (path.startsWith('/events/')) await until('the script', () => page.locator('#share').isVisible());
      await untilFits(page);
      await assertAccessibleInBothThemes(page, `${path} on a phone`);
      await page.setViewportSize(DESK);
      await untilFits(page);
      await untilEqual('undefined', () => page.evaluate('typeof ran'));
    }
  });
});

/** From the tickets of one kind to the press that orders them. */
async function orderOne(page: Page, ticket: string): Promise<void> {
  const toTickets = page.getByRole('link', { name: /^Get (free )?tickets$/ });
  const goOn = page.getByRole('button', { name: 'Continue' });
  await toTickets.first().click();
  await untilEqual(false, () => goOn.isVisible(), 'one way on at a time');
  await page.getByRole('button', { name: `One more: ${ticket}` }).click();
  await goOn.waitFor();
  for (const link of await toTickets.all()) await link.waitFor({ state: 'hidden' });
  await goOn.click();
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Obi');
  await page.getByLabel('E-mail').fill('ada@buyers.example');
  await untilFits(page);
  await page.locator('.bar button.main').click();
}

test('tickets are bought on the page itself, for nothing and for money, and are there in the end', async () => {
  const free = await makeEvent(on, host, { ticketTypes: [{ name: 'Guest list', priceMinor: 0 }] });
  const paid = await makeEvent(on, host, { ticketTypes: [{ name: 'Regular', priceMinor: 500_000 }] });
  await withBrowser({}, async (page, open) => {
    await open(`/events/${free.slug}`);
    await orderOne(page, 'Guest list');
    await page.locator('.ticket').waitFor();
    // The history goes back over the steps that led here, and the address is written when it has arrived.
    await page.waitForURL(/\/events\/.*reference=TSR-/);
    // Loaded again, the page has the tickets.
    await page.reload();
    await page.locator('.ticket').waitFor();

    await open(`/events/${paid.slug}`);
    await orderOne(page, 'Regular');
    // The gateway's page is in the same tab, and leads back to ours.
    await page.waitForURL(/\/checkout\/pay\//);
    await page.getByRole('button', { name: /^Pay ₦/ }).click();
    await page.locator('.ticket').waitFor();
    await page.waitForURL(new RegExp(`/events/${paid.slug}\\?.*reference=TSR-`));
  });
  const { rowCount } = await on.app.database.query(
    `SELECT 1 FROM orders WHERE event_id = ANY ($1::uuid[]) AND status = 'confirmed'`,
    [[free.eventId, paid.eventId]],
  );
  assert.equal(rowCount, 2);
});

test('without a script the page is read to the end, and the link can be shared', async () => {
  const { slug } = await makeEvent(on, host, { name: 'Plain Night', description: 'The last word.' });
  await withBrowser({ javaScriptEnabled: false }, async (page, open) => {
    await open(`/events/${slug}`);
    for (const text of ['Plain Night', 'Ticket 1', 'The last word.'])
      await page.getByText(text).first().waitFor();
    await page.getByRole('link', { name: 'Share on WhatsApp' }).waitFor();
    await untilEqual(false, () => page.locator('#share').isVisible());
  });
});

test('the poster has its place before it comes, on a phone and on a desk', async () => {
  const { slug } = await makeEvent(on, host, { posterFile: 'tall.png', posterAspectRatio: 0.75 });
  const context = await browser.newContext();
  const page = await context.newPage();
  // It never comes.
  await page.route('**/media/**', () => {});
  for (const viewport of [PHONE, DESK]) {
    await page.setViewportSize(viewport);
    await page.goto(`http://localhost:${new URL(on.publicUrl).port}/events/${slug}`, { waitUntil: 'commit' });
    const poster = page.locator('.hero-poster');
    await until('its place', async () => {
      const { width = 0, height = 0 } = (await poster.boundingBox()) ?? {};
      return width > 200 && Math.abs(width / height - 0.75) < 0.01;
    });
  }
  await context.close();
});

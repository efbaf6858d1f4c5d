import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { invoiceAs } from '../../src/invoices/invoices.fixture.ts';
import { boxOf, pressAt, tabTo, untilFits } from '../harness/at-page.ts';
import { launchBrowser } from '../harness/browser.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { assertAccessible } from '../harness/open-dashboard.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { until, untilEqual } from '../harness/until.ts';

const PHONE = { width: 360, height: 740 };

let on: TestApp;
let browser: Browser;
before(async () => {
  [on, browser] = await Promise.all([startTestApp(), launchBrowser()]);
});
after(async () => {
  await browser.close();
  await on.close();
});

async function openInGerman(): Promise<{ page: Page; close(): Promise<void> }> {
  const host = await makeHost(on);
  await invoiceAs(on, host, { forOrders: 'asked' });
  const { slug } = await makeEvent(on, host, {
    name: 'Donaudampfschifffahrtsgesellschaftskapitänsgeburtstag',
    ticketTypes: [{ name: 'Ermäßigungsberechtigtenstehplatz' }],
  });
  const context = await browser.newContext({ viewport: PHONE, locale: 'de-DE', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`${on.publicUrl}/checkout/${slug}`);
  return { page, close: () => context.close() };
}

/** Nothing sticks out at the side, nor with letters twice as large. */
async function fits(page: Page, what: string): Promise<void> {
  await untilFits(page, what);
  await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
  await untilFits(page, `${what} in large letters`);
  await page.evaluate(`document.documentElement.style.fontSize = ''`);
}

/** The list is opened and closed in each way, and lies within the window in every size of letters. */
async function tryLanguages(page: Page, what: string): Promise<void> {
  const nav = page.getByRole('navigation', { name: 'Sprache' });
  const opener = nav.locator('summary');
  const list = nav.getByRole('list');
  await tabTo(opener);
  await pressAt(opener, 'Enter');
  await list.waitFor();
  await assertAccessible(page, `the languages, ${what}`);
  for (const size of ['', '200%']) {
    await page.evaluate(`document.documentElement.style.fontSize = '${size}'`);
    await untilFits(page, `the languages, ${what}`);
    const { x, width } = await boxOf(list);
    assert.ok(x >= 0 && x + width <= PHONE.width, `${what} ${size}: the list lies from ${x} to ${x + width}`);
  }
  await page.evaluate(`document.documentElement.style.fontSize = ''`);
  await pressAt(opener, 'Tab');
  await pressAt(list.getByRole('link').first(), 'Escape');
  await list.waitFor({ state: 'hidden' });
  await pressAt(opener, 'Space');
  await list.waitFor();
  await page.mouse.click(4, PHONE.height - 4);
  await list.waitFor({ state: 'hidden' });
}

test('a purchase in German fits a phone on every step and on the receipt, and other languages are within reach', async () => {
  const { page, close } = await openInGerman();
  const more = page.getByRole('button', { name: /^Eines mehr: / });
  await more.click();
  await fits(page, 'the tickets');
  await tryLanguages(page, 'on the checkout');
  await page.getByRole('button', { name: 'Weiter', exact: true }).click();
  await page.getByRole('heading', { name: 'Ihre Angaben' }).waitFor();
  await page.getByRole('textbox', { name: 'Vorname' }).fill('Ada');
  await page.getByRole('textbox', { name: 'Nachname' }).fill('Obi');
  await page.getByRole('textbox', { name: 'E-Mail' }).fill('ada@example.com');
  await page.getByRole('checkbox', { name: /^Ich brauche eine Rechnung/ }).check();
  await page.getByRole('button', { name: / zahlen$/ }).click();
  await page.getByText('Das fehlt noch.').first().waitFor();
  await assertAccessible(page, 'the details with what is missing');
  await fits(page, 'the details');
  await page.getByRole('checkbox', { name: /^Ich brauche eine Rechnung/ }).uncheck();
  await page.getByRole('button', { name: / zahlen$/ }).click();
  // The sandbox speaks English alone.
  await page.getByRole('radio', { name: 'Payment succeeds' }).check();
  await page.getByRole('button', { name: /^Pay / }).click();
  await page.getByRole('heading', { name: 'Ihr Ticket ist da' }).waitFor();
  await assertAccessible(page, 'the ticket');
  await fits(page, 'the ticket');
  const receipt = page.getByRole('link', { name: 'Beleg' });
  const address = await until('the receipt’s address', () => receipt.getAttribute('href'));
  await page.goto(new URL(address, page.url()).href);
  await page.getByRole('heading', { name: 'Sie sind dabei!' }).waitFor();
  await page.locator('#invoices summary').click();
  await assertAccessible(page, 'the receipt');
  await fits(page, 'the receipt');
  await tryLanguages(page, 'on the receipt');
  await close();
});

test('without a script the list of languages opens all the same, and leads to another one', async () => {
  const { slug } = await makeEvent(on, await makeHost(on));
  const context = await browser.newContext({ viewport: PHONE, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${on.publicUrl}/checkout/${slug}?lang=de`);
  await page.locator('.languages summary').press('Enter');
  await page.getByRole('link', { name: 'Français' }).click();
  await untilEqual('fr', () => page.locator('html').getAttribute('lang'));
  await context.close();
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { invoiceAs } from '../../src/invoices/invoices.fixture.ts';
import { makeHall } from '../../src/pages/checkout/embed/embed.fixture.ts';
import { boxOf, pressAt, untilFits, untilFocused } from '../harness/at-page.ts';
import { launchBrowser } from '../harness/browser.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { assertAccessible } from '../harness/open-dashboard.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { until, untilEqual } from '../harness/until.ts';

const PHONE = { width: 360, height: 740 };
// Of a page's margin.
const EDGE = 24;

let on: TestApp;
let browser: Browser;
before(async () => {
  [on, browser] = await Promise.all([startTestApp(), launchBrowser()]);
});
after(async () => {
  await browser.close();
  await on.close();
});

async function openInArabic(slug: string): Promise<{ page: Page; close(): Promise<void> }> {
  const context = await browser.newContext({ viewport: PHONE, locale: 'ar-EG', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`${on.publicUrl}/checkout/${slug}`);
  return { page, close: () => context.close() };
}

/** The page reads from the right, nothing sticks out, and axe has nothing to say. */
async function isWhole(page: Page, what: string): Promise<void> {
  await untilEqual(['ar', 'rtl'], () =>
    page.evaluate('[document.documentElement.lang, document.documentElement.dir]'),
  );
  await assertAccessible(page, what);
  await untilFits(page, what);
}

/** Of a browser's page, as far as it is asked. */
type Window = {
  document: {
    createRange(): {
      selectNodeContents(node: unknown): void;
      getBoundingClientRect(): { right: number };
    };
  };
  getComputedStyle(element: unknown): { direction: string };
};

/** The place at which the words of an element end, wherever its box does. */
const rightOf = (target: Locator): Promise<number> =>
  target.evaluate((element) => {
    const words = (globalThis as unknown as Window).document.createRange();
    words.selectNodeContents(element);
    return words.getBoundingClientRect().right;
  });

const directionOf = (target: Locator): Promise<string> =>
  target.evaluate((element) => (globalThis as unknown as Window).getComputedStyle(element).direction);

async function startsAtTheRight(target: Locator): Promise<void> {
  const right = await rightOf(target);
  assert.ok(right > PHONE.width - EDGE && right <= PHONE.width, `the words end at ${right}`);
}

test('a purchase in Arabic reads from the right on every step, fits a phone, and what is Latin in it stays whole', async () => {
  const host = await makeHost(on, { country: 'EGYPT', name: 'Nile Nights' });
  await invoiceAs(on, host, { forOrders: 'asked' });
  const { slug } = await makeEvent(on, host, {
    name: 'Cairo Jazz (Live)',
    country: 'EGYPT',
    ticketTypes: [{ name: 'Regular', priceMinor: 1_000_000 }],
  });
  const { page, close } = await openInArabic(slug);
  await page.getByRole('button', { name: /^أكثر بواحدة/ }).click();
  await startsAtTheRight(page.getByRole('heading', { name: 'Cairo Jazz (Live)' }));
  await page.getByText('10,000.00 ج.م.').first().waitFor();
  await isWhole(page, 'the tickets');
  await page.getByRole('button', { name: 'متابعة', exact: true }).click();
  await page.getByRole('heading', { name: 'بياناتك' }).waitFor();
  await page.getByRole('textbox', { name: 'الاسم الأول' }).fill('ليلى');
  await page.getByRole('textbox', { name: 'اسم العائلة' }).fill('حسن');
  const email = page.getByRole('textbox', { name: 'البريد الإلكتروني' });
  await email.fill('layla@example.com');
  await untilEqual('ltr', () => directionOf(email));
  const invoice = page.getByRole('checkbox', { name: /^أحتاج إلى فاتورة/ });
  await invoice.check();
  const pay = page.getByRole('button', { name: /^دفع / });
  await pay.click();
  await page.getByText('هذا الحقل ناقص.').first().waitFor();
  await isWhole(page, 'the details with what is missing');
  await page.getByRole('textbox', { name: 'الشارع ورقم المبنى' }).fill('26 شارع يوليو');
  await page.getByRole('textbox', { name: 'المدينة' }).fill('القاهرة');
  await pay.click();
  // The sandbox speaks English alone.
  await page.getByRole('radio', { name: 'Payment succeeds' }).check();
  await page.getByRole('button', { name: /^Pay / }).click();
  await page.getByRole('heading', { name: 'تذكرتك جاهزة' }).waitFor();
  await isWhole(page, 'the ticket');
  const receipt = page.getByRole('link', { name: 'الإيصال' });
  const address = await until('the receipt’s address', () => receipt.getAttribute('href'));
  await page.goto(new URL(address, page.url()).href);
  await page.getByRole('heading', { name: 'ننتظر حضورك!' }).waitFor();
  await page.getByRole('heading', { name: 'الفاتورة' }).waitFor();
  await isWhole(page, 'the receipt');
  await close();
});

test('seats in Arabic: the list reads from the right and is walked that way, the map stays as the hall is', async () => {
  const { slug } = await makeHall(on, await makeHost(on), { seatsPerType: 4 });
  const { page, close } = await openInArabic(slug);
  await page.getByRole('button', { name: 'القائمة', exact: true }).click();
  const seat = (number: number): Locator =>
    page.getByRole('checkbox', { name: new RegExp(`^المقعد \\u2068?${number}\\b`) });
  assert.ok((await boxOf(seat(2))).x < (await boxOf(seat(1))).x, 'the second seat is left of the first');
  await seat(1).press('ArrowLeft');
  await untilFocused(seat(2));
  await pressAt(seat(2), 'ArrowRight');
  await untilFocused(seat(1));
  await seat(3).click();
  // The section is Latin, and does not turn the seat's name round.
  const chosen = page.locator('bdi').filter({ hasText: 'Stalls' }).filter({ hasText: 'المقعد' });
  await untilEqual('rtl', () => directionOf(chosen));
  await isWhole(page, 'the list of seats');
  await page.getByRole('button', { name: 'المخطط', exact: true }).click();
  const map = page.locator('.seat-map canvas').first();
  await map.waitFor();
  await untilEqual('ltr', () => directionOf(map));
  await isWhole(page, 'the map of seats');
  await close();
});

import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { untilStatus } from '../../../../test/harness/buy.ts';
import { untilFits } from '../../../../test/harness/at-page.ts';
import { launchBrowser } from '../../../../test/harness/browser.ts';
import { assertAccessibleInBothThemes } from '../../../../test/harness/open-dashboard.ts';
import { forgetAsking, openMpesaShop, type MpesaShop } from './mpesa.fixture.ts';

const PHONE = { width: 360, height: 640 };

let browser: Browser;
let shop: MpesaShop;
before(async () => {
  [browser, shop] = await Promise.all([launchBrowser(), openMpesaShop()]);
});
after(async () => {
  await browser.close();
  await shop.close();
});

async function newPage(
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<{ page: Page; close: () => Promise<void> }> {
  const context = await browser.newContext({ viewport: PHONE, ...options });
  return { page: await context.newPage(), close: () => context.close() };
}

test('without JavaScript, on a small phone: a wrong PIN is told, a second prompt pays, and the page goes on by itself', async () => {
  const { on, mpesa } = shop;
  const order = await shop.order();
  const { page, close } = await newPage({ javaScriptEnabled: false });
  await page.goto(order.checkoutUrl);
  await page.getByLabel('M-Pesa phone number').fill('0733 000 111');
  await page.getByRole('button', { name: 'Send the prompt to my phone' }).click();
  await page.getByRole('progressbar', { name: 'Waiting for your PIN' }).waitFor();
  mpesa.end(mpesa.newest(), '2001');
  await forgetAsking(on);
  // The page looks by itself.
  await page.getByRole('alert').getByText('The PIN was wrong').waitFor();
  await page.getByRole('button', { name: 'Send the prompt again' }).click();
  await page.getByRole('progressbar').waitFor();
  const prompt = mpesa.newest();
  mpesa.end(prompt, '0');
  await mpesa.callBack(prompt);
  await untilStatus(on, order.reference, 'confirmed');
  await page.waitForURL((url) => !url.pathname.endsWith('/mpesa'));
  await close();
});

test('every state is accessible in both themes, and fits a small phone in each language', async () => {
  const { on, mpesa } = shop;
  const order = await shop.order({ phone: '+254733000222' });
  const { page, close } = await newPage();
  const look = async (what: string): Promise<void> => {
    // It would look again by itself in the middle of this.
    await page.evaluate('window.stop()');
    await untilFits(page);
    await assertAccessibleInBothThemes(page, what);
  };
  await page.goto(order.checkoutUrl);
  await look('the form');
  await page.getByLabel('M-Pesa phone number').fill('12');
  await page.getByRole('button', { name: 'Send the prompt to my phone' }).click();
  await page.getByRole('alert').getByText('not a Safaricom number').waitFor();
  await page.locator('#phone[value="12"]').waitFor();
  await look('a wrong number');
  for (const language of ['fr', 'pt', 'es', 'de', 'it', 'sw', 'ar']) {
    await page.goto(`${order.checkoutUrl}?lang=${language}`);
    await page.locator(`html[lang=${language}]`).waitFor();
    await untilFits(page);
  }
  await page.goto(order.checkoutUrl);
  await page.getByLabel('M-Pesa phone number').fill('0733000222');
  await page.getByRole('button', { name: 'Send the prompt to my phone' }).click();
  await page.getByRole('progressbar').waitFor();
  await look('the wait');
  mpesa.end(mpesa.newest(), '1032');
  await forgetAsking(on);
  await page.goto(order.checkoutUrl);
  await page.getByRole('alert').waitFor();
  await look('a prompt that was cancelled');
  await on.app.database.query('UPDATE mpesa_payments SET closed_at = now()');
  await page.goto(order.checkoutUrl);
  await page.getByRole('heading', { name: 'This payment is closed' }).waitFor();
  await look('the end');
  await close();
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test, type TestContext } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser } from '../../../test/harness/browser.ts';
import { assertAccessibleInBothThemes } from '../../../test/harness/open-dashboard.ts';
import { startSandbox } from './sandbox.fixture.ts';
import { pressAt, tabTo, typeAt, untilFits } from '../../../test/harness/at-page.ts';

const PHONE = { width: 360, height: 640 };

let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

/** A page, to be asked for before the server it is to show, which waits for its visitors to go; and what the browser complained about on it apart from the statuses that the page answers with. */
async function newPage(
  t: TestContext,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({ viewport: PHONE, ...options });
  t.after(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    const isStatus = /status of 4\d\d/.test(message.text());
    if (message.type() === 'error' && !isStatus) complaints.push(message.text());
  });
  return { page, complaints };
}

test('without JavaScript a declined card is told and another one pays', async (t) => {
  const { page, complaints } = await newPage(t, { javaScriptEnabled: false });
  const on = await startSandbox(t);
  const { reference, page: address } = await on.open();
  await page.goto(address);
  await page.getByText(/^Pay by \d\d:\d\d/).waitFor();
  await page.getByRole('radio', { name: 'Card is declined' }).check();
  await page.getByRole('button', { name: 'Pay ₦15,000.00' }).click();
  await page.getByRole('alert').getByText('The card was declined').waitFor();
  await page.getByRole('button', { name: 'Pay ₦15,000.00' }).click();
  await page.waitForURL(`${on.url}/back?order=7&reference=${reference}`);
  assert.deepEqual(complaints, []);
});

test('with the keyboard alone a buyer types a card number, hears of an error and pays', async (t) => {
  const { page, complaints } = await newPage(t);
  const on = await startSandbox(t);
  const { reference, page: address } = await on.open();
  await page.goto(address);
  const typeNumber = async (number: string) => {
    const card = page.locator('input[type=radio]:checked');
    await tabTo(card);
    await pressAt(card, 'ArrowUp'); // from the first card round to the last, which is the typed one
    const field = page.getByLabel('Card number', { exact: true });
    await tabTo(field);
    await typeAt(field, number);
    await pressAt(field, 'Enter');
  };
  await typeNumber('4000 0000 0000 9995');
  await page.getByRole('alert').getByText('Insufficient funds').waitFor();
  await page.locator('[role=alert]:focus').waitFor();
  await typeNumber('4242 4242 4242 4242');
  await page.waitForURL(`${on.url}/back?order=7&reference=${reference}`);
  assert.deepEqual(complaints, []);
});

test('the countdown runs, and at its end the page says that the time is over', async (t) => {
  const { page, complaints } = await newPage(t);
  const on = await startSandbox(t);
  await page.clock.install();
  const { page: address } = await on.open();
  await page.goto(address);
  await page
    .getByRole('timer')
    .getByText(/^(30:00|29:\d\d) left$/)
    .waitFor();
  await page.clock.runFor('10:00');
  await page
    .getByRole('timer')
    .getByText(/^(20:00|19:\d\d) left$/)
    .waitFor();
  await on.database.query('UPDATE sandbox_payments SET pay_by = now()');
  await page.clock.runFor('21:00');
  await page.getByRole('heading', { name: 'The time to pay is over' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('in a frame of another site the page is shown, paid on and left for the shop', async (t) => {
  const { page, complaints } = await newPage(t);
  const on = await startSandbox(t);
  const { page: address } = await on.open();
  const site = createServer((_request, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end(`<iframe src="${address}" width="340" height="600"></iframe>`),
  ).listen(0, '127.0.0.1');
  await once(site, 'listening');
  t.after(() => site.close());
  // The same machine by another name is another site.
  await page.goto(`http://localhost:${(site.address() as AddressInfo).port}/`);
  const frame = page.frameLocator('iframe');
  await frame.getByRole('button', { name: 'Pay ₦15,000.00' }).click();
  await frame.getByRole('heading', { name: 'Back at the shop' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('a buyer who cancels goes back to the shop with nothing paid', async (t) => {
  const { page } = await newPage(t);
  const on = await startSandbox(t);
  const { reference, page: address } = await on.open();
  await page.goto(address);
  await page.getByRole('button', { name: 'Cancel and go back' }).click();
  await page.waitForURL(`${on.url}/back?order=7&reference=${reference}&status=cancelled`);
  const { state } = await on.gateway.lookUp({ reference, sessionId: null, checkoutUrl: null });
  assert.equal(state, 'closed');
});

test('on the narrowest phone nothing sticks out, however long its texts are', async (t) => {
  const { page } = await newPage(t, { viewport: { width: 320, height: 568 } });
  const on = await startSandbox(t);
  const { page: address } = await on.open({
    amountMinor: Number.MAX_SAFE_INTEGER,
    description: 'W'.repeat(500),
    email: `${'w'.repeat(242)}@example.com`,
  });
  await page.goto(address);
  await untilFits(page);
});

test('axe has nothing to complain of in either theme, before a card, after a refusal or at the end', async (t) => {
  const { page } = await newPage(t);
  const on = await startSandbox(t);
  const { page: address } = await on.open();
  await page.goto(address);
  await assertAccessibleInBothThemes(page, 'before a card');
  await page.getByRole('radio', { name: 'Card is declined' }).check();
  await page.getByRole('button', { name: /^Pay ₦/ }).click();
  await page.getByRole('alert').waitFor();
  await assertAccessibleInBothThemes(page, 'after a refusal');
  await on.database.query('UPDATE sandbox_payments SET pay_by = now()');
  await page.goto(address);
  await page.getByRole('heading', { name: 'The time to pay is over' }).waitFor();
  await assertAccessibleInBothThemes(page, 'at the end');
});

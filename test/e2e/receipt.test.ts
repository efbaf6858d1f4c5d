import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, BrowserContext } from 'playwright-core';
import { startReceipts, type TestReceipts } from '../../src/pages/checkout/receipt/receipt.fixture.ts';
import { loadOrderTickets } from '../../src/tickets/load-order-tickets.ts';
import { launchBrowser } from '../harness/browser.ts';
import { readCode } from '../harness/read-code.ts';
import { buy, storedOrder } from '../harness/buy.ts';
import { HOSTILE_TEXTS } from '../harness/hostile-texts.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { startTestApp } from '../harness/test-app.ts';
import { until, untilEqual, untilMatch } from '../harness/until.ts';
import { untilFits } from '../harness/at-page.ts';

const PHONE = { width: 360, height: 800 };
const DESK = { width: 1280, height: 800 };

suite('the receipt in a browser', () => {
  let on: TestReceipts;
  let browser: Browser;
  before(async () => {
    [on, browser] = await Promise.all([startReceipts(), launchBrowser()]);
  });
  after(async () => {
    await browser.close();
    await on.close();
  });

  const freeEvent = (event: Parameters<TestReceipts['makeEvent']>[0] = {}) =>
    on.makeEvent({ ticketTypes: [{ priceMinor: 0, name: 'Guest list' }], ...event });

  async function inContext(
    options: Parameters<Browser['newContext']>[0],
    work: (context: BrowserContext) => Promise<void>,
  ): Promise<void> {
    const context = await browser.newContext(options);
    try {
      await work(context);
    } finally {
      await context.close();
    }
  }

  test('on a dark phone without JavaScript every code can be read, one ticket to a screen', async () => {
    const { orderId, receiptToken } = await on.order({ event: await freeEvent(), quantities: [2] });
    const loaded = await loadOrderTickets(on.database, on.secretKeys, { orderId });
    await inContext({ viewport: PHONE, colorScheme: 'dark', javaScriptEnabled: false }, async (context) => {
      const page = await context.newPage();
      await page.goto(on.receiptUrl(receiptToken));
      await page.getByRole('link', { name: 'Show at the door' }).click();
      for (const ticket of loaded?.tickets ?? []) {
        const code = page.getByRole('img', { name: `QR code of Ticket ${ticket.position} of 2` });
        assert.equal(await readCode(browser, code), ticket.code);
        const { width = 0 } = (await code.boundingBox()) ?? {};
        assert.ok(width >= 300, `${width}`);
      }
      const [first, second] = await Promise.all(
        [1, 2].map((position) => page.locator(`#ticket-${position}`).boundingBox()),
      );
      assert.ok(first && second && second.y - first.y >= PHONE.height - 32, 'two codes fit one screen');
    });
  });

  test('nothing is wider than the screen, and no rule of the page’s own policy is broken', async () => {
    const long = 'Aveeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeerylongword';
    const event = await freeEvent({ name: `${long} ${long}`, hostMessage: long });
    const { receiptToken } = await on.order({ event, buyer: { firstName: long, lastName: long } });
    for (const viewport of [PHONE, DESK]) {
      await inContext({ viewport }, async (context) => {
        const page = await context.newPage();
        const broken: string[] = [];
        page.on('console', (message) => {
          if (/Content Security Policy/.test(message.text())) broken.push(message.text());
        });
        await page.goto(on.receiptUrl(receiptToken));
        await untilFits(page);
        assert.deepEqual(broken, []);
      });
    }
  });

  test('the page counts down, and turns into the tickets by itself when the payment is there', async () => {
    const event = await on.makeEvent();
    const { orderId, receiptToken, totalMinor } = await on.order({ event });
    await on.link(orderId);
    await inContext({}, async (context) => {
      const page = await context.newPage();
      await page.goto(on.receiptUrl(receiptToken));
      await page.getByRole('heading', { name: 'Waiting for your payment' }).waitFor();
      await untilMatch(/^(30:00|29:\d\d) left to pay$/, () => page.getByRole('timer').textContent());
      await on.settle(orderId, totalMinor);
      await page.getByRole('heading', { name: 'You’re going!' }).waitFor();
      await page.getByRole('img', { name: /^QR code of Ticket/ }).waitFor();
    });
  });

  test('the page goes on asking after answers that failed', async () => {
    const event = await on.makeEvent();
    const { orderId, receiptToken } = await on.order({ event });
    await on.link(orderId);
    await inContext({}, async (context) => {
      const page = await context.newPage();
      await page.clock.install();
      let asked = 0;
      await page.route('**/state', async (route) => {
        asked += 1;
        if (asked === 1) return route.abort();
        if (asked === 2) return route.fulfill({ status: 503, body: 'no' });
        await on.database.query(`SELECT end_orders(ARRAY[$1::uuid], 'cancelled', 'a test', now())`, [
          orderId,
        ]);
        return route.continue();
      });
      await page.goto(on.receiptUrl(receiptToken));
      for (let question = 1; question <= 3; question++) {
        const answered =
          question === 1 ? page.waitForEvent('requestfailed') : page.waitForEvent('requestfinished');
        await page.clock.fastForward(10_000);
        await answered;
      }
      await page.getByRole('heading', { name: 'This order was cancelled' }).waitFor();
      assert.equal(asked, 3);
    });
  });

  test('the button sends the tickets again, and the answer has the focus', async () => {
    const { receiptToken } = await on.order({ event: await freeEvent() });
    await inContext({}, async (context) => {
      const page = await context.newPage();
      await page.goto(on.receiptUrl(receiptToken));
      await page.getByRole('button', { name: 'Send again' }).press('Enter');
      const notice = page.locator('.notice[role=status]');
      await notice.waitFor();
      await untilMatch(/sent your tickets again/, () => notice.textContent());
      await untilEqual('status', () => page.locator(':focus').getAttribute('role'));
    });
  });

  test('a buyer pays in the sandbox, comes back to the receipt, and finds the tickets sent', async () => {
    const shop = await startTestApp();
    try {
      const host = await makeHost(shop);
      const { slug, skus } = await makeEvent(shop, host, { name: 'Highlife Revival' });
      const { checkoutUrl, reference } = await buy(shop, host, {
        slug,
        items: [{ sku: skus[0], quantity: 1 }],
      });
      await inContext({}, async (context) => {
        const page = await context.newPage();
        await page.goto(checkoutUrl);
        await page.getByRole('button', { name: /^Pay/ }).click();
        await page.getByRole('heading', { name: 'You’re going!' }).waitFor();
        const { receipt_token: token } = await storedOrder(shop, reference);
        await untilEqual(`/checkout/orders/${token}`, () => new URL(page.url()).pathname);
        await until('the tickets to be sent', async () => {
          await page.reload();
          return page.getByText('Sent to a…@example.com.').isVisible();
        });
      });
    } finally {
      await shop.close();
    }
  });

  test('no script of a host or a buyer runs', async () => {
    const all = HOSTILE_TEXTS.join(' ');
    const name = all.slice(0, 200);
    const event = await freeEvent({
      name,
      hostMessage: all,
      street: all.slice(-300),
      directions: all,
      ticketTypes: [{ priceMinor: 0, name: all.slice(-200) }],
    });
    const { receiptToken } = await on.order({
      event,
      buyer: { firstName: all.slice(0, 100), lastName: HOSTILE_TEXTS[1] },
    });
    await inContext({ bypassCSP: true }, async (context) => {
      const page = await context.newPage();
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.goto(on.receiptUrl(receiptToken), { waitUntil: 'networkidle' });
      await untilEqual('undefined', () => page.evaluate('typeof ran'));
      assert.deepEqual(
        asked.filter((url) => url.includes('evil.example')),
        [],
      );
      await untilEqual(0, () => page.locator('main script, main img, main iframe, base').count());
      await untilEqual(1, () => page.getByRole('heading', { name }).count());
    });
  });
});

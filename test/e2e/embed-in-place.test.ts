import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import type { AxeResults } from 'axe-core';
import { WITH_SCRIPTS } from '../harness/gateways/all-simulators.ts';
import { storedOrder } from '../harness/buy.ts';
import { until, untilEqual, untilMatch } from '../harness/until.ts';
import { frameAt, goToFrame, startFrameShop, type FrameShop } from './embed-in-place.fixture.ts';
import { button, heading, holdersOf, LOOKS, PHONE, ready, referenceIn, withClock } from './embed.fixture.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RUN_AXE = `(async () => { ${AXE}; return axe.run({ iframes: false, resultTypes: ['violations'] }); })()`;

let shop: FrameShop;
before(async () => {
  shop = await startFrameShop();
});
after(() => shop.close());

for (const name of WITH_SCRIPTS) {
  test(`${name}: declined and then paid in the frame, which the gateway alone confirms`, async () => {
    const { page, frame, form, reference, close } = await goToFrame(shop, name, { storage: 'none' });
    await button(form, 'Use a card that is declined').click();
    await form.getByText('The card was declined.').waitFor();
    assert.deepEqual(await holdersOf(shop, await reference()), []);
    // No callback is sent: what the script says makes the server ask.
    await button(form, 'Pay by card').click();
    await ready(frame);
    assert.deepEqual(await holdersOf(shop, await referenceIn(frame)), ['Ada Obi ada@example.com']);
    assert.ok(page.url().startsWith(shop.siteUrl), 'the site stays where it is');
    await close();
  });
}

test('a bank’s 3-D Secure page is shown within the gateway’s form', async () => {
  const { frame, form, close } = await goToFrame(shop, 'flutterwave');
  await button(form, 'Pay with 3-D Secure').click();
  await button(form.frameLocator('iframe[title="Your bank"]'), 'Approve the payment').click();
  await ready(frame);
  await close();
});

test('a bank’s page that wants to take the form’s place is blocked by the browser, and the tab was there all the time', async () => {
  const { page, frame, form, reference, close } = await goToFrame(shop, 'paystack');
  await button(form, "Pay through the bank's own page").click();
  const link = frame.getByRole('link', { name: 'Pay ₦10,600.00 in a new tab' });
  await untilMatch(/^https:\/\/checkout\.paystack\.example\//, () => link.getAttribute('href'));
  await untilEqual('_blank', () => link.getAttribute('target'));
  await shop.simulators.paystack.pay(await reference());
  const { return_token: returnToken } = await storedOrder(shop.on, await reference());
  await fetch(`${shop.on.publicUrl}/checkout/orders/${returnToken}/return`, { redirect: 'manual' });
  await ready(frame);
  assert.ok(page.url().startsWith(shop.siteUrl));
  await close({ expect: /Content Security Policy|frame-src/ });
});

test('a form that was closed can be shown again, and the order is still unpaid', async () => {
  const { frame, form, close } = await goToFrame(shop, 'flutterwave');
  await button(form, 'Close the form').click();
  await button(frame, 'Show the payment again').click();
  await button(form, 'Pay by card').click();
  await ready(frame);
  await close();
});

for (const storage of ['partitioned', 'none'] as const) {
  test(`after a reload the form is there again: storage ${storage}`, async () => {
    const { frame, form, reloadFrame, close } = await goToFrame(shop, 'stripe', { storage });
    await button(form, 'Pay by card').waitFor();
    await reloadFrame();
    await heading(frame, 'Not paid yet').waitFor();
    await button(form, 'Pay by card').click();
    await ready(frame);
    await close();
  });
}

for (const name of ['flutterwave', 'stripe'] as const) {
  test(`${name}: paid in the tab and in the frame, one payment buys the ticket and the other goes back`, async () => {
    const { frame, form, reference, close } = await goToFrame(shop, name);
    await button(form, 'Pay by card').waitFor();
    const order = await reference();
    await shop.simulators[name].pay(order);
    await button(form, 'Pay by card').click();
    await ready(frame);
    const { rows } = await shop.on.app.database.query<{ uses: string[]; refunds: number }>(
      `SELECT array_agg(DISTINCT p.use ORDER BY p.use) AS uses, count(DISTINCT r.id)::integer AS refunds
         FROM orders AS o JOIN payments AS p ON p.order_id = o.id LEFT JOIN refunds AS r ON r.order_id = o.id WHERE o.reference = $1`,
      [order],
    );
    assert.deepEqual(rows, [{ uses: ['order', 'surplus'], refunds: 1 }]);
    assert.equal((await holdersOf(shop, order)).length, 1);
    await close();
  });
}

test('a script that can’t be loaded is told of, and the tab is beside it', async () => {
  const { frame, close } = await goToFrame(shop, 'paystack', {
    prepare: (page) => page.route('**/inline.js', (route) => route.abort()),
  });
  await frame.getByText('The payment isn’t showing up here. You can pay in a new tab.').waitFor();
  await frame.getByRole('link', { name: 'Pay ₦10,600.00 in a new tab' }).waitFor();
  await close({ expect: /net::ERR_FAILED/ });
});

test('a script that does not come is told of after a while, and still shown once it does', async () => {
  let arrive = (): void => {};
  const late = new Promise<void>((resolve) => (arrive = resolve));
  const { page, frame, form, close } = await goToFrame(shop, 'flutterwave', {
    async prepare(opened) {
      await withClock(opened);
      await opened.route('**/v3.js', async (route) => {
        await late;
        await route.continue();
      });
    },
    waitUntil: 'commit',
  });
  await page.clock.runFor(16_000);
  await frame.getByText('The payment isn’t showing up here. You can pay in a new tab.').waitFor();
  arrive();
  await button(form, 'Pay by card').waitFor();
  await frame.getByText('The payment isn’t showing up here.').waitFor({ state: 'detached' });
  await close();
});

test('the network is lost while paying: the form says so, and paying again buys one ticket', async () => {
  const { page, frame, form, reference, close } = await goToFrame(shop, 'paystack');
  await page.route('**/form/pay?**', (route) => route.abort(), { times: 1 });
  await button(form, 'Pay by card').click();
  await form.getByText('The payment did not go through: try again.').waitFor();
  await button(form, 'Pay by card').click();
  await ready(frame);
  assert.equal((await holdersOf(shop, await reference())).length, 1);
  await close({ expect: /net::ERR_FAILED/ });
});

test('the document with the script reaches nothing of the checkout or of the page around it', async () => {
  const { page, frame, form, close } = await goToFrame(shop, 'stripe');
  await button(form, 'Pay by card').waitFor();
  const inner = await frameAt(page, shop.frameOrigin);
  const tries = await inner.evaluate<Record<string, string>>(`(() => {
    const attempt = (act) => { try { return String(act()); } catch (error) { return error.name; } };
    return {
      checkout: attempt(() => parent.document.title),
      storage: attempt(() => parent.sessionStorage.length),
      site: attempt(() => top.document.title),
      own: attempt(() => sessionStorage.length + localStorage.length),
      leave: attempt(() => { top.location = 'about:blank'; return 'left'; }),
    };
  })()`);
  assert.deepEqual(
    { ...tries, leave: tries['leave'] === 'SecurityError' ? 'SecurityError' : tries['leave'] },
    {
      checkout: 'SecurityError',
      storage: 'SecurityError',
      site: 'SecurityError',
      own: '0',
      leave: 'SecurityError',
    },
  );
  const fetched = await inner.evaluate<string>(
    `fetch('http://localhost:' + location.port + '/api/v1/health').then(() => 'fetched', (error) => error.name)`,
  );
  assert.equal(fetched, 'TypeError', 'its policy lets it ask the gateway alone');
  const framed = frame.locator('iframe[title="Payment"]');
  await untilEqual('payment', () => framed.getAttribute('allow'));
  await untilMatch(/^allow-scripts (?!.*top-navigation)/, () => framed.getAttribute('sandbox'));
  assert.ok(page.url().startsWith(shop.siteUrl));
  await close({ expect: /Content Security Policy|Unsafe attempt to initiate navigation|sandbox/ });
});

test('messages of another origin, and words that nobody knows, change nothing', async () => {
  const { page, frame, form, close } = await goToFrame(shop, 'flutterwave');
  await button(form, 'Pay by card').waitFor();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/look-up')) asked.push(request.url());
  });
  await page.evaluate(`frames[0].postMessage('tessera-payment:done', '*')`);
  const inner = await frameAt(page, shop.frameOrigin);
  await inner.evaluate(`parent.postMessage('tessera-payment:paid', '*')`);
  await inner.evaluate(`parent.postMessage({ word: 'done' }, '*')`);
  await inner.evaluate(`parent.postMessage('tessera-payment:done', '*')`);
  // A lie makes the server ask, which finds no payment: the order waits as before.
  await until('the one look-up', () => Promise.resolve(asked.length > 0));
  await untilEqual(1, () => Promise.resolve(asked.length));
  await frame.getByRole('status').getByText('Checking your payment…').waitFor();
  await frame.getByRole('link', { name: 'Pay ₦10,600.00 in a new tab' }).waitFor();
  await close();
});

test('a flood of messages sets off one look-up at a time, and no two within the time that the server asks in', async () => {
  const { page, frame, form, close } = await goToFrame(shop, 'flutterwave', { prepare: withClock });
  await button(form, 'Pay by card').waitFor();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  const held: (() => void)[] = [];
  await page.route('**/look-up', async (route) => {
    await new Promise<void>((letGo) => held.push(letGo));
    await route.continue();
  });
  /** The document goes with the first word that it is done; what it has sent by then arrives. */
  const flood = async (): Promise<void> => {
    const inner = await frameAt(page, shop.frameOrigin);
    await inner.evaluate(`for (let i = 0; i < 500; i++) parent.postMessage('tessera-payment:done', '*')`);
    await page.clock.runFor(10);
  };
  const answer = async (nr: number): Promise<void> => {
    const answered = page.waitForResponse((one) => one.url().endsWith('/look-up'));
    held[nr]?.();
    await answered;
  };
  const untilHeld = (count: number) =>
    until(`look-up ${count}`, async () => {
      await page.clock.runFor(10);
      return held.length >= count;
    });
  await flood();
  await untilHeld(1);
  // It is not answered yet.
  await page.clock.runFor(8_000);
  assert.equal(held.length, 1);
  await answer(0);
  await untilHeld(2);
  await answer(1);
  await page.clock.runFor(4_000);
  assert.equal(held.length, 2);
  await page.clock.runFor(1_500);
  await untilHeld(3);
  assert.equal(held.length, 3);
  await answer(2);
  // Three were enough for now. Shown once more, it says so again, just as often.
  await button(frame, 'Show the payment again').click();
  await button(form, 'Pay by card').waitFor();
  await flood();
  await page.clock.runFor(4_000);
  assert.equal(held.length, 3);
  await close();
});

for (const { viewport, theme } of LOOKS) {
  test(`the step is accessible and fits: ${viewport.width} wide, ${theme}`, async () => {
    const { page, form, look, close } = await goToFrame(shop, 'stripe', {
      viewport,
      query: `?theme=${theme}`,
    });
    await button(form, 'Pay by card').waitFor();
    await untilEqual(true, () => look('document.documentElement.scrollWidth <= innerWidth'));
    const inner = await frameAt(page, shop.frameOrigin);
    for (const results of [await look<AxeResults>(RUN_AXE), await inner.evaluate<AxeResults>(RUN_AXE)])
      assert.deepEqual(
        results.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
        [],
      );
    await close();
  });
}

test('on a phone the form is as wide as the step', async () => {
  const { frame, close } = await goToFrame(shop, 'paystack', { viewport: PHONE });
  const box = await frame.locator('iframe[title="Payment"]').boundingBox();
  assert.ok(box && box.width >= 300 && box.width <= PHONE.width, JSON.stringify(box));
  await close();
});

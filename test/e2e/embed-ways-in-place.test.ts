import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import type { AxeResults } from 'axe-core';
import type { FrameLocator } from 'playwright-core';
import { storedOrder } from '../harness/buy.ts';
import { until, untilEqual, untilMatch } from '../harness/until.ts';
import {
  goToFrame,
  startFrameShop,
  tabLink,
  type FrameShop,
  type Simulated,
} from './embed-in-place.fixture.ts';
import { button, heading, holdersOf, LOOKS, PHONE, ready, referenceIn } from './embed.fixture.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RUN_AXE = `(async () => { ${AXE}; return axe.run({ iframes: false, resultTypes: ['violations'] }); })()`;

let shop: FrameShop;
before(async () => {
  shop = await startFrameShop();
  // The others are found by what their scripts say.
  shop.simulators.paystack.callbackUrl = `${shop.on.publicUrl}/payments/paystack/callback`;
});
after(() => shop.close());

const NAMES: Record<Simulated, RegExp> = {
  paystack: /by Paystack$/,
  flutterwave: /by Flutterwave$/,
  stripe: /by Stripe$/,
};
const press = (frame: FrameLocator, name: Simulated) => button(frame, NAMES[name]).click();

async function paymentsOf(reference: string): Promise<{ gateway: string; use: string }[]> {
  const { rows } = await shop.on.app.database.query<{ gateway: string; use: string }>(
    `SELECT p.gateway, p.use FROM payments AS p JOIN orders AS o ON o.id = p.order_id WHERE o.reference = $1 ORDER BY p.use`,
    [reference],
  );
  return rows;
}

test('chosen, declined, another way chosen and paid, all in the frame; the first page, paid late as well, goes back', async () => {
  const { page, frame, form, reference, close } = await goToFrame(shop, 'several', { storage: 'none' });
  const tabs: unknown[] = [];
  page.on('popup', (tab) => tabs.push(tab));
  await press(frame, 'paystack');
  await button(form, 'Use a card that is declined').click();
  await form.getByText('The card was declined.').waitFor();
  await heading(frame, 'Or pay another way').waitFor();
  await untilMatch(/^https:\/\/checkout\.paystack\.example\//, () => tabLink(frame).getAttribute('href'));
  await press(frame, 'stripe');
  await untilMatch(/^https:\/\/checkout\.stripe\.example\//, () => tabLink(frame).getAttribute('href'));
  await untilEqual(1, () => frame.locator('iframe').count());
  await button(form, 'Pay by card').click();
  await ready(frame);
  const order = await reference();
  assert.deepEqual(await holdersOf(shop, order), ['Ada Obi ada@example.com']);
  await shop.simulators.paystack.pay(order);
  await until('the second payment to be on record', async () => (await paymentsOf(order)).length === 2);
  assert.deepEqual(await paymentsOf(order), [
    { gateway: 'stripe', use: 'order' },
    { gateway: 'paystack', use: 'surplus' },
  ]);
  assert.equal((await holdersOf(shop, order)).length, 1);
  assert.deepEqual(tabs, []);
  assert.ok(page.url().startsWith(shop.siteUrl), 'the site stays where it is');
  await close();
});

test('a bank’s 3-D Secure window is opened by the form, out of the frame, and its answer counts', async () => {
  const { page, frame, form, close } = await goToFrame(shop, 'several');
  await press(frame, 'flutterwave');
  const [bank] = await Promise.all([
    page.waitForEvent('popup'),
    button(form, 'Pay with 3-D Secure in a window').click(),
  ]);
  await bank.getByRole('button', { name: 'Approve the payment' }).click();
  await ready(frame);
  assert.ok(page.url().startsWith(shop.siteUrl));
  await close();
});

test('a bank that redirects the form is blocked in the frame; the tab of that way pays, and so does another way', async () => {
  for (const way of ['tab', 'other'] as const) {
    const { page, frame, form, reference, close } = await goToFrame(shop, 'several');
    await press(frame, 'stripe');
    await button(form, "Pay through the bank's own page").click();
    await untilEqual('_blank', () => tabLink(frame).getAttribute('target'));
    if (way === 'tab') {
      await shop.simulators.stripe.pay(await reference());
      const { return_token: token } = await storedOrder(shop.on, await reference());
      await fetch(`${shop.on.publicUrl}/checkout/orders/${token}/return`, { redirect: 'manual' });
    } else {
      await press(frame, 'flutterwave');
      await button(form, 'Pay by card').click();
    }
    await ready(frame);
    assert.ok(page.url().startsWith(shop.siteUrl));
    await close({ expect: /Content Security Policy|frame-src/ });
  }
});

for (const storage of ['partitioned', 'none'] as const) {
  test(`reloaded in the middle, the way that was chosen is there again, and the others: storage ${storage}`, async () => {
    const { frame, form, reloadFrame, reference, close } = await goToFrame(shop, 'several', { storage });
    await press(frame, 'flutterwave');
    await button(form, 'Pay by card').waitFor();
    await reloadFrame();
    await heading(frame, 'Not paid yet').waitFor();
    await untilEqual(2, () => frame.getByRole('list', { name: 'Ways to pay' }).getByRole('button').count());
    await button(form, 'Pay by card').click();
    await ready(frame);
    assert.equal(shop.simulators.flutterwave.payments.get(await reference())?.transactions.length, 1);
    await close();
  });
}

test('a gateway that makes no payment for its script has a tab, which is offered at once', async () => {
  const { frame, reference, close } = await goToFrame(shop, 'several');
  shop.simulators.stripe.settings.refusesScripts = true;
  await press(frame, 'stripe');
  const link = frame.getByRole('link', { name: 'Open the payment again' });
  await untilMatch(/^https:\/\/checkout\.stripe\.example\//, () => link.getAttribute('href'));
  shop.simulators.stripe.settings.refusesScripts = false;
  await untilEqual(0, () => frame.locator('iframe').count());
  assert.equal(shop.simulators.stripe.payments.has(await reference()), true);
  await close();
});

test('pressed twice on a phone, with the network lost in between: one page, and nobody is stuck', async () => {
  const { page, frame, form, reference, close } = await goToFrame(shop, 'several', { viewport: PHONE });
  await page.route('**/pay', (route) => route.abort(), { times: 1 });
  await press(frame, 'paystack');
  await frame.getByRole('alert').waitFor();
  const starts = () => shop.simulators.paystack.requests.filter(({ action }) => action === 'start').length;
  const startsBefore = starts();
  await button(frame, NAMES.paystack).dblclick();
  await button(form, 'Pay by card').waitFor();
  assert.equal(starts(), startsBefore + 1);
  const box = await frame.locator('iframe[title="Payment"]').boundingBox();
  assert.ok(box && box.width >= 300 && box.width <= PHONE.width, JSON.stringify(box));
  await button(form, 'Pay by card').click();
  await ready(frame);
  assert.equal((await holdersOf(shop, await reference())).length, 1);
  await close({ expect: /net::ERR_FAILED/ });
});

test('ordered again with other details, nothing of the first order’s payment is shown for the second', async () => {
  const { page, frame, form, reference, close } = await goToFrame(shop, 'several');
  await press(frame, 'stripe');
  await button(form, 'Pay by card').waitFor();
  const first = await reference();
  await button(frame, 'Change details or tickets').click();
  await frame.getByRole('textbox', { name: 'First name' }).first().fill('Grace');
  // How the second order stands is not known for a while.
  let tell = (): void => {};
  const told = new Promise<void>((resolve) => (tell = resolve));
  await page.route('**/state', async (route) => {
    await told;
    await route.continue();
  });
  await button(frame, /^Pay ₦/).click();
  await heading(frame, 'Choose how to pay').waitFor();
  await untilEqual(0, () => frame.locator('iframe').count());
  tell();
  await press(frame, 'flutterwave');
  await button(form, 'Pay by card').click();
  await ready(frame);
  const second = await referenceIn(frame);
  assert.notEqual(second, first);
  assert.deepEqual(await holdersOf(shop, second), ['Grace Obi ada@example.com']);
  await until('the first page to be closed', () =>
    Promise.resolve(shop.simulators.stripe.payments.get(first)?.isClosed === true),
  );
  await close();
});

test('a form in which a bank’s code is being typed stays, though the gateway calls the payment under way', async () => {
  const { frame, form, look, reference, close } = await goToFrame(shop, 'several');
  await press(frame, 'paystack');
  await button(form, 'Pay by card').waitFor();
  const order = await reference();
  await shop.simulators.paystack.pay(order, { pendingLookUps: 1, callback: 'hold' });
  const comeBack = async (): Promise<void> => {
    const { return_token: token } = await storedOrder(shop.on, order);
    await fetch(`${shop.on.publicUrl}/checkout/orders/${token}/return`, { redirect: 'manual' });
    await look(`document.dispatchEvent(new Event('visibilitychange'))`);
  };
  await comeBack();
  // Nothing invites to pay elsewhere.
  await heading(frame, 'Or pay another way').waitFor({ state: 'detached' });
  await button(form, 'Close the form').click();
  await heading(frame, 'Your payment is under way').waitFor();
  await shop.on.app.database.query('UPDATE orders SET return_asked_at = NULL WHERE reference = $1', [order]);
  await comeBack();
  await ready(frame);
  await close();
});

for (const { viewport, theme } of LOOKS) {
  test(`the choice with a form in it is accessible and fits: ${viewport.width} wide, ${theme}`, async () => {
    const { frame, form, look, close } = await goToFrame(shop, 'several', {
      viewport,
      query: `?theme=${theme}`,
    });
    await press(frame, 'stripe');
    await button(form, 'Pay by card').waitFor();
    await untilEqual(true, () => look('document.documentElement.scrollWidth <= innerWidth'));
    const { violations } = await look<AxeResults>(RUN_AXE);
    assert.deepEqual(
      violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
      [],
    );
    await close();
  });
}

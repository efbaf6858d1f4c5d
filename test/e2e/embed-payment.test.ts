import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { postHold } from '../../src/pages/checkout/embed/embed.fixture.ts';
import { admitTicket } from '../../src/check-in/admit-ticket.ts';
import { chooseAndFillIn, makeConcert } from './embed-concert.fixture.ts';
import {
  button,
  choose,
  DESK,
  fillIn,
  goToPayment,
  heading,
  holdersOf,
  LOOKS,
  payWith,
  ready,
  referenceIn,
  scan,
  startShop,
  visit,
} from './embed.fixture.ts';
import { untilEqual } from '../harness/until.ts';

const shop = await startShop();
after(() => shop.close());

for (const { viewport, theme } of LOOKS) {
  test(`two tickets are chosen, paid in the frame and shown with their codes: ${viewport.width} wide, ${theme}`, async () => {
    const { slug, eventId } = await makeConcert(shop);
    const { page, frame, close } = await visit(shop, {
      slug,
      viewport,
      query: `?theme=${theme}`,
      storage: 'none',
    });
    await choose(frame, 'Regular', 2);
    await frame.getByText('₦21,200.00').first().waitFor();
    await button(frame, 'Continue').click();
    await frame
      .getByRole('timer')
      .getByText(/^Held for (10:00|9:\d\d)$/)
      .waitFor();
    await fillIn(frame);
    await goToPayment(frame);
    await payWith(frame, 'Payment succeeds');
    await ready(frame);
    await frame.getByText('a…@example.com').waitFor();
    for (const code of await scan(shop, frame)) {
      const { outcome } = await admitTicket(shop.on.app.database, shop.on.secretKeys, {
        eventId,
        code: code ?? '',
      });
      assert.equal(outcome, 'admitted');
    }
    assert.equal((await holdersOf(shop, await referenceIn(frame))).length, 2);
    await untilEqual(
      theme,
      () => frame.locator('html').getAttribute('data-theme'),
      'as it looked before the payment',
    );
    assert.ok(page.url().startsWith(shop.siteUrl), 'the site stays where it is');
    await close();
  });
}

test('declined, then closed, then paid: the last ticket stays the buyer’s all the time', async () => {
  const { slug, skus } = await makeConcert(shop, { capacity: 1 });
  const { frame, close } = await visit(shop, { slug, viewport: DESK });
  const othersAreRefused = async () => {
    const { body } = await postHold(shop.on, slug, { items: [{ sku: skus[0] ?? '', quantity: 1 }] });
    assert.equal(body.error_code, 'tickets_unavailable');
  };
  await chooseAndFillIn(frame, 1);
  await goToPayment(frame);
  await payWith(frame, 'Card is declined');
  await frame.getByRole('alert').getByText('The card was declined').waitFor();
  await othersAreRefused();
  await button(frame, 'Cancel and go back').click();
  await heading(frame, 'You stopped the payment').waitFor();
  await othersAreRefused();
  await frame
    .getByRole('timer')
    .getByText(/^\d+:\d\d left to pay$/)
    .waitFor();
  await frame.getByRole('definition').getByText('₦10,600.00').waitFor();
  await frame.getByRole('link', { name: /^Pay ₦.* now$/ }).click();
  await payWith(frame, 'Payment succeeds');
  await ready(frame);
  await close();
});

test('a stopped payment is known after a reload, and no longer once the buyer goes to pay again', async () => {
  const { slug } = await makeConcert(shop, { capacity: 1 });
  const { page, frame, reloadFrame, close } = await visit(shop, { slug, viewport: DESK });
  await chooseAndFillIn(frame, 1);
  await goToPayment(frame);
  await button(frame, 'Cancel and go back').click();
  await heading(frame, 'You stopped the payment').waitFor();
  await reloadFrame();
  await heading(frame, 'You stopped the payment').waitFor();
  await frame.getByRole('link', { name: /^Pay ₦.* now$/ }).click();
  await frame.getByRole('radio', { name: 'Payment succeeds' }).waitFor();
  await page.evaluate('history.back()');
  await heading(frame, 'Not paid yet').waitFor();
  await close();
});

test('without storage too, a buyer who came back unpaid finds the way to pay', async () => {
  const { slug } = await makeConcert(shop, { capacity: 1 });
  const { page, frame, close } = await visit(shop, { slug, storage: 'none' });
  await chooseAndFillIn(frame, 1);
  await goToPayment(frame);
  await payWith(frame, 'Close without paying');
  await heading(frame, 'You stopped the payment').waitFor();
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    frame.getByRole('link', { name: /^Pay ₦.* now$/ }).click(),
  ]);
  await tab.getByRole('radio', { name: 'Payment succeeds' }).check();
  await tab.getByRole('button', { name: /^Pay ₦/ }).click();
  // Nobody touches the frame: it follows the order by itself.
  await ready(frame);
  await close();
});

test('an order whose payment is being prepared is waited for, and one whose payment was never started says so', async () => {
  const { slug, eventId } = await makeConcert(shop, { capacity: 1 });
  const { frame, reloadFrame, close } = await visit(shop, { slug, storage: 'none' });
  await chooseAndFillIn(frame, 1);
  await goToPayment(frame);
  await payWith(frame, 'Close without paying');
  await heading(frame, 'You stopped the payment').waitFor();
  const { database } = shop.on.app;
  await database.query(`UPDATE orders SET status = 'processing' WHERE event_id = $1`, [eventId]);
  await reloadFrame();
  await frame.getByRole('status').getByText('Waiting for your payment…').waitFor();
  await database.query(
    `SELECT fail_orders(ARRAY(SELECT id FROM orders WHERE event_id = $1), 'a test', clock_timestamp())`,
    [eventId],
  );
  // Nobody touches the frame: it still follows the order.
  await heading(frame, 'The payment could not be started').waitFor();
  await button(frame, 'Start again').waitFor();
  await close();
});

test('back by the browser’s own button, the order is there to be paid, or to be changed', async () => {
  const { slug } = await makeConcert(shop, { capacity: 2 });
  const { page, frame, close } = await visit(shop, { slug });
  await chooseAndFillIn(frame, 1);
  await goToPayment(frame);
  await page.evaluate('history.back()');
  await heading(frame, 'Not paid yet').waitFor();
  await button(frame, 'Change details or tickets').click();
  await button(frame, 'Change tickets').click();
  await choose(frame, 'Regular', 1);
  await button(frame, 'Continue').click();
  await goToPayment(frame);
  await payWith(frame, 'Payment succeeds');
  await ready(frame);
  assert.equal((await holdersOf(shop, await referenceIn(frame))).length, 2);
  await close();
});

test('a payment that may not be framed is made in a new tab, while the frame waits and follows', async () => {
  const { slug } = await makeConcert(shop);
  const { page, frame, close } = await visit(shop, { slug, storage: 'none', prepare: refuseFraming });
  await chooseAndFillIn(frame, 1);
  await button(frame, /^Pay ₦/).click();
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    frame.getByRole('link', { name: 'Pay ₦10,600.00 in a new tab' }).click(),
  ]);
  await frame.getByRole('status').getByText('Waiting for your payment…').waitFor();
  const payButton = tab.getByRole('button', { name: /^Pay ₦/ });
  // A new tab shows an empty page first.
  await payButton.waitFor();
  await untilEqual(null, () => tab.evaluate('opener'));
  await payButton.click();
  await ready(frame);
  await close();
});

/** Orders are the server's own, but of a gateway whose page is not for frames. */
const refuseFraming = (page: Page) =>
  page.route('**/orders', async (route) => {
    const response = await route.fetch();
    const { data, ...rest } = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { ...rest, data: { ...data, isFramable: false } } });
  });

test('the answer to an order is lost: trying again finds that order and makes no other', async () => {
  const { slug, eventId } = await makeConcert(shop);
  const { frame, close } = await visit(shop, { slug, prepare: loseFirstOrder });
  await chooseAndFillIn(frame, 1);
  await button(frame, /^Pay ₦/).click();
  await frame.getByRole('alert').getByText('You’re offline.').waitFor();
  await button(frame, 'Try again').click();
  await payWith(frame, 'Payment succeeds');
  await ready(frame);
  const { rows } = await shop.on.app.database.query<{ reference: string }>(
    'SELECT reference FROM orders WHERE event_id = $1',
    [eventId],
  );
  assert.deepEqual(rows, [{ reference: await referenceIn(frame) }]);
  await close({ expect: /Failed to load resource: net::ERR_FAILED/ });
});

/** The server makes the order, and the connection breaks before the page hears of it. */
const loseFirstOrder = (page: Page) =>
  page.route(
    '**/orders',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );

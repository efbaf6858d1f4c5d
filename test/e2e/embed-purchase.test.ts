import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { createPromoCode } from '../../src/reservations/create-promo-code.ts';
import { admitTicket } from '../../src/tickets/admit-ticket.ts';
import { addSubscription } from '../../src/webhooks/add-subscription.ts';
import { createGuard } from '../../src/webhooks/guard.ts';
import { held, postHold } from '../../src/checkout/embed/embed.fixture.ts';
import { lapse, quantityLeft } from '../harness/buy.ts';
import { makeEvent } from '../harness/make-catalog.ts';
import { until } from '../harness/until.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import {
  addressOf,
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
  withClock,
  type Shop,
} from './embed.fixture.ts';

const receiver = await startReceiver({ after: after as TestContext['after'] });
let shop: Shop;
before(async () => {
  shop = await startShop({ WEBHOOK_ALLOW: receiver.address });
});
after(() => shop.close());

const makeConcert = (ticketType: { priceMinor?: number; capacity?: number } = {}) =>
  makeEvent(shop.on, shop.host, { ticketTypes: [{ name: 'Regular', ...ticketType }] });

for (const { viewport, theme } of LOOKS) {
  test(`two tickets are chosen, paid in the frame and shown with their codes: ${viewport.width} wide, ${theme}`, async () => {
    const { slug, eventId } = await makeConcert();
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
      const { outcome } = await admitTicket(shop.on.app.database, shop.on.secretKey, {
        eventId,
        code: code ?? '',
      });
      assert.equal(outcome, 'admitted');
    }
    assert.equal((await holdersOf(shop, await referenceIn(frame))).length, 2);
    assert.equal(
      await frame.locator('html').getAttribute('data-theme'),
      theme,
      'as it looked before the payment',
    );
    assert.ok(page.url().startsWith(shop.siteUrl), 'the site stays where it is');
    await close();
  });
}

test('free tickets are confirmed in place, and sent again on request', async () => {
  const { slug } = await makeConcert({ priceMinor: 0 });
  const { frame, inside, close } = await visit(shop, { slug, storage: 'none' });
  const pages: string[] = [];
  await choose(frame, 'Regular', 1);
  await button(frame, 'Continue').click();
  inside()
    .page()
    .on('framenavigated', (navigated) => pages.push(navigated.url()));
  await fillIn(frame);
  await button(frame, 'Get your tickets').click();
  await ready(frame);
  const reference = await referenceIn(frame);
  assert.deepEqual(await holdersOf(shop, reference), ['Ada Obi ada@example.com']);
  // The order is in the address, which is no navigation to anywhere else.
  assert.deepEqual(
    pages.filter((url) => !url.startsWith(addressOf(shop, slug))),
    [],
  );
  await button(frame, 'Send again').click();
  await frame
    .getByRole('status')
    .getByText(/^Sent again/)
    .waitFor();
  await close();
});

test('where nothing can be stored, a reload after the purchase still shows the tickets', async () => {
  const { slug } = await makeConcert({ priceMinor: 0 });
  const { frame, inside, close } = await visit(shop, { slug, storage: 'none' });
  await choose(frame, 'Regular', 1);
  await button(frame, 'Continue').click();
  await fillIn(frame);
  await button(frame, 'Get your tickets').click();
  await ready(frame);
  const reference = await referenceIn(frame);
  await inside().evaluate('location.reload()');
  await until('the page to be another one', () => inside().evaluate('performance.now() < 20_000'));
  await ready(frame);
  assert.equal(await referenceIn(frame), reference);
  await close();
});

test('a reload in mid-details loses neither the hold nor what was typed, where the tab may store it', async () => {
  const { slug } = await makeConcert({ capacity: 2 });
  const { page, frame, token, close } = await visit(shop, { slug });
  await choose(frame, 'Regular', 2);
  await button(frame, 'Continue').click();
  await fillIn(frame);
  const tokenBefore = token();
  await page.reload();
  assert.equal(await frame.getByRole('textbox', { name: 'E-mail' }).inputValue(), 'ada@example.com');
  assert.deepEqual(await quantityLeft(shop.on, shop.host, slug), [0]);
  await goToPayment(frame);
  assert.equal(token(), tokenBefore);
  await payWith(frame, 'Payment succeeds');
  await ready(frame);
  await close();
});

test('declined, then closed, then paid: the last ticket stays the buyer’s all the time', async () => {
  const { slug, skus } = await makeConcert({ capacity: 1 });
  const { frame, close } = await visit(shop, { slug, viewport: DESK });
  const othersAreRefused = async () => {
    const { body } = await postHold(shop.on, slug, { items: [{ sku: skus[0] ?? '', quantity: 1 }] });
    assert.equal(body.error_code, 'tickets_unavailable');
  };
  await choose(frame, 'Regular', 1);
  await button(frame, 'Continue').click();
  await fillIn(frame);
  await goToPayment(frame);
  await payWith(frame, 'Card is declined');
  await frame.getByRole('alert').getByText('The card was declined').waitFor();
  await othersAreRefused();
  await button(frame, 'Cancel and go back').click();
  await heading(frame, 'Not paid yet').waitFor();
  await othersAreRefused();
  await frame.getByRole('link', { name: 'Try again' }).click();
  await payWith(frame, 'Payment succeeds');
  await ready(frame);
  await close();
});

test('without storage too, a buyer who came back unpaid finds the way to pay', async () => {
  const { slug } = await makeConcert({ capacity: 1 });
  const { page, frame, close } = await visit(shop, { slug, storage: 'none' });
  await choose(frame, 'Regular', 1);
  await button(frame, 'Continue').click();
  await fillIn(frame);
  await goToPayment(frame);
  await payWith(frame, 'Close without paying');
  await heading(frame, 'Not paid yet').waitFor();
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    frame.getByRole('link', { name: 'Open the payment again' }).click(),
  ]);
  await tab.getByRole('link', { name: /pay/i }).first().click();
  await tab.getByRole('radio', { name: 'Payment succeeds' }).check();
  await tab.getByRole('button', { name: /^Pay ₦/ }).click();
  // Nobody touches the frame: it follows the order by itself.
  await ready(frame);
  await close();
});

test('back by the browser’s own button, the order is there to be paid, or to be changed', async () => {
  const { slug } = await makeConcert({ capacity: 2 });
  const { page, frame, close } = await visit(shop, { slug });
  await choose(frame, 'Regular', 1);
  await button(frame, 'Continue').click();
  await fillIn(frame);
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
  const { slug } = await makeConcert();
  const { page, frame, close } = await visit(shop, { slug, storage: 'none', prepare: refuseFraming });
  await choose(frame, 'Regular', 1);
  await button(frame, 'Continue').click();
  await fillIn(frame);
  await button(frame, /^Pay ₦/).click();
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    frame.getByRole('link', { name: 'Pay ₦10,600.00 in a new tab' }).click(),
  ]);
  await frame.getByRole('status').getByText('Waiting for your payment…').waitFor();
  assert.equal(await tab.evaluate('opener'), null);
  await tab.getByRole('button', { name: /^Pay ₦/ }).click();
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

test('the tickets are kept up to date while the buyer looks at them', async () => {
  const { slug, skus } = await makeConcert({ capacity: 3 });
  const { page, frame, close } = await visit(shop, { slug, prepare: withClock });
  await choose(frame, 'Regular', 3);
  await held(shop.on, slug, { items: [{ sku: skus[0] ?? '', quantity: 2 }] });
  await page.clock.fastForward('00:16');
  await frame
    .getByRole('status')
    .getByText('Only 1 of Regular can be had now: we changed your number.')
    .waitFor();
  await frame.getByText('Only 1 left').waitFor();
  await close();
});

test('a page that waits for the sale opens by itself', async () => {
  const { slug, eventId } = await makeEvent(shop.on, shop.host, {
    isComingSoon: true,
    ticketTypes: [{ name: 'Regular' }],
  });
  const { page, frame, close } = await visit(shop, { slug, prepare: withClock });
  await heading(frame, 'Not on sale yet').waitFor();
  await shop.on.app.database.query('UPDATE events SET is_coming_soon = false WHERE id = $1', [eventId]);
  await until('the sale to open', async () => {
    await page.clock.fastForward('00:16');
    return button(frame, 'One more: Regular').isVisible();
  });
  await choose(frame, 'Regular', 1);
  await button(frame, 'Continue').click();
  await heading(frame, 'Your details').waitFor();
  await close();
});

test('the hold lapses in mid-details: told kindly, and with one press the same cart is held again', async () => {
  const { slug } = await makeConcert({ capacity: 2 });
  const { page, frame, token, close } = await visit(shop, { slug, prepare: withClock });
  await choose(frame, 'Regular', 2);
  await button(frame, 'Continue').click();
  await fillIn(frame);
  await lapse(shop.on, token());
  await page.clock.fastForward('10:00');
  await frame.getByRole('alert').getByText('Your tickets went back on sale').waitFor();
  assert.deepEqual(await quantityLeft(shop.on, shop.host, slug), [2]);
  await button(frame, 'Hold them again').click();
  await frame.getByRole('status').getByText('your tickets are held for you again').waitFor();
  assert.deepEqual(await quantityLeft(shop.on, shop.host, slug), [0]);
  assert.equal(await frame.getByRole('textbox', { name: 'First name' }).inputValue(), 'Ada');
  await goToPayment(frame);
  await payWith(frame, 'Payment succeeds');
  await ready(frame);
  await close();
});

test('a hold that lapsed unseen is had again when the buyer goes on', async () => {
  const { slug } = await makeConcert({ priceMinor: 0, capacity: 2 });
  const { frame, token, close } = await visit(shop, { slug, storage: 'none' });
  await choose(frame, 'Regular', 2);
  await button(frame, 'Continue').click();
  await fillIn(frame);
  await lapse(shop.on, token());
  await button(frame, 'Get your tickets').click();
  await ready(frame);
  await close();
});

test('what lapsed and went to somebody else is told, and what is left can still be bought', async () => {
  const { slug, skus } = await makeConcert({ priceMinor: 0, capacity: 3 });
  const { page, frame, token, close } = await visit(shop, { slug, prepare: withClock });
  await choose(frame, 'Regular', 3);
  await button(frame, 'Continue').click();
  await fillIn(frame);
  await lapse(shop.on, token());
  await held(shop.on, slug, { items: [{ sku: skus[0] ?? '', quantity: 2 }] });
  await page.clock.fastForward('10:00');
  await button(frame, 'Hold them again').click();
  await frame.getByText('Only 1 of Regular can be had now: we changed your number.').waitFor();
  await button(frame, 'Continue').click();
  assert.equal(await frame.getByRole('textbox', { name: 'E-mail' }).inputValue(), 'ada@example.com');
  await button(frame, 'Get your tickets').click();
  await ready(frame);
  assert.equal((await holdersOf(shop, await referenceIn(frame))).length, 1);
  await close();
});

test('the same where the page did not see it coming: it never offers more than there is', async () => {
  const { slug, skus } = await makeConcert({ priceMinor: 0, capacity: 3 });
  const { frame, token, close } = await visit(shop, { slug });
  await choose(frame, 'Regular', 3);
  await button(frame, 'Continue').click();
  await fillIn(frame);
  await lapse(shop.on, token());
  await held(shop.on, slug, { items: [{ sku: skus[0] ?? '', quantity: 2 }] });
  await button(frame, 'Get your tickets').click();
  await frame.getByText('Only 1 of Regular can be had now: we changed your number.').waitFor();
  assert.equal(await button(frame, 'One more: Regular').getAttribute('aria-disabled'), 'true');
  await close();
});

test('the answer to an order is lost: trying again finds that order and makes no other', async () => {
  const { slug, eventId } = await makeConcert();
  const { frame, close } = await visit(shop, { slug, prepare: loseFirstOrder });
  await choose(frame, 'Regular', 1);
  await button(frame, 'Continue').click();
  await fillIn(frame);
  await button(frame, /^Pay ₦/).click();
  await frame.getByRole('alert').getByText('No connection just now.').waitFor();
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

test('each ticket to its own person: their names on the tickets, and an entry each in the webhook', async () => {
  const { slug } = await makeConcert({ priceMinor: 0 });
  await addSubscription(
    { database: shop.on.app.database, guard: createGuard({ allow: [receiver.address] }) },
    { hostId: shop.host.hostId, slug, url: receiver.url },
  );
  const { frame, close } = await visit(shop, { slug });
  await choose(frame, 'Regular', 3);
  await button(frame, 'Continue').click();
  await fillIn(frame);
  await frame.getByRole('checkbox', { name: /^Send each ticket to its own person/ }).check();
  await button(frame, 'Get your tickets').click();
  await frame.getByRole('alert').getByText('6 fields need a look.').waitFor();
  const people = [
    { firstName: 'Bisi', lastName: 'Ade', email: 'bisi@example.com' },
    { firstName: 'Chidi', lastName: 'Eze', email: 'chidi@example.com' },
  ];
  for (const [index, person] of people.entries()) {
    await fillIn(frame.getByRole('group', { name: `Ticket ${index + 2}: Regular` }), person);
  }
  await button(frame, 'Get your tickets').click();
  await ready(frame);
  const shown = frame.getByRole('definition');
  await shown.nth(2).waitFor();
  assert.deepEqual(await shown.allTextContents(), ['Ada Obi', 'Bisi Ade', 'Chidi Eze']);
  const reference = await referenceIn(frame);
  assert.deepEqual(await holdersOf(shop, reference), [
    'Ada Obi ada@example.com',
    'Bisi Ade bisi@example.com',
    'Chidi Eze chidi@example.com',
  ]);
  const body = await until('the webhook', () =>
    receiver.received.map(({ raw }) => raw.toString()).find((text) => text.includes(reference)),
  );
  const { data } = JSON.parse(body) as {
    data: { orders: { quantity: number; customer: { email: string } }[] };
  };
  assert.deepEqual(
    data.orders.map(({ quantity, customer }) => [quantity, customer.email]),
    [
      [1, 'ada@example.com'],
      [1, 'bisi@example.com'],
      [1, 'chidi@example.com'],
    ],
  );
  await close();
});

test('a promo code takes its part off the price, and a wrong one is told where it was typed', async () => {
  const { slug, eventId } = await makeConcert();
  await shop.on.app.database.transaction((tx) =>
    createPromoCode(tx, {
      eventId,
      code: 'HALF',
      discount: { percentBasisPoints: 5_000 },
      maximumUses: null,
      ticketTypeIds: [],
    }),
  );
  const { frame, close } = await visit(shop, { slug });
  await choose(frame, 'Regular', 2);
  await button(frame, 'Have a promo code?').click();
  await frame.getByLabel('Promo code').fill('NOPE');
  await button(frame, 'Apply').click();
  await frame.getByRole('alert').getByText('This code does not work here').waitFor();
  await frame.getByLabel('Promo code').fill('half');
  await button(frame, 'Apply').click();
  await frame.getByText('Code HALF applied').first().waitFor();
  // Half of ₦20,000, and twice the fee of ₦5,000.
  await frame.getByText('₦10,700.00').first().waitFor();
  await button(frame, 'Continue').click();
  await button(frame, 'Pay ₦10,700.00').waitFor();
  await close();
});

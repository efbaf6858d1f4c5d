import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { held } from '../../src/pages/checkout/embed/embed.fixture.ts';
import { lapse, quantityLeft } from '../harness/buy.ts';
import { makeEvent } from '../harness/make-catalog.ts';
import { until, untilEqual } from '../harness/until.ts';
import { chooseAndFillIn, makeConcert } from './embed-concert.fixture.ts';
import {
  button,
  choose,
  goToPayment,
  heading,
  holdersOf,
  PHONE,
  payWith,
  ready,
  referenceIn,
  startShop,
  visit,
  withClock,
} from './embed.fixture.ts';

const shop = await startShop();
after(() => shop.close());

test('the tickets are kept up to date while the buyer looks at them', async () => {
  const { slug, skus } = await makeConcert(shop, { capacity: 3 });
  const { page, frame, close } = await visit(shop, { slug, prepare: withClock });
  await choose(frame, 'Regular', 3);
  await held(shop.on, slug, { items: [{ sku: skus[0] ?? '', quantity: 2 }] });
  await page.clock.fastForward('00:16');
  await frame.getByRole('status').getByText('Only 1 Regular left; we updated your order.').waitFor();
  await frame.getByText('Only 1 left').waitFor();
  await close();
});

test('while all that is left is held, the page says when some may be back, and asks again then', async () => {
  const { slug, skus } = await makeConcert(shop, { capacity: 2 });
  const others = await held(shop.on, slug, { items: [{ sku: skus[0] ?? '', quantity: 2 }] });
  const prepare = async (page: Page): Promise<void> => {
    await withClock(page);
    // Then nothing else asks again.
    await page.addInitScript('setInterval = () => 0');
  };
  const { page, frame, look, close } = await visit(shop, { slug, prepare });
  await frame
    .getByText(/^Tickets may be back on sale at \d+:\d\d:\d\d.* WAT\.$/)
    .first()
    .waitFor();
  await untilEqual(PHONE.width, () => look('document.documentElement.scrollWidth'));
  await lapse(shop.on, others.reservationToken);
  await page.clock.fastForward('10:07');
  await choose(frame, 'Regular', 2);
  await frame.getByText('may be back on sale').waitFor({ state: 'detached' });
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
  const { slug } = await makeConcert(shop, { capacity: 2 });
  const { page, frame, token, close } = await visit(shop, { slug, prepare: withClock });
  await chooseAndFillIn(frame, 2);
  await lapse(shop.on, token());
  await page.clock.fastForward('10:00');
  await frame.getByRole('alert').getByText('Your hold has expired').waitFor();
  assert.deepEqual(await quantityLeft(shop.on, shop.host, slug), [2]);
  await button(frame, 'Hold them again').click();
  await frame.getByRole('status').getByText('we’re holding your tickets again').waitFor();
  assert.deepEqual(await quantityLeft(shop.on, shop.host, slug), [0]);
  await untilEqual('Ada', () => frame.getByRole('textbox', { name: 'First name' }).inputValue());
  await goToPayment(frame);
  await payWith(frame, 'Payment succeeds');
  await ready(frame);
  await close();
});

test('a hold that lapsed unseen is had again when the buyer goes on', async () => {
  const { slug } = await makeConcert(shop, { priceMinor: 0, capacity: 2 });
  const { frame, token, close } = await visit(shop, { slug, storage: 'none' });
  await chooseAndFillIn(frame, 2);
  await lapse(shop.on, token());
  await button(frame, 'Get your tickets').click();
  await ready(frame);
  await close();
});

test('a buyer is told which tickets lapsed and went to somebody else, and can still buy what is left', async () => {
  const { slug, skus } = await makeConcert(shop, { priceMinor: 0, capacity: 3 });
  const { page, frame, token, close } = await visit(shop, { slug, prepare: withClock });
  await chooseAndFillIn(frame, 3);
  await lapse(shop.on, token());
  await held(shop.on, slug, { items: [{ sku: skus[0] ?? '', quantity: 2 }] });
  await page.clock.fastForward('10:00');
  await button(frame, 'Hold them again').click();
  await frame.getByText('Only 1 Regular left; we updated your order.').waitFor();
  await button(frame, 'Continue').click();
  await untilEqual('ada@example.com', () => frame.getByRole('textbox', { name: 'E-mail' }).inputValue());
  await button(frame, 'Get your tickets').click();
  await ready(frame);
  assert.equal((await holdersOf(shop, await referenceIn(frame))).length, 1);
  await close();
});

test('the same where the page did not see it coming: it never offers more than there is', async () => {
  const { slug, skus } = await makeConcert(shop, { priceMinor: 0, capacity: 3 });
  const { frame, token, close } = await visit(shop, { slug });
  await chooseAndFillIn(frame, 3);
  await lapse(shop.on, token());
  await held(shop.on, slug, { items: [{ sku: skus[0] ?? '', quantity: 2 }] });
  await button(frame, 'Get your tickets').click();
  await frame.getByText('Only 1 Regular left; we updated your order.').waitFor();
  await untilEqual('true', () => button(frame, 'One more: Regular').getAttribute('aria-disabled'));
  await close();
});

// In French, which shows as well that a refusal is told in the language of the page.
test('more than one address may hold is told kindly, and fewer can be had', async () => {
  const { slug } = await makeConcert(shop, { capacity: 12 });
  const { frame, close } = await visit(shop, { slug, query: '?lang=fr' });
  const told = frame.getByRole('alert').getByText('Choisissez-en moins, payez ceux que vous avez réservés');
  for (let count = 0; count < 7; count += 1) await button(frame, 'Un de plus : Regular').click();
  await button(frame, 'Continuer').click();
  await told.waitFor();
  assert.deepEqual(await quantityLeft(shop.on, shop.host, slug), [12]);
  await button(frame, 'Un de moins : Regular').click();
  await button(frame, 'Continuer').click();
  await heading(frame, 'Vos coordonnées').waitFor();
  await untilEqual(0, () => told.count());
  assert.deepEqual(await quantityLeft(shop.on, shop.host, slug), [6]);
  await close();
});

import { after, test } from 'node:test';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { makeHall } from '../../src/pages/checkout/embed/embed.fixture.ts';
import { chooseAndFillIn, makeConcert } from './embed-concert.fixture.ts';
import { button, choose, fillIn, heading, ready, startShop, visit } from './embed.fixture.ts';
import { untilEqual } from '../harness/until.ts';
import { untilFocused } from '../harness/at-page.ts';

const shop = await startShop();
after(() => shop.close());

const gone = (message: Locator): Promise<void> => message.waitFor({ state: 'detached' });
const alert = (frame: FrameLocator, text: string): Locator => frame.getByRole('alert').getByText(text);

test('that a ticket has to be chosen is said until one is', async () => {
  const { slug } = await makeConcert(shop);
  const { frame, close } = await visit(shop, { slug });
  const message = alert(frame, 'Choose at least one ticket to continue.');
  await button(frame, 'Continue').click();
  await message.waitFor();
  await choose(frame, 'Regular', 1);
  await gone(message);
  await close();
});

for (const [way, take] of [
  [
    'in the list',
    async (frame: FrameLocator) => {
      await button(frame, 'List').click();
      await frame.getByRole('checkbox', { name: /^Seat 3, / }).click();
    },
  ],
  [
    'by asking for the best',
    async (frame: FrameLocator) => {
      await button(frame, 'Best available').click();
      await button(frame, 'Find seats').click();
    },
  ],
] as const) {
  test(`that a seat has to be chosen is said until one is, ${way}`, async () => {
    const { slug } = await makeHall(shop.on, shop.host);
    const { frame, close } = await visit(shop, { slug });
    const message = alert(frame, 'Choose at least one seat to continue.');
    await button(frame, 'List').waitFor();
    await button(frame, 'Continue').click();
    await message.waitFor();
    await take(frame);
    await gone(message);
    await close();
  });
}

test('how many fields need a look follows the fields, and is over with the last of them', async () => {
  const { slug } = await makeConcert(shop, { priceMinor: 0 });
  const { frame, close } = await visit(shop, { slug });
  await choose(frame, 'Regular', 2);
  await button(frame, 'Continue').click();
  await button(frame, 'Get your tickets').click();
  await alert(frame, 'Please fix 3 fields.').waitFor();
  await untilFocused(frame.getByRole('textbox', { name: 'First name' }));
  await frame.getByRole('textbox', { name: 'First name' }).fill('Ada');
  await alert(frame, 'Please fix 2 fields.').waitFor();
  await fillIn(frame);
  await gone(frame.getByRole('alert').getByText(/Please fix/));
  // Of a ticket that goes to the buyer after all, nothing is asked.
  const split = frame.getByRole('checkbox', { name: /^Send each ticket to its own person/ });
  await split.check();
  await button(frame, 'Get your tickets').click();
  await alert(frame, 'Please fix 3 fields.').waitFor();
  await split.uncheck();
  await gone(frame.getByRole('alert').getByText(/Please fix/));
  await button(frame, 'Get your tickets').click();
  await ready(frame);
  await close();
});

test('the server’s refusal of a field is said until that field is changed', async () => {
  const { slug } = await makeConcert(shop, { priceMinor: 0 });
  const { frame, close } = await visit(shop, { slug });
  await chooseAndFillIn(frame, 1);
  const phone = frame.getByRole('textbox', { name: /^Phone/ });
  // The page takes any number, as far as its field is long: only what is longer is refused.
  await phone.evaluate((field) => field.removeAttribute('maxlength'));
  await phone.fill('1'.repeat(41));
  const message = frame.getByText(/^Enter a phone number such as/);
  await button(frame, 'Get your tickets').click();
  await alert(frame, 'Please check the highlighted field.').waitFor();
  await message.waitFor();
  await untilFocused(phone);
  await frame.getByRole('textbox', { name: 'E-mail' }).focus();
  await untilEqual(1, () => message.count(), 'it is as wrong as before');
  await phone.fill('+2348031234567');
  await gone(message);
  await gone(alert(frame, 'Please check the highlighted field.'));
  await button(frame, 'Get your tickets').click();
  await ready(frame);
  await close();
});

test('tickets that could not be sent again, and then were: the good news and the bad are never there together', async () => {
  const { slug } = await makeConcert(shop, { priceMinor: 0 });
  let isDown = false;
  const breakAtTimes = (page: Page) =>
    page.route('**/resend', (route) => (isDown ? route.abort() : route.continue()));
  const { frame, close } = await visit(shop, { slug, prepare: breakAtTimes });
  await chooseAndFillIn(frame, 1);
  await button(frame, 'Get your tickets').click();
  await ready(frame);
  const good = frame.getByRole('status').getByText(/^Sent again/);
  const bad = alert(frame, 'You’re offline.');
  await button(frame, 'Send again').click();
  await good.waitFor();
  isDown = true;
  await button(frame, 'Send again').click();
  await bad.waitFor();
  await untilEqual(0, () => good.count());
  isDown = false;
  await button(frame, 'Try again').click();
  await good.waitFor();
  await untilEqual(0, () => bad.count());
  await close({ expect: /Failed to load resource: net::ERR_FAILED/ });
});

test('that the buyer is offline is said until the connection is back, and what could not be loaded is there then', async () => {
  const { slug } = await makeConcert(shop, { priceMinor: 0 });
  const { page, frame, close } = await visit(shop, { slug });
  await chooseAndFillIn(frame, 1);
  await page.context().setOffline(true);
  await button(frame, 'Get your tickets').click();
  await alert(frame, 'You’re offline.').waitFor();
  await page.context().setOffline(false);
  await gone(alert(frame, 'You’re offline.'));
  await button(frame, 'Get your tickets').click();
  await ready(frame);
  await close({ expect: /net::ERR_INTERNET_DISCONNECTED/ });
});

test('a seat map that could not be loaded comes by itself when the connection is back', async () => {
  const { slug } = await makeHall(shop.on, shop.host);
  let isDown = true;
  const breakAtFirst = (page: Page) =>
    page.route('**/seats', (route) => (isDown ? route.abort() : route.continue()));
  const { frame, look, close } = await visit(shop, { slug, prepare: breakAtFirst });
  await alert(frame, 'You’re offline.').waitFor();
  isDown = false;
  await look(`dispatchEvent(new Event('online'))`);
  await button(frame, 'List').waitFor();
  await gone(alert(frame, 'You’re offline.'));
  await close({ expect: /net::ERR_FAILED/ });
});

test('steps that could not be loaded say so, are there after another try, and keep the cart', async () => {
  const { slug } = await makeConcert(shop, { priceMinor: 0 });
  let isDown = true;
  const breakAtFirst = (page: Page) =>
    page.route(/later-steps-/, (route) => (isDown ? route.abort() : route.continue()));
  const { frame, look, close } = await visit(shop, { slug, prepare: breakAtFirst });
  await choose(frame, 'Regular', 1);
  await button(frame, 'Continue').click();
  await alert(frame, 'You’re offline.').waitFor();
  await heading(frame, 'Your details').waitFor();
  isDown = false;
  await button(frame, 'Try again').click();
  await gone(alert(frame, 'You’re offline.'));
  await frame.getByRole('timer').waitFor();
  // It was read when the step opened, and another one has its place.
  await untilEqual('Your details', () => look('document.activeElement?.textContent ?? ""'));
  await fillIn(frame);
  await button(frame, 'Get your tickets').click();
  await ready(frame);
  await close({ expect: /net::ERR_FAILED|Failed to fetch dynamically imported module/ });
});

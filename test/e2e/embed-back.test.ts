import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { FrameLocator, Page } from 'playwright-core';
import { makeHall } from '../../src/pages/checkout/embed/embed.fixture.ts';
import { quantityLeft } from '../harness/buy.ts';
import { until, untilEqual, untilMatch } from '../harness/until.ts';
import { chooseAndFillIn, makeConcert } from './embed-concert.fixture.ts';
import {
  button,
  choose,
  goToPayment,
  heading,
  holdersOf,
  payWith,
  ready,
  referenceIn,
  startShop,
  untilEntries,
  untilInHistory,
  visit,
  withClock,
} from './embed.fixture.ts';
import { untilFocused } from '../harness/at-page.ts';

const shop = await startShop();
after(() => shop.close());

// The browser's own buttons, which know one history of the site and its frame together.
const back = (page: Page): Promise<unknown> => page.evaluate('history.back()');
const forward = (page: Page): Promise<unknown> => page.evaluate('history.forward()');

/** The page that the site was opened from. */
async function leaves(page: Page): Promise<void> {
  await page.goBack();
  await untilEqual('about:blank', () => page.url());
}

const atTickets = (frame: FrameLocator): Promise<void> => heading(frame, 'Choose your tickets').waitFor();
const atDetails = (frame: FrameLocator): Promise<void> => heading(frame, 'Your details').waitFor();
// Of none there is only more to be had, and no number is shown.
const chosen = (frame: FrameLocator, count: number): Promise<void> =>
  frame
    .getByRole('group', { name: 'Regular' })
    .getByText(String(count), { exact: true })
    .waitFor({ state: count === 0 ? 'hidden' : 'visible' });
const email = (frame: FrameLocator): Promise<string> =>
  frame.getByRole('textbox', { name: 'E-mail' }).inputValue();

for (const storage of ['partitioned', 'none'] as const) {
  test(`Back on the details is one step back, with the tickets held; Forward goes on again; storage: ${storage}`, async () => {
    const { slug } = await makeConcert(shop, { capacity: 5 });
    const { page, frame } = await visit(shop, { slug, storage });
    await chooseAndFillIn(frame, 2);
    await back(page);
    await atTickets(frame);
    await untilFocused(heading(frame, 'Choose your tickets'));
    assert.deepEqual(await quantityLeft(shop.on, shop.host, slug), [3]);
    await chosen(frame, 2);
    await forward(page);
    await atDetails(frame);
    await untilFocused(heading(frame, 'Your details'));
    await untilEqual('ada@example.com', () => email(frame));
    await back(page);
    await atTickets(frame);
    await leaves(page);
    await page.context().close();
  });
}

test('the checkout’s own way back is the browser’s: nothing piles up', async () => {
  const { slug } = await makeConcert(shop);
  const visited = await visit(shop, { slug });
  const { page, frame } = visited;
  await choose(frame, 'Regular', 1);
  for (let round = 0; round < 3; round++) {
    await button(frame, 'Continue').click();
    await atDetails(frame);
    await button(frame, 'Change tickets').click();
    await atTickets(frame);
  }
  const pages = await page.evaluate<number>('history.length');
  await button(frame, 'Continue').click();
  await atDetails(frame);
  await untilEntries(visited, 2);
  await untilEqual(pages, () => page.evaluate('history.length'));
  await back(page);
  await atTickets(frame);
  await leaves(page);
  await page.context().close();
});

test('the checkout never goes back over what the site has added to the history', async () => {
  const { slug } = await makeConcert(shop);
  const { page, frame, close } = await visit(shop, { slug });
  await choose(frame, 'Regular', 1);
  await button(frame, 'Continue').click();
  await atDetails(frame);
  await page.evaluate('history.pushState(null, "", "#menu")');
  await button(frame, 'Change tickets').click();
  await atTickets(frame);
  await button(frame, 'Continue').click();
  await atDetails(frame);
  await untilMatch(/#menu$/, () => page.url());
  await close();
});

test('Forward to details that are of another cart stays with the tickets', async () => {
  const { slug } = await makeConcert(shop);
  const visited = await visit(shop, { slug });
  const { page, frame, close } = visited;
  await chooseAndFillIn(frame, 1);
  await back(page);
  await atTickets(frame);
  await choose(frame, 'Regular', 1);
  await forward(page);
  await untilEntries(visited, 2);
  await atTickets(frame);
  await button(frame, 'Continue').click();
  await button(frame, 'Pay ₦21,200.00').waitFor();
  await untilEqual('ada@example.com', () => email(frame));
  await close();
});

test('seats: Back goes from the details to the map, and leaves from there', async () => {
  const { slug } = await makeHall(shop.on, shop.host);
  const { page, frame } = await visit(shop, { slug });
  await button(frame, 'List').click();
  await frame.getByRole('checkbox', { name: /^Seat 3, / }).click();
  await button(frame, 'Continue').click();
  await atDetails(frame);
  await back(page);
  await heading(frame, 'Choose your seats').waitFor();
  await frame.getByRole('button', { name: /^Remove / }).waitFor();
  assert.deepEqual(await quantityLeft(shop.on, shop.host, slug), [3]);
  await leaves(page);
  await page.context().close();
});

test('a reload in mid-details: Back is still one step back', async () => {
  const { slug } = await makeConcert(shop);
  const { page, frame, close } = await visit(shop, { slug });
  await chooseAndFillIn(frame, 2);
  await page.reload();
  await atDetails(frame);
  await untilEqual('ada@example.com', () => email(frame));
  await back(page);
  await atTickets(frame);
  await chosen(frame, 2);
  await forward(page);
  await atDetails(frame);
  await close();
});

test('from the payment Back goes to the order, then to its details, with the tickets held', async () => {
  const { slug } = await makeConcert(shop, { capacity: 5 });
  const { page, frame, close } = await visit(shop, { slug });
  await chooseAndFillIn(frame, 2);
  await goToPayment(frame);
  await back(page);
  await heading(frame, 'Not paid yet').waitFor();
  await back(page);
  await atDetails(frame);
  await untilEqual('ada@example.com', () => email(frame));
  assert.deepEqual(await quantityLeft(shop.on, shop.host, slug), [3]);
  await forward(page);
  await heading(frame, 'Not paid yet').waitFor();
  await frame.getByRole('link', { name: /^Pay ₦.* now$/ }).click();
  await payWith(frame, 'Payment succeeds');
  await ready(frame);
  await close();
});

test('free tickets that are had: Back leads to a new purchase, Forward to the tickets, and nothing to the old cart', async () => {
  const { slug } = await makeConcert(shop, { priceMinor: 0 });
  const visited = await visit(shop, { slug });
  const { page, frame } = visited;
  await chooseAndFillIn(frame, 2);
  await button(frame, 'Get your tickets').click();
  await ready(frame);
  const reference = await referenceIn(frame);
  await untilInHistory(visited);
  await back(page);
  await atTickets(frame);
  await chosen(frame, 0);
  await forward(page);
  await ready(frame);
  assert.equal(await referenceIn(frame), reference);
  await frame.getByText('Ticket 2 of 2').waitFor();
  // Another one, and each has its own way back.
  await button(frame, 'Buy more tickets').click();
  await atTickets(frame);
  await choose(frame, 'Regular', 1);
  await button(frame, 'Continue').click();
  await button(frame, 'Get your tickets').click();
  await ready(frame);
  await until('the second order', async () => (await referenceIn(frame)) !== reference);
  await untilInHistory(visited);
  await back(page);
  await atTickets(frame);
  await chosen(frame, 0);
  await leaves(page);
  await page.context().close();
});

for (const storage of ['partitioned', 'none'] as const) {
  test(`a paid order: Back comes by the payment’s page and shows the tickets again, never the paid cart; storage: ${storage}`, async () => {
    const { slug } = await makeConcert(shop);
    const { page, frame, close } = await visit(shop, { slug, storage });
    await chooseAndFillIn(frame, 2);
    await goToPayment(frame);
    await payWith(frame, 'Payment succeeds');
    await ready(frame);
    const reference = await referenceIn(frame);
    await back(page);
    await heading(frame, 'This payment is complete').waitFor();
    await back(page);
    await ready(frame);
    assert.equal(await referenceIn(frame), reference);
    await back(page);
    await atTickets(frame);
    await chosen(frame, 0);
    await forward(page);
    await ready(frame);
    assert.equal((await holdersOf(shop, reference)).length, 2);
    await close();
  });
}

test('a browser that takes its time to go back loses nobody’s tickets', async () => {
  const { slug } = await makeConcert(shop, { priceMinor: 0 });
  const visited = await visit(shop, {
    slug,
    prepare: async (page) => {
      await withClock(page);
      await page.addInitScript(`const go = history.go.bind(history);
        history.go = (count) => (window.arrive = () => new Promise((arrived) => {
          addEventListener('popstate', () => arrived(history.state.trail), { once: true });
          go(count);
        }));`);
    },
  });
  const { page, frame, close } = visited;
  const arrive = (): Promise<unknown> | undefined => page.frames()[1]?.evaluate('arrive()');
  await chooseAndFillIn(frame, 1);
  await button(frame, 'Change tickets').click();
  await atTickets(frame);
  await untilEqual(['choose'], () => arrive());
  await page.clock.fastForward('00:07');
  await button(frame, 'Continue').click();
  await button(frame, 'Get your tickets').click();
  await ready(frame);
  // The first time is over for which a way back is waited for, and the second is not.
  await page.clock.fastForward('00:04');
  await untilEqual(['choose', 'done'], () => arrive());
  await ready(frame);
  await close();
});

test('if the history may not be written, tickets are bought all the same', async () => {
  const { slug } = await makeConcert(shop, { priceMinor: 0 });
  const forbid = (page: Page) =>
    page.addInitScript(`for (const name of ['pushState', 'replaceState', 'go'])
      history[name] = () => { throw new DOMException('forbidden', 'SecurityError'); };`);
  const { frame, close } = await visit(shop, { slug, storage: 'none', prepare: forbid });
  await chooseAndFillIn(frame, 1);
  await button(frame, 'Change tickets').click();
  await choose(frame, 'Regular', 1);
  await button(frame, 'Continue').click();
  await button(frame, 'Get your tickets').click();
  await ready(frame);
  await button(frame, 'Buy more tickets').click();
  await atTickets(frame);
  await close();
});

test('the tickets’ own address, opened once more in the same tab, shows the tickets again', async () => {
  const { slug } = await makeConcert(shop, { priceMinor: 0 });
  const { frame, look, close } = await visit(shop, { slug });
  await chooseAndFillIn(frame, 1);
  await button(frame, 'Get your tickets').click();
  await ready(frame);
  const reference = await referenceIn(frame);
  // To the browser it is a step to the same fragment, and no other page.
  await look(`document.documentElement.id = 'left'; setTimeout(() => location.assign(location.href))`);
  await frame.locator('html:not(#left)').waitFor();
  await ready(frame);
  assert.equal(await referenceIn(frame), reference);
  await close();
});

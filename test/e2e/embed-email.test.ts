import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { storedOrder } from '../harness/buy.ts';
import { admitTicket } from '../../src/check-in/admit-ticket.ts';
import { makeConcert } from './embed-concert.fixture.ts';
import {
  ADA,
  addressOf,
  button,
  choose,
  fillIn,
  goToPayment,
  heading,
  holdersOf,
  payWith,
  ready,
  referenceIn,
  scan,
  startShop,
  tabTo,
  untilEntries,
  untilInHistory,
  visit,
} from './embed.fixture.ts';
import { untilEqual } from '../harness/until.ts';
import { pressAt, typeAt, untilFocused } from '../harness/at-page.ts';

const shop = await startShop();
after(() => shop.close());

const MISTYPED = { ...ADA, email: 'ada@gmial.com' };
const email = (frame: FrameLocator): Locator => frame.getByRole('textbox', { name: 'E-mail' }).first();
const question = (frame: FrameLocator): Locator =>
  frame.getByRole('status').getByRole('button', { name: 'Did you mean ada@gmail.com?' });

/** At the details, with an address that has a slip in it. */
async function mistype(frame: FrameLocator, count = 1): Promise<void> {
  await choose(frame, 'Regular', count);
  await button(frame, 'Continue').click();
  await fillIn(frame, MISTYPED);
}

async function mistypeAndBuy(frame: FrameLocator, count = 1): Promise<void> {
  await mistype(frame, count);
  await button(frame, 'Get your tickets').click();
  await ready(frame);
}

async function correctTo(frame: FrameLocator, address: string): Promise<void> {
  await button(frame, 'Wrong address? Change it').click();
  await email(frame).fill(address);
  await button(frame, 'Send to this address').click();
}

/** To the buyer of this visit, who may correct it. */
async function showsWhole(frame: FrameLocator, address: string): Promise<void> {
  await ready(frame);
  await frame.locator('.sent', { hasText: address }).waitFor();
  await button(frame, 'Wrong address? Change it').waitFor();
}

async function showsMask(frame: FrameLocator): Promise<void> {
  await ready(frame);
  await frame.getByText('a…@gmial.com').waitFor();
  await untilEqual(0, () => button(frame, 'Wrong address? Change it').count());
}

async function isAdmitted(eventId: string, code: string | undefined): Promise<boolean> {
  const { database } = shop.on.app;
  const found = await admitTicket(database, shop.on.secretKeys, { eventId, code: code ?? '' });
  return found.outcome === 'admitted';
}

test('a slip in the address is asked about, and mended by one press, with the keyboard too', async () => {
  const { slug } = await makeConcert(shop, { priceMinor: 0 });
  const visited = await visit(shop, { slug });
  const { frame, close } = visited;
  await mistype(frame);
  await question(frame).waitFor();
  await email(frame).focus();
  await tabTo(visited, question(frame));
  await pressAt(question(frame), 'Enter');
  await untilFocused(email(frame));
  await untilEqual('ada@gmail.com', () => email(frame).inputValue());
  await question(frame).waitFor({ state: 'detached' });
  await button(frame, 'Get your tickets').click();
  await ready(frame);
  assert.deepEqual(await holdersOf(shop, await referenceIn(frame)), ['Ada Obi ada@gmail.com']);
  await close();
});

test('a buyer who pauses in the field is asked there, and typing on makes the question go', async () => {
  const { slug } = await makeConcert(shop, { priceMinor: 0 });
  const { frame, close } = await visit(shop, { slug });
  await mistype(frame);
  await question(frame).waitFor();
  await pressAt(email(frame), 'End');
  await typeAt(email(frame), 'x');
  await question(frame).waitFor({ state: 'detached' });
  await close();
});

test('nobody is made to answer: an address that looks odd is taken as it is', async () => {
  const { slug } = await makeConcert(shop, { priceMinor: 0 });
  const { frame, close } = await visit(shop, { slug });
  await mistype(frame);
  await question(frame).waitFor();
  await button(frame, 'Get your tickets').click();
  await ready(frame);
  assert.deepEqual(await holdersOf(shop, await referenceIn(frame)), ['Ada Obi ada@gmial.com']);
  await close();
});

test('the other recipients are asked as well', async () => {
  const { slug } = await makeConcert(shop, { priceMinor: 0 });
  const { frame, close } = await visit(shop, { slug });
  await choose(frame, 'Regular', 2);
  await button(frame, 'Continue').click();
  await fillIn(frame);
  await frame.getByRole('checkbox', { name: /^Send each ticket to its own person/ }).check();
  const second = frame.getByRole('group', { name: 'Ticket 2: Regular' });
  await fillIn(second, { firstName: 'Bisi', lastName: 'Ade', email: 'bisi@yaho.com' });
  await button(frame, 'Did you mean bisi@yahoo.com?').click();
  await untilEqual('bisi@yahoo.com', () => second.getByRole('textbox', { name: 'E-mail' }).inputValue());
  await close();
});

test('the buyer sees the address whole, and corrects it: new codes are shown, the old ones let nobody in', async () => {
  const { slug, eventId } = await makeConcert(shop, { priceMinor: 0 });
  const visited = await visit(shop, { slug });
  const { page, frame, close } = visited;
  await mistypeAndBuy(frame, 2);
  await untilInHistory(visited);
  const reference = await referenceIn(frame);
  await frame.getByText('ada@gmial.com').waitFor();
  const [oldCode] = await scan(shop, frame);

  await button(frame, 'Wrong address? Change it').click();
  await untilFocused(email(frame));
  await untilEqual('ada@gmial.com', () => email(frame).inputValue());
  await email(frame).fill('ada@');
  await button(frame, 'Send to this address').click();
  await frame.getByRole('alert').getByText('Enter an e-mail address such as').waitFor();
  await untilFocused(email(frame));
  await email(frame).fill('ada@gmial.com');
  await question(frame).click();
  await button(frame, 'Send to this address').click();
  await frame
    .getByRole('status')
    .getByText('Your tickets are on their way to ada@gmail.com with new codes.')
    .waitFor();
  await untilFocused(heading(frame, /^Your tickets? (is|are) ready$/));
  await frame.getByText(/^Sent to\s*ada@gmail\.com$/).waitFor();
  assert.deepEqual(await holdersOf(shop, reference), ['Ada Obi ada@gmail.com', 'Ada Obi ada@gmail.com']);

  const codes = await scan(shop, frame);
  assert.equal(codes.length, 2);
  assert.equal(await isAdmitted(eventId, oldCode), false);
  assert.equal(await isAdmitted(eventId, codes[0]), true);
  // The receipt's new address is the page's, and the history's.
  await page.evaluate('history.back()');
  await heading(frame, 'Choose your tickets').waitFor();
  await page.evaluate('history.forward()');
  await ready(frame);
  await frame.getByText('Ticket 2 of 2').waitFor();

  // From now on it is too late.
  await button(frame, 'Wrong address? Change it').click();
  await email(frame).fill('ada@yahoo.com');
  await button(frame, 'Send to this address').click();
  await frame.getByRole('alert').getByText('A ticket of this order has been used').waitFor();
  await button(frame, 'Cancel').click();
  await untilFocused(button(frame, 'Wrong address? Change it'));
  assert.equal((await storedOrder(shop.on, reference)).email, 'ada@gmail.com');
  await close();
});

test('after a payment in the frame too; but whoever opens the tickets from elsewhere sees a mask, and corrects nothing', async () => {
  const { slug } = await makeConcert(shop);
  const { frame, close } = await visit(shop, { slug });
  await mistype(frame);
  await goToPayment(frame);
  await payWith(frame, 'Payment succeeds');
  await ready(frame);
  await frame.getByText('ada@gmial.com').waitFor();
  await button(frame, 'Wrong address? Change it').waitFor();
  const reference = await referenceIn(frame);
  await close();

  const { receipt_token: token } = await storedOrder(shop.on, reference);
  const query = `?reference=${reference}#receipt=${token}`;
  const elsewhere = await visit(shop, { slug, query });
  await ready(elsewhere.frame);
  await elsewhere.frame.getByText('a…@gmial.com').waitFor();
  await untilEqual(0, () => button(elsewhere.frame, 'Wrong address? Change it').count());
  await elsewhere.close();
});

test('the same visit, after a reload, Back and Forward: the address is whole and can be corrected, and so is the corrected one', async () => {
  const { slug } = await makeConcert(shop, { priceMinor: 0 });
  const visited = await visit(shop, { slug });
  const { page, frame, close } = visited;
  await mistypeAndBuy(frame);
  await showsWhole(frame, 'ada@gmial.com');
  await untilInHistory(visited);
  const reference = await referenceIn(frame);
  const token = visited.token();
  await visited.reloadFrame();
  await showsWhole(frame, 'ada@gmial.com');
  await correctTo(frame, 'ada@gmail.com');
  await showsWhole(frame, 'ada@gmail.com');
  await visited.reloadFrame();
  await showsWhole(frame, 'ada@gmail.com');
  await page.evaluate('history.back()');
  await heading(frame, 'Choose your tickets').waitFor();
  await visited.reloadFrame();
  await heading(frame, 'Choose your tickets').waitFor();
  await page.evaluate('history.forward()');
  await showsWhole(frame, 'ada@gmail.com');
  await correctTo(frame, 'ada@yahoo.com');
  await showsWhole(frame, 'ada@yahoo.com');
  assert.deepEqual(await holdersOf(shop, reference), ['Ada Obi ada@yahoo.com']);

  const address = decodeURIComponent(await visited.look<string>('location.href'));
  assert.ok(address.includes(reference));
  assert.ok(!address.includes('ada@') && !address.includes(token));
  await close();
});

test('after a payment in the frame, Back and Forward over its page lead to the address as it was corrected', async () => {
  const { slug } = await makeConcert(shop);
  const { page, frame, close } = await visit(shop, { slug });
  await mistype(frame);
  await goToPayment(frame);
  await payWith(frame, 'Payment succeeds');
  await showsWhole(frame, 'ada@gmial.com');
  await correctTo(frame, 'ada@gmail.com');
  await showsWhole(frame, 'ada@gmail.com');
  // The page behind was written with the receipt token from before.
  await page.evaluate('history.back()');
  await heading(frame, 'This payment is complete').waitFor();
  await page.evaluate('history.back()');
  await showsWhole(frame, 'ada@gmail.com');
  await correctTo(frame, 'ada@yahoo.com');
  await showsWhole(frame, 'ada@yahoo.com');
  await page.evaluate('history.forward()');
  await heading(frame, 'This payment is complete').waitFor();
  await page.evaluate('history.forward()');
  await showsWhole(frame, 'ada@yahoo.com');
  await close();
});

test('another tab sees a mask, and so does whoever has started again, or bought again', async () => {
  const { slug } = await makeConcert(shop, { priceMinor: 0 });
  const visited = await visit(shop, { slug });
  const { page, frame, close } = visited;
  await mistypeAndBuy(frame);
  await showsWhole(frame, 'ada@gmial.com');
  await untilInHistory(visited);
  const first = await referenceIn(frame);
  const { receipt_token: token } = await storedOrder(shop.on, first);
  const address = addressOf(shop, slug, `?reference=${first}#receipt=${token}`);
  const site = `${shop.siteUrl}/?${new URLSearchParams({ checkout: address }).toString()}`;
  const tab = await page.context().newPage();
  await tab.goto(site);
  await showsMask(tab.frameLocator('iframe'));
  await tab.close();

  await button(frame, 'Buy more tickets').click();
  await untilEntries(visited, 1);
  await page.evaluate('history.forward()');
  await showsMask(frame);
  await button(frame, 'Buy more tickets').click();
  await untilEntries(visited, 1);
  await choose(frame, 'Regular', 1);
  await button(frame, 'Continue').click();
  await email(frame).fill('ada@example.com');
  await button(frame, 'Get your tickets').click();
  await showsWhole(frame, 'ada@example.com');
  assert.notEqual(await referenceIn(frame), first);
  await page.goto(site);
  await showsMask(frame);
  await close();
});

test('without storage, Back and Forward keep the purchase, and a reload forgets it', async () => {
  const { slug } = await makeConcert(shop, { priceMinor: 0 });
  const visited = await visit(shop, { slug, storage: 'none' });
  const { page, frame, close } = visited;
  await mistypeAndBuy(frame);
  await showsWhole(frame, 'ada@gmial.com');
  await untilInHistory(visited);
  await page.evaluate('history.back()');
  await heading(frame, 'Choose your tickets').waitFor();
  await page.evaluate('history.forward()');
  await showsWhole(frame, 'ada@gmial.com');
  await visited.reloadFrame();
  await showsMask(frame);
  await close();
});

test('the answer to a correction is lost: trying again finds it done', async () => {
  const { slug } = await makeConcert(shop, { priceMinor: 0 });
  const { frame, close } = await visit(shop, { slug, prepare: loseFirstCorrection });
  await mistypeAndBuy(frame);
  await button(frame, 'Wrong address? Change it').click();
  await email(frame).fill('ada@gmail.com');
  await button(frame, 'Send to this address').click();
  await frame.getByRole('alert').getByText('You’re offline.').waitFor();
  await button(frame, 'Try again').click();
  await frame
    .getByRole('status')
    .getByText(/^Your tickets are on their way to ada@gmail.com/)
    .waitFor();
  await frame.getByText('Holder').waitFor();
  await close({ expect: /Failed to load resource: net::ERR_FAILED/ });
});

/** The server corrects it, and the connection breaks before the page hears of it. */
const loseFirstCorrection = (page: Page) =>
  page.route(
    '**/email',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );

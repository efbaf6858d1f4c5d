import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import {
  confirmEntry,
  drawNow,
  entryOf,
  lineUp,
  makeRoom,
  openRoomOf,
  setRoom,
  stateOf,
  untilLetIn,
} from '../../src/pages/checkout/waiting-room/room.fixture.ts';
import { textsIn as scriptTextsIn } from '../../src/pages/checkout/waiting-room/texts/script/texts.ts';
import { textsIn } from '../../src/pages/checkout/waiting-room/texts/texts.ts';
import { ask } from '../harness/client.ts';
import { makeEvent } from '../harness/make-catalog.ts';
import { assertAccessibleInBothThemes } from '../harness/open-dashboard.ts';
import { until, untilEqual } from '../harness/until.ts';
import {
  addressOf,
  button,
  choose,
  DESK,
  fillIn,
  goToPayment,
  heading,
  payWith,
  PHONE,
  ready,
  referenceIn,
  holdersOf,
  startShop,
  visit,
  type Shop,
} from './embed.fixture.ts';
import { untilFits } from '../harness/at-page.ts';

const en = { ...textsIn('en'), words: scriptTextsIn('en') };
const fr = textsIn('fr');

let shop: Shop;
before(async () => {
  shop = await startShop();
});
after(() => shop.close());

const DEVICE = randomUUID();
const PAUSED = 'paused_at = now()';
const EVENT = { name: 'Highlife at the Conservatoire', ticketTypes: [{ name: 'Regular' }] };

const tokenOf = async (page: Page): Promise<string> =>
  new URL(await page.evaluate<string>('location.href')).searchParams.get('entry') ?? '';

/** The page in a tab of its own, in a browser that complains of nothing but what the test did itself. */
async function inTab(
  address: string,
  options: BrowserContextOptions,
  look: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await shop.browser.newContext({ viewport: PHONE, locale: 'en-NG', ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    const isOurs = message.type() === 'error' && !message.text().startsWith('Failed to load resource');
    if (isOurs) complaints.push(message.text());
  });
  await page.goto(address);
  await look(page);
  assert.deepEqual(complaints, []);
  await context.close();
}

const roomAddress = (slug: string, query = ''): string => addressOf(shop, slug, `/room${query}`);

for (const storage of ['partitioned', 'none'] as const) {
  test(`a buyer who waits in a frame is drawn, let in and buys; storage: ${storage}`, async () => {
    const room = await makeRoom(shop.on, shop.host, { event: EVENT });
    const visited = await visit(shop, { slug: room.slug, storage });
    const { frame } = visited;
    await heading(frame, en.lineUp.title).waitFor();
    await frame.getByText('One person is in line.').waitFor();
    await drawNow(shop.on, room);
    // The page goes on by itself.
    await choose(frame, 'Regular', 2);
    await button(frame, 'Continue').click();
    await heading(frame, 'Your details').waitFor();
    // Loaded again, the admission and the cart are still there.
    await visited.reloadFrame();
    if (storage === 'none') {
      await choose(frame, 'Regular', 1);
      await button(frame, 'Continue').click();
      // Without storage the cart is forgotten, and an admission is for one cart.
      await heading(frame, en.turn.title).waitFor();
      await frame.getByText(en.turn.used).waitFor();
    } else {
      await fillIn(frame);
      await goToPayment(frame);
      await payWith(frame, 'Payment succeeds');
      await ready(frame);
      assert.equal((await holdersOf(shop, await referenceIn(frame))).length, 2);
    }
    await visited.close();
  });
}

test('a place outlives a reload, another window, and a browser without storage', async () => {
  const room = await makeRoom(shop.on, shop.host);
  await Promise.all([1, 2, 3, 4].map(() => lineUp(shop.on, room.slug)));
  await inTab(roomAddress(room.slug), {}, async (page) => {
    await page.getByRole('heading', { name: en.lineUp.title }).waitFor();
    const token = await until('the place in the address', () => tokenOf(page));
    await setRoom(shop.on, room.eventId, PAUSED);
    await drawNow(shop.on, room);
    const { place } = await entryOf(shop.on, room.slug, token);
    const figure = page.locator('.waiting [data-fill=figure]').getByText(String(place), { exact: true });
    await figure.waitFor();
    await page.getByText(en.paused).waitFor();
    await page.reload();
    await figure.waitFor();
    await untilEqual(token, () => tokenOf(page));
    // As a bookmark, or a link from the site, has it.
    await page.goto(addressOf(shop, room.slug));
    await figure.waitFor();
    await untilEqual(token, () => tokenOf(page));
    // On another device, by the address alone.
    await inTab(roomAddress(room.slug, `?entry=${token}`), {}, async (other) => {
      await other.locator('.waiting [data-fill=figure]').getByText(String(place), { exact: true }).waitFor();
    });
    assert.equal((await stateOf(shop.on, room.slug)).inLine, 5);
  });
});

test('without a network the page says so and keeps the place, and goes on when it is back', async () => {
  const room = await makeRoom(shop.on, shop.host);
  await inTab(roomAddress(room.slug), {}, async (page) => {
    await page.getByRole('heading', { name: en.lineUp.title }).waitFor();
    await page.context().setOffline(true);
    const trouble = page.locator('#trouble').getByText(en.words.trouble.offline);
    await trouble.waitFor();
    await page.locator('#told').getByText(en.words.trouble.offline).waitFor();
    await page.getByRole('heading', { name: en.lineUp.title }).waitFor();
    await drawNow(shop.on, room);
    await page.context().setOffline(false);
    await page.waitForURL(/\/checkout\/[^/]+\?.*admission=/);
    await page.getByRole('heading', { name: 'Choose your tickets' }).waitFor();
  });
});

test('while another tab is looked at, the title calls, and the tickets open when the buyer comes back', async () => {
  const room = await makeRoom(shop.on, shop.host, { event: EVENT });
  const hide = (isHidden: boolean): string =>
    `Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${isHidden} });
     document.dispatchEvent(new Event('visibilitychange'))`;
  await inTab(roomAddress(room.slug), {}, async (page) => {
    await page.getByRole('heading', { name: en.lineUp.title }).waitFor();
    await page.evaluate(hide(true));
    await drawNow(shop.on, room);
    await until('the title', async () => (await page.title()) === `It’s your turn! · ${EVENT.name}`);
    await page.locator('#told').getByText(en.words.aloud.turn).waitFor();
    await page.evaluate(hide(false));
    await page.getByRole('heading', { name: 'Choose your tickets' }).waitFor();
  });
});

test('a checkout that is open when the room opens leads there, and so does an admission that is used already', async () => {
  const event = await makeEvent(shop.on, shop.host, EVENT);
  const first = await visit(shop, { slug: event.slug });
  await choose(first.frame, 'Regular', 1);
  await openRoomOf(shop.on, event.slug);
  await button(first.frame, 'Continue').click();
  await heading(first.frame, en.lineUp.title).waitFor();
  await drawNow(shop.on, event);
  await button(first.frame, 'Continue').click();
  await heading(first.frame, 'Your details').waitFor();
  const address = await first.look<string>('location.href');
  // A copy of the tab's address has the admission, and not the cart.
  await inTab(address, {}, async (page) => {
    await page.getByRole('button', { name: 'One more: Regular' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: en.turn.title }).waitFor();
    await page.getByText(en.turn.used).waitFor();
  });
  await first.close();
});

test('the event’s page leads to the room, and the room back to it', async () => {
  const room = await makeRoom(shop.on, shop.host, {
    event: { ...EVENT, ticketTypes: [{ name: 'Guest list', priceMinor: 0 }] },
  });
  const port = new URL(shop.on.publicUrl).port;
  await inTab(`http://localhost:${port}/events/${room.slug}`, {}, async (page) => {
    const way = page.getByRole('link', { name: 'To the waiting room' });
    await way.waitFor();
    await untilEqual(0, () => page.getByRole('button', { name: /One more/ }).count());
    await untilFits(page, 'the event');
    await assertAccessibleInBothThemes(page, 'the event with a room');
    await way.click();
    await page.getByRole('heading', { name: en.lineUp.title }).waitFor();
    await drawNow(shop.on, room);
    await page.waitForURL(/\/events\/.*admission=/);
    await page.getByRole('button', { name: 'One more: Guest list' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Obi');
    await page.getByLabel('E-mail').fill('ada@buyers.example');
    await page.locator('.bar button.main').click();
    await page.locator('.ticket').waitFor();
  });
});

test('one e-mail address has one place, and orders with it', async () => {
  const room = await makeRoom(shop.on, shop.host, { event: EVENT, settings: { asksEmail: true } });
  const visited = await visit(shop, { slug: room.slug });
  const { frame } = visited;
  const email = frame.getByLabel('E-mail');
  await heading(frame, en.email.title).waitFor();
  await email.fill('nobody');
  await button(frame, en.email.send).click();
  await frame.getByRole('alert').getByText(en.words.problems.email_wrong).waitFor();
  await email.fill('ada@gmial.com');
  await button(frame, en.email.send).click();
  await button(frame, 'Did you mean ada@gmail.com?').click();
  await untilEqual('ada@gmail.com', () => email.inputValue());
  await button(frame, en.email.send).click();
  await frame.locator('.sent-to').getByText(en.words.sentTo('ada@gmail.com')).waitFor();
  // The wrong one after all.
  await button(frame, en.confirm.change).click();
  await email.fill('ada@example.com');
  await button(frame, en.email.send).click();
  await frame.locator('.sent-to').getByText(en.words.sentTo('ada@example.com')).waitFor();
  const { rows } = await shop.on.app.database.query<{ entryId: string }>(
    'SELECT id AS "entryId" FROM waiting_entries WHERE event_id = $1 AND asked_email_hash IS NOT NULL ORDER BY asked_at DESC',
    [room.eventId],
  );
  await confirmEntry(shop.on, room, { entryId: rows[0]?.entryId ?? '', email: 'ada@example.com' });
  await heading(frame, en.lineUp.title).waitFor();
  await drawNow(shop.on, room);
  await choose(frame, 'Regular', 1);
  await button(frame, 'Continue').click();
  await untilEqual(
    'ada@example.com',
    () => frame.getByLabel('E-mail').inputValue(),
    'the confirmed address is filled in',
  );
  await fillIn(frame, { firstName: 'Ada', lastName: 'Obi', email: 'other@example.com' });
  await button(frame, /^Pay ₦/).click();
  await frame.getByText('Use the e-mail address that you gave in the waiting room.').waitFor();
  await fillIn(frame);
  await goToPayment(frame);
  await payWith(frame, 'Payment succeeds');
  await ready(frame);
  await visited.close();
});

test('the buyer of an integrator’s shop sees their place by the link of the refusal, and is sent back to the shop', async () => {
  const room = await makeRoom(shop.on, shop.host, { event: EVENT });
  const hold = () =>
    ask(shop.on, `/events/${room.slug}/reservations`, {
      key: shop.host,
      method: 'POST',
      headers: { 'x-device-id': DEVICE },
      body: { items: [{ sku: room.skus[0], quantity: 1 }] },
    });
  const refused = await hold();
  assert.deepEqual([refused.status, refused.body.error_code], [429, 'waiting_room']);
  const link = /^<([^>]+)>; rel="waiting-room"$/.exec(refused.headers.get('link') ?? '')?.[1] ?? '';
  await inTab(link, {}, async (page) => {
    await page.getByRole('heading', { name: en.lineUp.title }).waitFor();
    assert.equal((await stateOf(shop.on, room.slug)).inLine, 1, 'the shop’s call put them in line');
    await drawNow(shop.on, room);
    await page.getByText(en.turn.elsewhere).waitFor();
    await untilEqual(false, () => page.getByRole('link', { name: en.turn.go }).isVisible());
    assert.equal((await hold()).status, 201);
  });
});

test('a buyer who leaves is asked first, and may line up again', async () => {
  const room = await makeRoom(shop.on, shop.host);
  await inTab(roomAddress(room.slug), {}, async (page) => {
    const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('heading', { name: en.lineUp.title }).waitFor();
    const token = await until('the place', () => tokenOf(page));
    await press(en.leave.ask);
    await press(en.leave.no);
    await press(en.leave.ask);
    await press(en.leave.yes);
    await page.getByRole('heading', { name: en.left.title }).waitFor();
    assert.equal((await entryOf(shop.on, room.slug, token)).hasExpired, true);
    await press(en.again);
    await page.getByRole('heading', { name: en.lineUp.title }).waitFor();
    assert.notEqual(await until('another place', () => tokenOf(page)), token);
  });
});

test('the browser draws again, and finds its own place as it was told', async () => {
  const room = await makeRoom(shop.on, shop.host);
  await Promise.all(Array.from({ length: 9 }, () => lineUp(shop.on, room.slug)));
  await inTab(roomAddress(room.slug), {}, async (page) => {
    await page.getByRole('heading', { name: en.lineUp.title }).waitFor();
    const token = await until('the place', () => tokenOf(page));
    await setRoom(shop.on, room.eventId, PAUSED);
    await drawNow(shop.on, room);
    const { place } = await entryOf(shop.on, room.slug, token);
    await page.getByRole('link', { name: en.howFair }).click();
    await page.getByRole('button', { name: en.fairness.check.start }).click();
    await page.getByRole('status').getByText(`Your place is number ${place} of 10.`).waitFor();
    await assertAccessibleInBothThemes(page, 'how the draw works');
    await untilFits(page, 'how the draw works');
  });
});

test('without a script one lines up by a form, waits on a page that loads itself again, and goes in by a link', async () => {
  const room = await makeRoom(shop.on, shop.host, { settings: { asksEmail: true } });
  await inTab(roomAddress(room.slug, '?lang=fr'), { javaScriptEnabled: false }, async (page) => {
    await page.getByRole('textbox', { name: fr.email.label }).fill('ada@example.com');
    await page.getByRole('button', { name: fr.email.send }).click();
    await page.getByRole('heading', { name: fr.confirm.title }).waitFor();
    const token = new URL(page.url()).searchParams.get('entry') ?? '';
    const [entryId = ''] = token.split('.');
    await confirmEntry(shop.on, room, { entryId, email: 'ada@example.com' });
    await page.reload();
    await page.getByRole('heading', { name: fr.lineUp.title }).waitFor();
    await drawNow(shop.on, room);
    await untilLetIn(shop.on, room.slug, token);
    await page.reload();
    await page.getByRole('link', { name: fr.turn.go }).click();
    await page.waitForURL(/admission=/);
    await page.getByRole('heading', { name: 'Choisissez vos billets' }).waitFor();
  });
});

for (const { language, texts, viewport } of [
  { language: 'en', texts: en, viewport: PHONE },
  { language: 'fr', texts: fr, viewport: DESK },
]) {
  test(`the room is no obstacle to assistive technology, nor to large letters: ${language}`, async () => {
    const room = await makeRoom(shop.on, shop.host, { event: EVENT, settings: { asksEmail: true } });
    await setRoom(shop.on, room.eventId, PAUSED);
    await inTab(roomAddress(room.slug, `?lang=${language}`), { viewport }, async (page) => {
      const look = async (what: string): Promise<void> => {
        await page.setViewportSize(viewport);
        await assertAccessibleInBothThemes(page, `${what}, ${language}`);
        await untilFits(page, what);
        await page.setViewportSize(PHONE);
        await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
        await untilFits(page, `${what} in large letters`);
        await page.evaluate(`document.documentElement.style.fontSize = ''`);
      };
      await page.getByRole('heading', { name: texts.email.title }).waitFor();
      await look('e-mail');
      await page.getByRole('textbox', { name: texts.email.label }).fill('ada@example.com');
      await page.getByRole('button', { name: texts.email.send }).click();
      await page.getByRole('heading', { name: texts.confirm.title }).waitFor();
      await page.locator('.sent-to:not(:empty)').waitFor();
      await look('check your inbox');
      const { rows } = await shop.on.app.database.query<{ entryId: string }>(
        'SELECT id AS "entryId" FROM waiting_entries WHERE event_id = $1',
        [room.eventId],
      );
      await confirmEntry(shop.on, room, { entryId: rows[0]?.entryId ?? '', email: 'ada@example.com' });
      await page.getByRole('heading', { name: texts.lineUp.title }).waitFor();
      await page.locator('#told:not(:empty)').waitFor();
      await look('in line');
      await drawNow(shop.on, room);
      await page.getByRole('heading', { name: texts.waiting.title }).waitFor();
      await page.getByRole('button', { name: texts.leave.ask }).click();
      await look('waiting');
      await page.getByRole('button', { name: texts.leave.yes, exact: true }).click();
      await page.getByRole('heading', { name: texts.left.title }).waitFor();
      await look('left');
    });
  });
}

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { AxeResults } from 'axe-core';
import { makeCode, makeConcert } from './embed-concert.fixture.ts';
import { makeHall } from '../../src/pages/checkout/embed/embed.fixture.ts';
import { createSeats } from '../../src/inventory/seats/create-seats.ts';
import { storedOrder } from '../harness/buy.ts';
import { HOSTILE_TEXTS } from '../harness/hostile-texts.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { boxOf, pressAt, tabTo as tabToTarget, untilFocused } from '../harness/at-page.ts';
import {
  addressOf,
  button,
  choose,
  DESK,
  fillIn,
  heading,
  payWith,
  PHONE,
  ready,
  referenceIn,
  startShop,
  visit,
  type Shop,
  type Visit,
} from './embed.fixture.ts';
import { untilEqual, untilMatch } from '../harness/until.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const AN_HOUR_MS = 3_600_000;
const EARLIER = new Date(Date.now() - AN_HOUR_MS);
const LATER = new Date(Date.now() + 24 * AN_HOUR_MS);

let shop: Shop;
before(async () => {
  shop = await startShop();
});
after(() => shop.close());

const STATES: Record<string, NonNullable<Parameters<typeof makeEvent>[2]>> = {
  'Not on sale yet': { isComingSoon: true },
  'Sold out': { ticketTypes: [{ name: 'Regular', capacity: 0 }] },
  'The sale has ended': { ticketTypes: [{ name: 'Regular', saleEndsAt: EARLIER }] },
  'This event is over': { startsAt: new Date(EARLIER.getTime() - AN_HOUR_MS), closesAt: EARLIER },
  'This event was cancelled': { status: 'CANCELLED' },
};

test('an event that sells nothing says why, and offers nothing to press', async () => {
  for (const [said, event] of Object.entries(STATES)) {
    const { slug } = await makeEvent(shop.on, shop.host, { name: 'Highlife Revival', ...event });
    const { frame, close } = await visit(shop, { slug });
    await heading(frame, 'Highlife Revival').waitFor();
    await heading(frame, said).waitFor();
    await untilEqual(0, () => frame.getByRole('button').count(), said);
    await close();
  }
});

test('a ticket type that is not sold yet says from when, beside those that are', async () => {
  const { slug } = await makeEvent(shop.on, shop.host, {
    ticketTypes: [
      { name: 'Regular' },
      { name: 'Late', saleStartsAt: LATER },
      { name: 'Gone', capacity: 0 },
      { name: 'Few', capacity: 3 },
    ],
  });
  const { frame, close } = await visit(shop, { slug });
  const line = (name: string) => frame.getByRole('listitem').filter({ has: heading(frame, name) });
  await button(frame, 'One more: Regular').waitFor();
  await frame.getByText(/^On sale from /).waitFor();
  await frame.getByText('Only 3 left').waitFor();
  await untilEqual(0, () => line('Gone').getByRole('button').count());
  await choose(frame, 'Few', 3);
  await untilEqual('true', () => button(frame, 'One more: Few').getAttribute('aria-disabled'));
  await close();
});

test('an unknown event gets a friendly page, in the frame too, as dark as the site wants it', async () => {
  const grounds = new Set<string>();
  for (const theme of ['light', 'dark']) {
    const { frame, look, page } = await visit(shop, { slug: 'nobody-knows', query: `?theme=${theme}` });
    await heading(frame, 'There is no such event here').waitFor();
    grounds.add(await look('getComputedStyle(document.documentElement).backgroundColor'));
    await page.context().close();
  }
  assert.equal(grounds.size, 2);
});

test('without JavaScript event and tickets can be read, and what is needed to buy', async () => {
  const { slug } = await makeEvent(shop.on, shop.host, {
    name: 'Highlife Revival',
    street: '12 Marina Road',
    ticketTypes: [
      { name: 'Regular', description: 'Anywhere in the garden.' },
      { name: 'Guest list', priceMinor: 0 },
    ],
  });
  const context = await shop.browser.newContext({ viewport: PHONE, javaScriptEnabled: false });
  const page = await context.newPage();
  for (const [query, needed] of [
    ['', /^To buy tickets here, turn on JavaScript in your browser/],
    ['?lang=fr', /^Pour acheter .* JavaScript/],
  ] as const) {
    await page.goto(`${shop.on.publicUrl}/checkout/${slug}${query}`);
    const line = page.locator('noscript p');
    await line.waitFor();
    await untilMatch(needed, () => line.textContent());
    for (const text of [
      'Highlife Revival',
      '12 Marina Road',
      'Regular',
      'Anywhere in the garden.',
      'Guest list',
    ]) {
      await page.getByText(text).first().waitFor();
    }
    await untilMatch(/10[\s,.]000[.,]00/, () => page.locator('main').textContent());
  }
  await context.close();
});

test('a tap before the script has arrived is shown at once, and takes effect when it has', async () => {
  const { slug } = await makeEvent(shop.on, shop.host, {
    ticketTypes: [{ name: 'Regular' }, { name: 'Few', capacity: 2 }],
  });
  const { promise: arrived, resolve: letArrive } = Promise.withResolvers<void>();
  const { frame, close } = await visit(shop, {
    slug,
    waitUntil: 'commit',
    prepare: (page) =>
      page.route('**/assets/embed-*.js', async (route) => {
        await arrived;
        await route.continue();
      }),
  });
  const count = (name: string) => frame.getByRole('group', { name, exact: true }).locator('.count');
  await choose(frame, 'Regular', 3);
  await choose(frame, 'Few', 2);
  await untilEqual('true', () => button(frame, 'One more: Few').getAttribute('aria-disabled'));
  await button(frame, 'One less: Regular').click();
  await button(frame, 'Continue').click();
  await untilEqual(['2', '2'], async () => [
    await count('Regular').textContent(),
    await count('Few').textContent(),
  ]);
  await button(frame, 'Continue').locator('.spinner').waitFor();
  letArrive();
  await heading(frame, 'Your details').waitFor();
  await button(frame, 'Change tickets').click();
  await heading(frame, 'Choose your tickets').waitFor();
  await untilEqual(['2', '2'], async () => [
    await count('Regular').textContent(),
    await count('Few').textContent(),
  ]);
  await untilEqual(0, () => button(frame, 'Continue').locator('.spinner').count());
  await close();
});

const lookOf = async ({ frame, look }: Visit): Promise<{ ground: string; accent: string }> => {
  await frame.locator('button.main').waitFor();
  return {
    ground: await look('getComputedStyle(document.documentElement).backgroundColor'),
    accent: await look(`getComputedStyle(document.querySelector('button.main')).backgroundColor`),
  };
};

test('theme and colour come from the address, or the event; what can’t be used is as if it were not there', async () => {
  const { slug } = await makeEvent(shop.on, shop.host);
  const coloursAt = async (
    query: string,
    options: { slug?: string; colorScheme?: 'light' | 'dark' } = {},
  ) => {
    const visited = await visit(shop, { slug, query, ...options });
    const seen = await lookOf(visited);
    await visited.close();
    return seen;
  };
  const light = await coloursAt('?theme=light');
  const dark = await coloursAt('?theme=dark');
  assert.notEqual(light.ground, dark.ground);
  await untilEqual(light, () => coloursAt('', { colorScheme: 'light' }));
  await untilEqual(dark, () => coloursAt('', { colorScheme: 'dark' }));
  await untilEqual(light, () => coloursAt('?theme=light', { colorScheme: 'dark' }));
  await untilEqual(light, () => coloursAt('?theme=purple&colorScheme=red', { colorScheme: 'light' }));
  await untilEqual({ ...dark, accent: 'rgb(200, 98, 63)' }, () =>
    coloursAt('?theme=dark&colorScheme=%23C8623F'),
  );
  const settled = await makeEvent(shop.on, shop.host);
  await shop.on.app.database.query(
    `UPDATE events SET embed_theme = 'light', embed_color = '123456' WHERE slug = $1`,
    [settled.slug],
  );
  await untilEqual(
    {
      ...light,
      accent: 'rgb(18, 52, 86)',
    },
    () => coloursAt('?theme=dark&colorScheme=c8623f', { slug: settled.slug }),
  );
});

test('the page speaks French by its address or as the browser does, and still does after the payment', async () => {
  const { slug } = await makeEvent(shop.on, shop.host, { ticketTypes: [{ name: 'Regular' }] });
  for (const options of [{ query: '?lang=fr' }, { locale: 'fr-FR' }]) {
    const { frame, close } = await visit(shop, { slug, ...options });
    await button(frame, 'Un de plus : Regular').click();
    await button(frame, 'Continuer').click();
    await frame.getByRole('textbox', { name: 'Prénom' }).fill('Ada');
    await frame.getByRole('textbox', { name: 'Nom', exact: true }).fill('Obi');
    await frame.getByRole('textbox', { name: 'E-mail' }).fill('ada@example.com');
    await button(frame, /^Payer 10/).click();
    await payWith(frame, 'Payment succeeds');
    await heading(frame, /Votre billet est prêt/).waitFor();
    await untilEqual('fr', () => frame.locator('html').getAttribute('lang'));
    await close();
  }
});

const ALL = HOSTILE_TEXTS.join(' ');

const nothingRan = async ({ page, frame, look }: Visit): Promise<void> => {
  await untilEqual('undefined', () => look('typeof ran'));
  await untilEqual('undefined', () => page.evaluate('typeof ran'));
  await untilEqual(0, () =>
    frame.locator('iframe, base, svg[onload], img[onerror], a[href^="javascript:"]').count(),
  );
};

test('another language keeps the look and what was chosen', async () => {
  const { slug } = await makeConcert(shop);
  const { frame, look, close } = await visit(shop, { slug, query: '?theme=dark' });
  await choose(frame, 'Regular', 2);
  await frame.getByRole('navigation', { name: 'Language' }).getByText('English').first().click();
  await frame.getByRole('link', { name: 'Français' }).click();
  await heading(frame, 'Choisissez vos billets').waitFor();
  await frame.getByRole('group', { name: 'Regular' }).getByText('2', { exact: true }).waitFor();
  await untilEqual('dark', () => look('document.documentElement.dataset.theme'));
  // The last one goes, and with it the button: the focus stays at the tickets.
  await button(frame, 'Un de moins : Regular').click();
  await button(frame, 'Un de moins : Regular').click();
  await button(frame, 'Un de moins : Regular').waitFor({ state: 'hidden' });
  await untilEqual('Un de plus : Regular', () => look('document.activeElement.getAttribute("aria-label")'));
  await close();
});

test('a host’s or a buyer’s words are shown as text and never run', async () => {
  const host = await makeHost(shop.on, { name: HOSTILE_TEXTS[1] });
  const name = ALL.slice(0, 200);
  const { slug, eventId } = await makeEvent(shop.on, host, {
    name,
    description: ALL,
    previewDescription: ALL.slice(0, 500),
    hostMessage: ALL,
    street: ALL.slice(0, 300),
    state: ALL.slice(0, 100),
    lga: HOSTILE_TEXTS[4],
    ticketTypes: [{ name, description: ALL, priceMinor: 0 }, { name: HOSTILE_TEXTS[2] }],
  });
  await makeCode(shop, eventId, 'HALF');
  const visited = await visit(shop, {
    slug,
    viewport: DESK,
    query: `?theme=${HOSTILE_TEXTS[2]}&colorScheme=${HOSTILE_TEXTS[1]}&lang=${HOSTILE_TEXTS[0]}`,
  });
  const { frame, close } = visited;
  await frame.getByRole('heading', { name, exact: true, level: 1 }).waitFor();
  await nothingRan(visited);
  // Without a ticket yet, a code is shown as it was typed.
  await button(frame, 'Have a promo code?').click();
  await frame.getByLabel('Promo code').fill('<svg onload=ran=1>');
  await button(frame, 'Apply').click();
  await frame.getByText('<svg onload=ran=1>').first().waitFor();
  await nothingRan(visited);
  await frame.getByRole('button', { name: /^One more: <script/ }).click();
  await frame
    .getByRole('alert')
    .getByText('Code <svg onload=ran=1> can’t be used: it isn’t a code of this event.')
    .waitFor();
  await nothingRan(visited);
  await button(frame, 'Continue').click();
  await fillIn(frame, {
    firstName: HOSTILE_TEXTS[1],
    lastName: HOSTILE_TEXTS[4],
    email: 'ada@example.com',
  });
  await button(frame, 'Get your tickets').click();
  await ready(frame);
  await frame.getByRole('definition').filter({ hasText: '<img src=x' }).waitFor();
  await nothingRan(visited);
  const { receipt_token: token } = await storedOrder(shop.on, await referenceIn(frame));
  const receipt = `${shop.on.publicUrl}/checkout/orders/${token}`;
  await close();
  const page = await shop.browser.newPage();
  await page.goto(receipt);
  await untilEqual('undefined', () => page.evaluate('typeof ran'));
  await page.close();
});

test('nor does what a host calls the seats', async () => {
  const name = HOSTILE_TEXTS[2];
  const { slug, eventId } = await makeHall(shop.on, shop.host, {
    seatsPerType: 1,
    event: { kind: 'seat_map', ticketTypes: [{ kind: 'SEATED', name, capacity: 100 }] },
  });
  const { rows } = await shop.on.app.database.query<{ id: string }>(
    'SELECT id FROM ticket_types WHERE event_id = $1',
    [eventId],
  );
  const labels = ['<img onerror=ran=1>', '"onload=ran=1 x="', '</p><script>ran=1', "';ran=1//", '<b>1</b>'];
  await shop.on.app.database.transaction((tx) =>
    createSeats(
      tx,
      eventId,
      labels.map((label, index) => ({
        ticketTypeId: rows[0]?.id ?? '',
        section: (HOSTILE_TEXTS[index] ?? '').slice(0, 100),
        rowLabel: label.slice(0, 20),
        seatLabel: label.slice(0, 20),
        x: index,
        y: 3 + index,
        isAccessible: false,
        isRestrictedView: true,
      })),
    ),
  );
  const visited = await visit(shop, { slug });
  const { frame, close } = visited;
  await button(frame, 'Best available').click();
  await button(frame, 'Find seats').click();
  await frame
    .getByRole('button', { name: /^Remove / })
    .first()
    .waitFor();
  await nothingRan(visited);
  await button(frame, 'List').click();
  for (const section of await frame.getByRole('button', { name: / \d+ free$/ }).all()) {
    await section.click();
    await nothingRan(visited);
  }
  await button(frame, 'Continue').click();
  await heading(frame, 'Your details').waitFor();
  await nothingRan(visited);
  await close();
});

/** A shop with the snippet of docs/embed.md between other things, under a policy that allows nothing else. */
async function openShopWithButton(
  slug: string,
  { policy = true, ...context }: { policy?: boolean; javaScriptEnabled?: boolean } = {},
) {
  const checkout = new URL(addressOf(shop, slug)).origin;
  const guide = await readFile(path.join(import.meta.dirname, '../../docs/embed.md'), 'utf8');
  const snippet = (/^## A button.*?^```html\n(.*?)^```/ms.exec(guide)?.[1] ?? '')
    .replaceAll('http://localhost:3000', checkout)
    .replaceAll('lagos-rooftop-sessions', slug);
  const site = createServer((_request, response) =>
    response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .setHeader(
        'content-security-policy',
        `default-src 'none'; script-src ${checkout}; require-trusted-types-for 'script'${policy ? `; frame-src ${checkout}` : ''}`,
      )
      .end(
        `<!doctype html><html lang="en"><title>A shop</title><meta name="viewport" content="width=device-width">
        <main><h1>A shop</h1><p>${'About the evening. '.repeat(400)}</p>${snippet}</main></html>`,
      ),
  ).listen(0, '127.0.0.1');
  // A test that fails leaves it open.
  site.unref();
  await once(site, 'listening');
  const opened = await shop.browser.newContext({ viewport: PHONE, locale: 'en-NG', ...context });
  await opened.addInitScript(`window.heard = []; addEventListener('message', () => heard.push(1))`);
  const page = await opened.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.url().startsWith(addressOf(shop, slug))) loads++;
  });
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
  return {
    page,
    complaints,
    loads: () => loads,
    opener: page.getByRole('link', { name: 'Get tickets' }),
    async close() {
      await opened.close();
      site.close();
    },
  };
}

test('a button on a shop’s page opens the checkout above it; closing hides it, and loses neither cart nor focus', async () => {
  const { slug } = await makeConcert(shop);
  const { page, complaints, loads, opener, close } = await openShopWithButton(slug);
  const dialog = page.getByRole('dialog', { name: 'Get tickets' });
  const closeButton = dialog.getByRole('button', { name: 'Close' });
  const frame = page.frameLocator('iframe');
  await tabToTarget(opener);
  const scrolled = await page.evaluate<number>('scrollY');
  await pressAt(opener, 'Enter');
  // A second Enter is too many: it closes nothing.
  await pressAt(dialog, 'Enter', 'Tab');
  await pressAt(closeButton, 'Tab');
  assert.deepEqual(await boxOf(dialog), { x: 0, y: 0, ...PHONE });
  await choose(frame, 'Regular', 2);
  await button(frame, 'Continue').click();
  await frame.getByRole('textbox', { name: 'First name' }).first().fill('Ada');
  const found = (await page.evaluate(`${AXE}; axe.run({ iframes: false })`)) as AxeResults;
  assert.deepEqual(
    found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
    [],
  );
  await closeButton.click();
  await dialog.waitFor({ state: 'hidden' });
  await pressAt(opener, 'Enter');
  await untilEqual('Ada', () => frame.getByRole('textbox', { name: 'First name' }).first().inputValue());
  await pressAt(dialog, 'Escape');
  await dialog.waitFor({ state: 'hidden' });
  await untilFocused(opener);
  await untilEqual(`${scrolled} visible`, () =>
    page.evaluate('`${scrollY} ${getComputedStyle(document.documentElement).overflow}`'),
  );
  await page.setViewportSize(DESK);
  await pressAt(opener, 'Enter');
  await button(frame, 'Change tickets').waitFor();
  // Beside it.
  await page.mouse.click(5, 5);
  await dialog.waitFor({ state: 'hidden' });
  // The second press of a double click is beside it too, and not meant so.
  await opener.dblclick();
  await button(frame, 'Change tickets').waitFor();
  await closeButton.click();
  await dialog.waitFor({ state: 'hidden' });
  await untilEqual([], () => page.evaluate('heard'), 'the shop was sent a message');
  assert.deepEqual([loads(), complaints], [1, []]);
  await close();
});

test('without a script, or where the shop’s policy keeps the frame out, the button leads to the event’s page', async () => {
  const { slug } = await makeConcert(shop);
  for (const options of [{ javaScriptEnabled: false }, { policy: false }]) {
    const { page, opener, close } = await openShopWithButton(slug, options);
    await opener.click();
    await page.waitForURL(new RegExp(`/events/${slug}$`));
    await close();
  }
});

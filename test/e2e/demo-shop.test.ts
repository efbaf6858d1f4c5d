import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { AxeResults } from 'axe-core';
import type { Browser, Locator, Page } from 'playwright-core';
import type { DemoFacts } from '../../src/demo/demo-facts.ts';
import { launchBrowser } from '../harness/browser.ts';
import { besideProgram, closeTestRoom, openTestRoom } from '../harness/open-test-room.ts';
import { launch, makeSeededDataDir, untilHealthy, type Program } from '../harness/program.ts';
import { endAllIn } from '../harness/processes.ts';
import { until, untilEqual, untilMatch } from '../harness/until.ts';
import { untilFits } from '../harness/at-page.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PHONE = { width: 360, height: 640 };
const DESK = { width: 1280, height: 800 };

const folder = await makeSeededDataDir();
let program: Program;
let browser: Browser;
let shop: DemoFacts['hosts'][number];

before(async () => {
  program = await launch({ DATA_DIR: folder.dataDir });
  await untilHealthy(program);
  const [host] = (await program.demo()).hosts;
  assert.ok(host);
  shop = host;
  browser = await launchBrowser();
});
after(async () => {
  await browser.close();
  program.child.kill('SIGKILL');
  await program.exited;
  await endAllIn(folder.dataDir);
  await folder.remove();
});

/** A page of the site; whatever the browser complains of, its content policy included, ends up in `complaints`. */
async function open(address: string, viewport = PHONE) {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  // At another origin than the API's: third-party sites have one of their own.
  await page.goto(`${program.publicUrl}${address}`);
  return { page, complaints, close: () => context.close() };
}

async function fillInBuyer(page: Page): Promise<void> {
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Obi');
  await page.getByLabel('E-mail').fill('ada@example.com');
}

/** The order's webhook as the page shows it. */
async function webhookOnPage(page: Page): Promise<{ reference: string; body: Record<string, unknown> }> {
  const reference = new URL(page.url()).searchParams.get('reference') ?? '';
  await page.getByText('Backstage').click();
  const item = page.locator(`details[id="${reference}"]`);
  await item.locator('summary').click();
  const text = (await item.locator('pre').textContent()) ?? '';
  return { reference, body: JSON.parse(text) as Record<string, unknown> };
}

test('a visitor finds an event, pays for two tickets by the API, and the webhook shows up on the page', async () => {
  const { page, complaints, close } = await open('/demo');
  await page.getByRole('searchbox', { name: 'Search' }).fill('roftop');
  await page.getByRole('link', { name: 'Lagos Rooftop Sessions', exact: true }).click();
  await page.getByRole('button', { name: 'Regular: one more' }).click();
  await page.getByRole('button', { name: 'Regular: one more' }).click();
  await page.getByRole('button', { name: 'Hold my tickets' }).click();
  await page.getByText('Held for you:').waitFor();
  await fillInBuyer(page);
  await page.getByRole('button', { name: 'Pay ₦25,400.00' }).click();
  await page.waitForURL(/\/checkout\/pay\//);
  await page.getByRole('button', { name: /^Pay ₦/ }).click();
  await page.waitForURL(`${program.publicUrl}/demo/thanks?reference=TSR-**`);
  await page.getByRole('heading', { name: 'See you there, Ada!' }).waitFor();
  const receiptUrl = await until('the receipt', () =>
    page.getByRole('link', { name: 'See the tickets' }).getAttribute('href'),
  );
  const { reference, body } = await webhookOnPage(page);
  assert.ok(!receiptUrl.includes(reference));
  assert.ok((await (await fetch(receiptUrl)).text()).includes(reference));
  const data = body['data'] as Record<string, unknown>;
  assert.equal(body['eventType'], 'TICKET_PURCHASED');
  assert.equal(data['reference'], reference);
  assert.equal(data['amount'], 2_540_000);
  assert.deepEqual(data['metadata'], {
    shop: 'harmattan-nights',
    page: '/demo/events/lagos-rooftop-sessions',
  });
  assert.deepEqual(complaints, []);
  await close();
});

test('a free ticket is confirmed without a payment page, and its webhook shows up too', async () => {
  const { page, complaints, close } = await open('/demo/events/open-mic-yaba', DESK);
  await page.getByRole('button', { name: 'Free Entry: one more' }).click();
  await page.getByRole('button', { name: 'Hold my tickets' }).click();
  await fillInBuyer(page);
  await page.getByRole('button', { name: 'Get my tickets' }).click();
  await page.waitForURL(/\/demo\/thanks\?reference=TSR-/);
  await page.getByRole('heading', { name: 'See you there, Ada!' }).waitFor();
  const { body } = await webhookOnPage(page);
  assert.equal((body['data'] as Record<string, unknown>)['amount'], 0);
  assert.deepEqual(complaints, []);
  await close();
});

test('the embed sells the same event in a frame, and the site hears of it by webhook alone', async () => {
  const { page, complaints, close } = await open('/demo/events/open-mic-yaba', DESK);
  await page.getByRole('radio', { name: 'With the embed' }).check();
  const frame = page.frameLocator('#frame');
  await frame.getByRole('button', { name: 'One more: Free Entry' }).click();
  await frame.getByRole('button', { name: 'Continue' }).click();
  await frame.getByLabel('First name').fill('Bisi');
  await frame.getByLabel('Last name').fill('Ade');
  await frame.getByLabel('E-mail').fill('bisi@example.com');
  await frame.locator('button[type=submit]').click();
  await page.getByText('Backstage').click();
  const news = page.locator('#webhooks li').filter({ hasText: '"bisi@example.com"' });
  await news.waitFor();
  await untilMatch(/TICKET_PURCHASED 1 ticket/, () => news.textContent());
  assert.deepEqual(complaints, []);
  await close();
});

test('a button opens the embed above the page, with all the code for it below', async () => {
  const { page, complaints, close } = await open('/demo/events/open-mic-yaba?way=button');
  await untilFits(page);
  await page.locator('#way-button').getByText('All the code for this').click();
  await untilMatch(
    /href="http:\/\/localhost:\d+\/events\/open-mic-yaba"\n>Get tickets<\/a>\n<script async src=/,
    () => page.locator('#button-snippet').textContent(),
  );
  await page.getByRole('link', { name: 'Get tickets' }).click();
  await page
    .frameLocator('tessera-checkout iframe')
    .getByRole('button', { name: 'One more: Free Entry' })
    .click();
  assert.deepEqual(complaints, []);
  await close();
});

test('a refusal of Tessera is shown in the site’s words, and the buyer goes on from there', async () => {
  const { page, close } = await open('/demo/events/lagos-rooftop-sessions');
  await page.getByRole('button', { name: 'Hold my tickets' }).click();
  await page.getByRole('alert').filter({ hasText: 'Choose at least one ticket.' }).waitFor();
  await page.getByRole('button', { name: 'VIP: one more' }).click();
  await page.getByLabel('Promo code').fill('NO-SUCH-CODE');
  await page.getByRole('button', { name: 'Hold my tickets' }).click();
  await page
    .getByRole('alert')
    .filter({ hasText: /promo code/i })
    .waitFor();
  await page.getByLabel('Promo code').fill('');
  await page.getByRole('button', { name: 'Hold my tickets' }).click();
  await page.getByRole('button', { name: 'Change tickets' }).click();
  await page.getByRole('button', { name: 'VIP: one more' }).click();
  await page.getByRole('button', { name: 'Hold my tickets' }).click();
  await fillInBuyer(page);
  // At the till the buyer turns round: the tickets are ordered, so they are held anew.
  await page.getByRole('button', { name: /^Pay ₦/ }).click();
  await page.waitForURL(/\/checkout\/pay\//);
  await page.goBack();
  await page.getByRole('button', { name: 'VIP: one more' }).click();
  await page.getByRole('button', { name: 'Hold my tickets' }).click();
  await page.getByText('Held for you:').waitFor();
  await close();
});

test('a waiting room: the page shows the way to the place in line, and holds by itself when it is the buyer’s turn', async () => {
  const slug = 'open-mic-yaba';
  const { page, complaints, close } = await open(`/demo/events/${slug}`);
  await page.getByRole('button', { name: 'Free Entry: one more' }).click();
  const beside = { ...program, dataDir: folder.dataDir };
  // Nobody is let in before the draw.
  const drawsAt = new Date(Date.now() + 3_600_000);
  await besideProgram(beside, (at) => openTestRoom(at, slug, { drawsAt }));
  await page.getByRole('button', { name: 'Hold my tickets' }).click();
  await page.getByRole('status').filter({ hasText: 'let people in one after another' }).waitFor();
  const room = page.getByRole('link', { name: 'See your place in line' });
  await untilMatch(new RegExp(`^http://localhost:${program.port}/checkout/${slug}/room\\?device=.`), () =>
    room.getAttribute('href'),
  );
  await room.click({ trial: true });
  const found = (await page.evaluate(`${AXE}; axe.run({ iframes: false })`)) as AxeResults;
  assert.deepEqual(
    found.violations.map(({ id }) => id),
    [],
  );
  await page.getByRole('button', { name: 'Stop waiting' }).click();
  await page.getByRole('alert').filter({ hasText: 'You stopped waiting.' }).waitFor();
  await untilEqual(false, () => room.isVisible());

  // A new room, which is drawn at once: the first hold gets in line, the client's second one is let in.
  await besideProgram(beside, async (at) => {
    await closeTestRoom(at, slug);
    await openTestRoom(at, slug);
  });
  await page.getByRole('button', { name: 'Hold my tickets' }).click();
  await room.waitFor();
  await page.getByText('Held for you:').waitFor({ timeout: 120_000 });
  await untilEqual(false, () => room.isVisible());
  await fillInBuyer(page);
  await page.getByRole('button', { name: 'Get my tickets' }).click();
  await page.waitForURL(/\/demo\/thanks\?reference=TSR-/);
  await besideProgram(beside, (at) => closeTestRoom(at, slug));
  // The browser says so of every 429.
  assert.deepEqual(
    complaints.filter((text) => !text.includes('429')),
    [],
  );
  await close();
});

test('a Seat Map event is sold by the embed, in the theme of the page', async () => {
  const { page, complaints, close } = await open('/demo/events/grand-theatre-night');
  const frame = page.getByTitle('Checkout');
  await frame.waitFor();
  await untilEqual(
    `http://localhost:${program.port}/checkout/grand-theatre-night?theme=light&colorScheme=%23b8431c`,
    () => frame.getAttribute('src'),
  );
  await page.frameLocator('#frame').locator('h1').first().waitFor();
  await page.getByRole('radio', { name: 'With the API' }).check();
  await page.getByText('You choose them in the embed.').waitFor();
  await untilEqual(false, () => page.getByRole('button', { name: 'Hold my tickets' }).isVisible());
  assert.deepEqual(complaints, []);
  await close();
});

/** A page of somebody's, with the snippet of docs/embed.md between other things. */
async function openRecipe(slug: string, viewport: { width: number; height: number }) {
  const docs = readFileSync(new URL('../../docs/embed.md', import.meta.url), 'utf8');
  const snippet = /^```html\n(.*?)^```/ms.exec(docs)?.[1] ?? '';
  assert.match(snippet, /<iframe/);
  const text = `<p>${'About the evening. '.repeat(40)}</p>`;
  const body = `<!doctype html><meta name="viewport" content="width=device-width" /><style>body { margin: 0 }</style>
    ${text}${snippet.replace('localhost:3000', `localhost:${program.port}`).replace('lagos-rooftop-sessions', slug)}${text}`;
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  const site = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html; charset=utf-8').end(body),
  ).listen(0, '127.0.0.1');
  // A test that fails leaves it open.
  site.unref();
  await once(site, 'listening');
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
  await page.locator('iframe').evaluate((element) => element.scrollIntoView());
  return { frame: page.frameLocator('iframe'), close: () => context.close() };
}

test('in the frame of docs/embed.md every step can be finished, on a phone within the screen, on a desk with one scrollbar', async () => {
  for (const [width, height] of [
    [320, 568],
    [390, 780],
    [768, 1_024],
    [1_280, 800],
  ] as const) {
    for (const slug of ['lagos-rooftop-sessions', 'open-mic-yaba', 'grand-theatre-night']) {
      const { frame, close } = await openRecipe(slug, { width, height });
      const held = async (step: string, button: Locator): Promise<void> => {
        const what = `${slug}, ${step}, ${width} px`;
        const sizes: [number, number, number, number] = await frame
          .locator('html')
          .evaluate((html) => [html.scrollHeight, html.clientHeight, html.scrollWidth, html.clientWidth]);
        const [needed, given, neededWidth, givenWidth] = sizes;
        assert.ok(neededWidth <= givenWidth, `${what}: nothing is cut off at the side`);
        if (width < 640) assert.equal(given, Math.max(560, height), what);
        else assert.ok(needed <= given, `${what}: ${needed} px in ${given}`);
        // Nothing lies over it, and it can be scrolled to.
        await button.click({ trial: true });
      };
      const next = frame.getByRole('button', { name: 'Continue' });
      if (slug === 'grand-theatre-night') {
        await frame.getByRole('button', { name: 'Zoom in' }).waitFor();
        await held('seats', next);
      } else {
        const more = frame.getByRole('button', { name: /^One more/ }).first();
        await more.click();
        await held('tickets', next);
        await more.evaluate('scrollTo(0, 0)');
        const box = await next.boundingBox();
        if (width < 640)
          assert.ok(box && box.y + box.height <= height, 'the button is in sight all the time');
        await next.click();
        await frame.getByLabel('First name').fill('Ada');
        await frame.getByLabel('Last name').fill('Obi');
        await frame.getByLabel('E-mail').fill('ada@example.com');
        await held('details', frame.locator('button[type=submit]'));
      }
      if (slug === 'open-mic-yaba') {
        await frame.locator('button[type=submit]').click();
        await held('done', frame.getByRole('link', { name: 'Download PDF' }));
      }
      await close();
    }
  }
});

test('nothing on the site is an obstacle to assistive technology, in either theme', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const address of [
      '/demo',
      '/demo/events/lagos-rooftop-sessions',
      '/demo/thanks?reference=TSR-NONE',
    ]) {
      const { page, close } = await open(address);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      if (!address.includes('thanks')) await page.locator('.card, .ticket').first().waitFor();
      await page.getByText('Backstage').click();
      // Not into the page, whose content policy would refuse it.
      const found = (await page.evaluate(`${AXE}; axe.run({ iframes: false })`)) as AxeResults;
      assert.deepEqual(
        found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
        [],
        `${address}, ${colorScheme}`,
      );
      await untilFits(page, address);
      await close();
    }
  }
});

test('the receiver believes only what the host’s private key signed, and counts what comes twice once', async () => {
  const body = JSON.stringify({ eventType: 'WEBHOOK_TEST', data: { message: 'Hello', reference: 'TEST-1' } });
  const sign = (key: string) => createHmac('sha512', key).update(body).digest('hex');
  const send = (signature: string) =>
    fetch(`${program.publicUrl}/demo/webhooks/open-mic-yaba`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-service-signature': signature },
      body,
    });
  const kept = async () => {
    const response = await fetch(`${program.publicUrl}/demo/webhooks`);
    const all = (await response.json()) as { deliveries: number; data: { reference: string } }[];
    return all.filter(({ data }) => data.reference === 'TEST-1').map(({ deliveries }) => deliveries);
  };
  assert.equal((await send(sign(shop.publicKey))).status, 401);
  assert.deepEqual(await kept(), []);
  assert.equal((await send(sign(shop.privateKey))).status, 204);
  assert.equal((await send(sign(shop.privateKey))).status, 204);
  assert.deepEqual(await kept(), [2]);
});

test('the private key and the password stay on the server', async () => {
  const addresses = ['/demo', '/demo/config.json', '/demo/events/open-mic-yaba', '/demo/webhooks'];
  for (const address of addresses) {
    const text = await (await fetch(program.publicUrl + address)).text();
    for (const secret of [shop.privateKey, shop.password]) assert.ok(!text.includes(secret), address);
  }
});

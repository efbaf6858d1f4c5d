import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { writeDemoFacts } from '../../src/demo/demo-facts.ts';
import { launchBrowser } from '../harness/browser.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { assertAccessibleInBothThemes, DESK, PHONE } from '../harness/open-dashboard.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { until, untilEqual, untilMatch } from '../harness/until.ts';
import { pressAt, pressShortcut, untilFits } from '../harness/at-page.ts';

let on: TestApp;
let browser: Browser;
let host: TestHost;
let event: Awaited<ReturnType<typeof makeEvent>>;
let dataDir: string;
before(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'tessera-reference-'));
  on = await startTestApp({ environment: { DEMO: 'on', DATA_DIR: dataDir } });
  host = await makeHost(on);
  event = await makeEvent(on, host);
  const demo = { name: 'Demo', email: '', password: '', country: 'NIGERIA', events: [] };
  const addresses = { baseUrl: on.baseUrl, checkoutUrl: '', dashboardUrl: '' };
  await writeDemoFacts(dataDir, addresses, [{ ...host, ...demo }]);
  browser = await launchBrowser();
});
after(async () => {
  await browser.close();
  await on.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function open(address: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ viewport: DESK, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // That a call was refused is told by the page, and asked for by the test.
    const isOurs = message.type() === 'error' && !message.text().startsWith('Failed to load resource');
    if (isOurs) complaints.push(message.text());
  });
  await page.goto(on.publicUrl + address);
  const close = async (): Promise<void> => {
    await context.close();
    assert.deepEqual(complaints, []);
  };
  return { page, close };
}

const operation = (page: Page, id: string): Locator => page.locator(`article#${id}`);
const tryIt = (page: Page, id: string): Promise<void> => operation(page, id).getByText('Try it').click();

/** Sends the form of an operation and waits for what came back. */
async function send(page: Page, id: string, expected: RegExp): Promise<Locator> {
  await operation(page, id).getByRole('button', { name: 'Send' }).click();
  await operation(page, id).getByRole('status').filter({ hasText: expected }).waitFor();
  return operation(page, id).getByLabel('Body of the answer');
}

test('the search is opened by a key, counts what it finds, and leads to a field on another page', async () => {
  const { page, close } = await open('/docs/embed');
  await pressShortcut(page, '/');
  const input = page.getByRole('combobox');
  await input.fill('quote reference');
  const options = page.getByRole('option');
  await options.nth(2).waitFor();
  await until('as many results as are told', async () => {
    const hits = page.getByRole('status').filter({ hasText: `${await options.count()} results` });
    return (await hits.count()) === 1;
  });
  await untilEqual(await options.first().getAttribute('id'), () =>
    input.getAttribute('aria-activedescendant'),
  );
  await pressAt(input, 'ArrowDown', 'ArrowUp', 'ArrowUp');
  await untilEqual('true', () => options.last().getAttribute('aria-selected'));
  await assertAccessibleInBothThemes(page, 'the search');
  await input.fill('qwertz');
  await page.getByText('Nothing found').waitFor();
  await input.fill('callbackurl');
  await options.first().waitFor();
  await pressAt(input, 'Enter');
  await page.waitForURL(/\/docs#createOrder-body-callbackUrl$/);
  await page.locator('#createOrder-body-callbackUrl:target').waitFor();
  await pressShortcut(page, 'Control+k');
  await input.fill('tickets_unavailable');
  await page.getByRole('option', { name: 'tickets_unavailable' }).first().click();
  await page.locator('#error-tickets_unavailable:target').waitFor();
  await page.locator('dialog.search').waitFor({ state: 'hidden' });
  await close();
});

test('a language is chosen once for all samples, and for the next visit; without a script for one', async () => {
  const { page, close } = await open('/docs#listEvents');
  const sample = (id: string, name: string): Locator => operation(page, id).locator(`.in-${name}`);
  await operation(page, 'listEvents').getByText('Python', { exact: true }).click();
  for (const id of ['listEvents', 'createOrder']) {
    await untilEqual(true, () => sample(id, 'python').isVisible(), id);
    await untilEqual(false, () => sample(id, 'curl').isVisible(), id);
  }
  await page.reload();
  await sample('createOrder', 'python').waitFor();
  await close();

  const { page: plain, close: closePlain } = await open('/docs#listEvents', { javaScriptEnabled: false });
  await operation(plain, 'listEvents').getByText('Go', { exact: true }).click();
  await operation(plain, 'listEvents').locator('.in-go').waitFor();
  await untilEqual(true, () => operation(plain, 'getEvent').locator('.in-curl').isVisible());
  await untilEqual(0, () => plain.getByRole('button', { name: /Search|Copy/ }).count());
  await untilEqual(false, () => plain.getByText('Try it').first().isVisible());
  await closePlain();
});

test('a purchase is tried from the page with the demo’s key, which stays in the tab', async () => {
  const { page, close } = await open('/docs#listEvents');
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await tryIt(page, 'listEvents');
  await operation(page, 'listEvents').getByRole('button', { name: 'Use the demo’s key' }).click();
  const key = page.locator('#createOrder-try-key');
  await until('the key is in every form', async () => (await key.inputValue()) !== '');
  const events = await send(page, 'listEvents', /^200 OK in \d+ ms$/);
  await untilMatch(new RegExp(event.slug), () => events.textContent());
  for (const id of ['listTickets', 'createReservation', 'createOrder']) await tryIt(page, id);
  await send(page, 'listTickets', /^200 OK/);
  await send(page, 'createReservation', /^201 Created/);
  const ordered = await send(page, 'createOrder', /^201 Created/);
  await untilMatch(/"status": "pending_payment"/, () => ordered.textContent());
  await untilMatch(/no money moves/, () => operation(page, 'createOrder').textContent());
  // The second one of the same cart is refused, and says so.
  await send(page, 'createOrder', /^409 Conflict/);
  await untilMatch(/"error_code": "order_exists"/, () => ordered.textContent());
  await assertAccessibleInBothThemes(page, 'the reference with its forms open');

  assert.ok(addresses.length >= 6);
  assert.deepEqual(
    addresses.filter((address) => !address.startsWith(on.publicUrl) || address.includes('pk_')),
    [],
  );
  await untilEqual(host.publicKey, () => page.evaluate(`sessionStorage.getItem('docs-key')`));
  await untilEqual(false, () => page.evaluate(`JSON.stringify(localStorage).includes('pk_')`));
  assert.ok(!on.logLines().some((line) => line.includes(host.publicKey)));
  await close();
});

test('a private key is refused in words, and is neither kept nor sent', async () => {
  const { page, close } = await open('/docs#getEvent');
  await tryIt(page, 'getEvent');
  const field = operation(page, 'getEvent').getByLabel('Your public key');
  await field.fill(host.privateKey);
  await operation(page, 'getEvent').getByRole('alert').filter({ hasText: 'This is a private key' }).waitFor();
  await untilEqual('', () => field.inputValue());
  await untilEqual(0, () => page.evaluate(`sessionStorage.length`));
  await field.fill('pk_short');
  await operation(page, 'getEvent').getByRole('button', { name: 'Send' }).click();
  await operation(page, 'getEvent').getByRole('alert').filter({ hasText: 'has 41 characters' }).waitFor();
  await untilEqual('', () => operation(page, 'getEvent').locator('.outcome').textContent());
  await close();
});

test('reference and guides fit a phone, and a guide is accessible to all', async () => {
  const { page, close } = await open('/docs', { viewport: PHONE });
  for (const address of [
    '/docs',
    '/docs/quickstart',
    '/docs/embed',
    '/docs/webhooks',
    '/docs/waiting-room',
  ]) {
    await page.goto(on.publicUrl + address);
    await untilFits(page, address);
  }
  await assertAccessibleInBothThemes(page, 'a guide on a phone');

  // On paper everything is ink, also for those who read in the dark, and there is nothing to press.
  const colourOf = (selector: string) =>
    page.evaluate(`getComputedStyle(document.querySelector('${selector}')).color`);
  await page.emulateMedia({ media: 'print', colorScheme: 'light' });
  const ink = await colourOf('body');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await untilEqual([ink, ink], async () => [await colourOf('body'), await colourOf('.code')]);
  await untilEqual(0, () => page.locator('button, summary').filter({ visible: true }).count());
  await close();
});

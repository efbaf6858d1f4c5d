import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContext, FrameLocator, Locator, Page } from 'playwright-core';
import { verifyWebhook } from '../../packages/client/src/webhooks.ts';
import { launchBrowser } from '../harness/browser.ts';
import { codeOf } from '../harness/factors.ts';
import { PHONE, untilLive } from '../harness/open-dashboard.ts';
import { launch, makeDataDir, untilHealthy, type Program } from '../harness/program.ts';
import { endAllIn } from '../harness/processes.ts';
import { until } from '../harness/until.ts';
import { pressShortcut, typeAt } from '../harness/at-page.ts';

const GUIDE = path.join(import.meta.dirname, '../../docs/first-sale.md');

type Received = { rawBody: Buffer; signature: string | undefined; eventType: string; reference: string };
const received: Received[] = [];
const receiver = createServer((request, response) => {
  void buffer(request).then((rawBody) => {
    const { eventType, data } = JSON.parse(rawBody.toString()) as {
      eventType: string;
      data: { reference: string };
    };
    const signature = request.headers['x-service-signature']?.toString();
    received.push({ rawBody, signature, eventType, reference: data.reference });
    response.end();
  });
});

const folder = await makeDataDir();
let program: Program;
let browser: Browser;
let receiverUrl: string;
before(async () => {
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const at = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  receiverUrl = `http://${at}/`;
  program = await launch({ DATA_DIR: folder.dataDir, DEMO: 'off', WEBHOOK_ALLOW: at });
  [browser] = await Promise.all([launchBrowser(), untilHealthy(program)]);
});
after(async () => {
  await browser?.close();
  receiver.close();
  receiver.closeAllConnections();
  program.child.kill('SIGKILL');
  await program.exited;
  await endAllIn(folder.dataDir);
  await folder.remove();
});

/** The guide, with the addresses of this program and of this receiver. */
async function readGuide(): Promise<{ presses: string[]; addressOf: (part: string) => string }> {
  const text = (await readFile(GUIDE, 'utf8'))
    .replaceAll('http://localhost:3000', `http://localhost:${program.port}`)
    .replaceAll('http://127.0.0.1:4000/', receiverUrl);
  const addresses = [...text.matchAll(/`(http\S+)`/g)].map(([, address = '']) => address);
  return {
    presses: [...text.matchAll(/\*\*(.+?)\*\*/gs)].map(([, name = '']) => name.replaceAll(/\s+/g, ' ')),
    addressOf: (part) => addresses.find((address) => address.includes(part)) ?? `no address with ${part}`,
  };
}

/** Presses what has that name, whether it is a button or a link. Both halves of the guide say what they have pressed. */
function createHand(): {
  press: (on: Page | FrameLocator, name: string) => Promise<void>;
  pressed: string[];
} {
  const pressed: string[] = [];
  return {
    pressed,
    press: async (on, name) => {
      pressed.push(name);
      await find(on, name).click();
    },
  };
}
/** A button in a row also says of what it is, to those who don't see the row: “Send a test: https://…”. */
function find(on: Page | FrameLocator, text: string): Locator {
  const name = new RegExp(`^${RegExp.escape(text)}(: .+)?$`);
  return on.getByRole('button', { name }).or(on.getByRole('link', { name })).first();
}

async function fillInSignUp(page: Page): Promise<void> {
  await page.getByLabel('Name of your organisation').fill('Makoko Sessions');
  await page.getByLabel('Country').selectOption({ label: 'Nigeria' });
  await page.getByLabel('Your name').fill('Sade Ojo');
  await page.getByLabel('E-mail').fill('sade@makoko.example');
  await page.getByLabel('New password').fill('lagoon kettle bicycle noon');
}

async function fillInEvent(page: Page): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('Lagoon Lights');
  await page.getByLabel('Category').selectOption('music');
  await page.getByLabel('Starts').fill('2091-03-06T19:00');
  await page.getByLabel('State').fill('Lagos');
  await page.getByLabel('Local government area').fill('Yaba');
  await page.getByLabel('Price').fill('5,000');
  await page.getByLabel('Quantity available').fill('120');
}

/** Reloads the mailbox until the mail is there: it is a moment on its way. */
async function findMail(page: Page, subject: string): Promise<Locator> {
  const mail = page.getByRole('link', { name: subject });
  await until(`the mail “${subject}”`, async () => {
    if ((await mail.count()) > 0) return true;
    await page.reload();
    return false;
  });
  return mail;
}

/** A buyer with a phone, on the event's page and then on that of the sandbox. Returns the order's reference. */
async function buyOne(address: string, press: (on: Page, name: string) => Promise<void>): Promise<string> {
  const context = await browser.newContext({ viewport: PHONE });
  const page = await context.newPage();
  await page.goto(address);
  await page.getByRole('button', { name: 'One more: General admission' }).click();
  await press(page, 'Continue');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Obi');
  await page.getByLabel('E-mail').fill('ada@buyers.example');
  await page.getByRole('button', { name: 'Pay ₦5,000.00' }).click();
  await page.waitForURL(/\/checkout\/pay\//);
  await page.getByText('Sandbox: no real money').waitFor();
  await page.getByRole('button', { name: 'Pay ₦5,000.00' }).click();
  await page.getByRole('heading', { name: 'Your ticket is ready' }).waitFor();
  const reference = new URL(page.url()).searchParams.get('reference') ?? 'no reference';
  await context.close();
  return reference;
}

/** The private key, as an owner reads it who has set up a second factor for it. */
async function readPrivateKey(page: Page, press: (on: Page, name: string) => Promise<void>): Promise<string> {
  await press(page, 'Keys');
  await press(page, 'Show private key');
  await press(page, 'Set it up');
  await press(page, 'Set up app');
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  const secret = (await dialog.locator('code').textContent())?.replaceAll(' ', '') ?? '';
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('button', { name: 'I saved them' }).click();
  await page.getByRole('link', { name: 'Makoko Sessions', exact: true }).click();
  await find(page, 'Keys').click();
  await find(page, 'Show private key').click();
  return (await page.locator('.secret-field code').textContent()) ?? '';
}

test('the guide to the first sale, followed word by word, leads from an empty database to a sold ticket that a webhook tells of', async () => {
  const { presses, addressOf } = await readGuide();
  const { press, pressed } = createHand();
  const context: BrowserContext = await browser.newContext({ locale: 'en-GB' });
  const mailbox = await context.newPage();
  await mailbox.goto(addressOf('/sign-up'));
  await fillInSignUp(mailbox);
  await press(mailbox, 'Sign up');
  await press(mailbox, 'Open mailbox');
  await (await findMail(mailbox, 'Confirm your e-mail address')).click();
  pressed.push('Confirm your e-mail address');
  const opening = context.waitForEvent('page');
  await press(mailbox.frameLocator('iframe'), 'Confirm my address');
  const page = await opening;
  await press(page, 'Confirm and continue');

  // A link is followed without the page's script too; what is typed before it runs is lost.
  await press(page, 'New event');
  await page.getByRole('heading', { level: 1, name: 'New event' }).waitFor();
  await untilLive(page);
  await fillInEvent(page);
  await press(page, 'Check and publish');
  await page.getByRole('heading', { name: 'Ready to publish' }).waitFor();
  await press(page, 'Publish');
  await page.getByText('Lagoon Lights is public.').waitFor();
  const overview = page.url();

  await press(page, 'Set up');
  await press(page, 'Integrations');
  await press(page, 'Add a webhook');
  await page.getByRole('textbox', { name: 'Address' }).fill(addressOf(receiverUrl));
  await press(page, 'Add');
  await press(page, 'Send a test');
  await page.getByText(/^Your server answered 200 in/).waitFor();
  const privateKey = await readPrivateKey(page, press);

  await page.goto(overview);
  const row = page.getByRole('row').filter({ hasText: 'General admission' });
  await row.getByText('120', { exact: true }).waitFor();
  await page.getByText('Updates live').waitFor();
  const reference = await buyOne(addressOf('/events/'), press);
  pressed.push('Pay');

  // Nobody reloads the page of the event.
  await row.getByText('119', { exact: true }).waitFor();
  await row.getByText('₦5,000.00').nth(1).waitFor();
  await pressShortcut(page, 'ControlOrMeta+k');
  await typeAt(page.locator('[role=combobox]:focus'), 'ada@buyers.example');
  await page.getByRole('dialog').getByText(reference).waitFor();
  await mailbox.goto(new URL('/mailbox', overview).href);
  await findMail(mailbox, 'Your ticket for Lagoon Lights');

  const sale = await until('the webhook', () => received.find((one) => one.reference === reference));
  assert.deepEqual(
    received.map(({ eventType }) => eventType),
    ['WEBHOOK_TEST', 'TICKET_PURCHASED'],
  );
  assert.match(privateKey, /^sk_/);
  assert.ok(await verifyWebhook(sale.rawBody, sale.signature, privateKey), 'it is signed with the key');
  assert.deepEqual(pressed, presses, 'what the guide says is what was pressed');
  await context.close();
});

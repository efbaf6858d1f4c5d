import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../test/harness/browser.ts';
import { processesIn, signalAll } from '../test/harness/processes.ts';
import { launch, makeDataDir, untilHealthy } from '../test/harness/program.ts';
import { until } from '../test/harness/until.ts';

// Makes the pictures in docs/screenshots from a product that it starts on an empty folder: `npm run screenshots`.

const FOLDER = path.join(import.meta.dirname, '../docs/screenshots');
const PHONE = { width: 390, height: 780 };
const DESK = { width: 1280, height: 800 };
const HIGH_DESK = { width: 1280, height: 1000 };
// Those that are further down are not loaded before somebody scrolls there.
const IMAGES_IN_SIGHT = `Promise.all(Array.from(document.images)
  .filter((image) => image.getBoundingClientRect().top < innerHeight)
  .map((image) => image.decode().catch(() => {})))`;

type Scene = {
  name: string;
  viewport: typeof PHONE;
  colorScheme: 'light' | 'dark';
  /** Leads the page to what is to be seen. */
  play: (page: Page, publicUrl: string, owner: Owner) => Promise<void>;
};
/** Of the demo's first host. */
type Owner = { email: string; password: string };

const SCENES: Scene[] = [
  { name: 'demo-shop', viewport: DESK, colorScheme: 'light', play: openDemoShop },
  { name: 'demo-shop-phone', viewport: PHONE, colorScheme: 'dark', play: openDemoShop },
  { name: 'sold-by-api', viewport: DESK, colorScheme: 'light', play: holdByApi },
  { name: 'sold-by-embed', viewport: DESK, colorScheme: 'dark', play: openEmbed },
  { name: 'checkout-phone', viewport: PHONE, colorScheme: 'light', play: openCheckout },
  { name: 'seats-phone', viewport: PHONE, colorScheme: 'dark', play: openSeats },
  { name: 'dashboard', viewport: DESK, colorScheme: 'light', play: openEventInDashboard },
  { name: 'webhook-arrives', viewport: HIGH_DESK, colorScheme: 'light', play: buyAndLookBackstage },
];

async function openDemoShop(page: Page, publicUrl: string): Promise<void> {
  await page.goto(`${publicUrl}/demo`);
  await page.locator('.card').first().waitFor();
}

async function holdByApi(page: Page, publicUrl: string): Promise<void> {
  await page.goto(`${publicUrl}/demo/events/lagos-rooftop-sessions`);
  await page.getByRole('button', { name: 'Regular: one more' }).click();
  await page.getByRole('button', { name: 'VIP: one more' }).click();
  await page.getByRole('button', { name: 'Hold my tickets' }).click();
  await fillInBuyer(page);
}

async function fillInBuyer(page: Page): Promise<void> {
  await page.getByLabel('First name').fill('Adaeze');
  await page.getByLabel('Last name').fill('Okafor');
  await page.getByLabel('E-mail').fill('adaeze@example.com');
}

async function openEmbed(page: Page, publicUrl: string): Promise<void> {
  await page.goto(`${publicUrl}/demo/events/lagos-rooftop-sessions?way=embed`);
  await page.frameLocator('#frame').locator('h1').first().waitFor();
}

async function openCheckout(page: Page, publicUrl: string): Promise<void> {
  await page.goto(`${publicUrl}/checkout/lagos-rooftop-sessions`);
  await page.getByRole('button', { name: 'One more: Regular' }).click();
}

async function openSeats(page: Page, publicUrl: string): Promise<void> {
  await page.goto(`${publicUrl}/checkout/grand-theatre-night`);
  await page.getByRole('button', { name: 'Zoom in' }).waitFor();
}

async function openEventInDashboard(page: Page, publicUrl: string, owner: Owner): Promise<void> {
  await page.goto(`${publicUrl}/dashboard`);
  await page.getByLabel('E-mail').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('link', { name: 'Lagos Rooftop Sessions' }).first().click();
  await page.getByRole('heading', { name: 'Sales over time' }).waitFor();
  await page.getByText('Updates live').waitFor();
}

async function buyAndLookBackstage(page: Page, publicUrl: string): Promise<void> {
  await page.goto(`${publicUrl}/demo/events/open-mic-yaba`);
  await page.getByRole('button', { name: 'Free Entry: one more' }).click();
  await page.getByRole('button', { name: 'Hold my tickets' }).click();
  await fillInBuyer(page);
  await page.getByRole('button', { name: 'Get my tickets' }).click();
  await page.getByRole('heading', { name: 'See you there' }).waitFor();
  await page.getByText('Backstage').click();
  await page.locator('#webhooks summary').first().click();
}

async function shoot(browser: Browser, scene: Scene, publicUrl: string, owner: Owner): Promise<void> {
  const { name, viewport, colorScheme } = scene;
  const timezoneId = 'Africa/Lagos'; // where the events are: times need no second one beside them
  const context = await browser.newContext({ viewport, colorScheme, locale: 'en-GB', timezoneId });
  const page = await context.newPage();
  await scene.play(page, publicUrl, owner);
  await page.waitForLoadState('load');
  await page.evaluate(IMAGES_IN_SIGHT);
  await page.screenshot({ path: path.join(FOLDER, `${name}.png`), animations: 'disabled', caret: 'hide' });
  await context.close();
}

const { dataDir, remove } = await makeDataDir();
const program = await launch({ DATA_DIR: dataDir });
try {
  await untilHealthy(program);
  await mkdir(FOLDER, { recursive: true });
  const [owner] = (await program.demo()).hosts;
  assert(owner, 'the demo has a host');
  const browser = await launchBrowser();
  for (const scene of SCENES) await shoot(browser, scene, `http://localhost:${program.port}`, owner);
  await browser.close();
} finally {
  program.child.kill('SIGTERM');
  await program.exited;
  signalAll(await processesIn(dataDir), 'SIGKILL');
  await until('everybody to have left the folder', async () => (await processesIn(dataDir)).length === 0);
  await remove();
}

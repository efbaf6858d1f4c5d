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
const DESK = { width: 1280, height: 800 };
// Those that are further down are not loaded before somebody scrolls there.
const IMAGES_IN_SIGHT = `Promise.all(Array.from(document.images)
  .filter((image) => image.getBoundingClientRect().top < innerHeight)
  .map((image) => image.decode().catch(() => {})))`;

type Scene = {
  name: string;
  colorScheme: 'light' | 'dark';
  /** Leads the page to what is to be seen. */
  play: (page: Page, publicUrl: string, owner: Owner) => Promise<void>;
};
/** Of the demo's first host. */
type Owner = { email: string; password: string };

const SCENES: Scene[] = [
  { name: 'sold-by-embed', colorScheme: 'dark', play: openEmbed },
  { name: 'dashboard', colorScheme: 'light', play: openEventInDashboard },
];

async function openEmbed(page: Page, publicUrl: string): Promise<void> {
  await page.goto(`${publicUrl}/demo/events/lagos-rooftop-sessions?way=embed`);
  await page.frameLocator('#frame').locator('h1').first().waitFor();
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

async function shoot(browser: Browser, scene: Scene, publicUrl: string, owner: Owner): Promise<void> {
  const { name, colorScheme } = scene;
  const timezoneId = 'Africa/Lagos'; // where the events are: times need no second one beside them
  const context = await browser.newContext({ viewport: DESK, colorScheme, locale: 'en-GB', timezoneId });
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

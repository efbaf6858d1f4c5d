import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { SignedIn } from './sign-in.ts';
import type { TestApp } from './test-app.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const DESK = { width: 1280, height: 800 };
export const PHONE = { width: 360, height: 760 };

export type OpenDashboard = {
  page: Page;
  /** The browser's complaints: errors of the page's script, and what its policy forbids. */
  complaints: string[];
  close(): Promise<void>;
};

/** A browser in which somebody is signed in, at an address such as `/hosts/…/keys`, once the page's script runs. */
export async function openDashboard(
  browser: Browser,
  on: TestApp,
  as: SignedIn,
  { path = '', ...options }: BrowserContextOptions & { path?: string } = {},
): Promise<OpenDashboard> {
  const context = await browser.newContext({ viewport: DESK, locale: 'en-GB', ...options });
  const [name = '', value = ''] = as.cookie.split('=');
  await context.addCookies([{ name, value, url: on.publicUrl }]);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // That a request was refused is told by the page, and asked for by the test.
    const isOurs = message.type() === 'error' && !message.text().startsWith('Failed to load resource');
    if (isOurs) complaints.push(message.text());
  });
  await page.goto(`${on.publicUrl}/dashboard${path}`);
  if (options.javaScriptEnabled !== false) await untilLive(page);
  return {
    page,
    complaints,
    close: async () => {
      await context.close();
      assert.deepEqual(complaints, []);
    },
  };
}

/** The page's script runs: before that, what is pressed or typed is lost. */
export const untilLive = (page: Page): Promise<void> => page.locator('[data-live=true]').waitFor();

export async function reload(page: Page): Promise<void> {
  await page.reload();
  await untilLive(page);
}

/** Everything that axe knows, in the light. `test/e2e/dashboard-accessible.test.ts` looks at every view in the dark too. */
export async function assertAccessible(page: Page, what: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await look(page, { rules: { 'target-size': { enabled: true } } }, what);
}

/** Everything that axe knows, in the light; and in the dark what depends on colours. */
export async function assertAccessibleInBothThemes(page: Page, what: string): Promise<void> {
  await assertAccessible(page, what);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await look(page, { runOnly: ['color-contrast'] }, `${what}, in the dark`);
}

async function look(page: Page, options: RunOptions, what: string): Promise<void> {
  // To read it takes longer than many a page takes to be looked at.
  if (await page.evaluate<boolean>(`typeof axe === 'undefined'`)) await page.evaluate(`${AXE}; undefined`);
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(${JSON.stringify({ ...options, resultTypes: ['violations'] })})`,
  );
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  assert.deepEqual(told, [], what);
}

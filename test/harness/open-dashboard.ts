import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { SignedIn } from './sign-in.ts';
import type { TestApp } from './test-app.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const DESK = { width: 1280, height: 800 };
export const PHONE = { width: 360, height: 760 };

export type OpenDashboard = {
  page: Page;
  /** What the browser complained of: errors of the page's script, and what its policy forbids. */
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

/** Everything that axe knows, in the light; and in the dark what depends on colours. */
export async function assertAccessible(page: Page, what: string): Promise<void> {
  // To read it takes longer than many a page takes to be looked at.
  if (await page.evaluate<boolean>(`typeof axe === 'undefined'`)) await page.evaluate(`${AXE}; undefined`);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const only =
      colorScheme === 'dark'
        ? `runOnly: ['color-contrast'],`
        : `rules: { 'target-size': { enabled: true } },`;
    const { violations } = await page.evaluate<AxeResults>(
      `axe.run({ ${only} resultTypes: ['violations'] })`,
    );
    const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    assert.deepEqual(told, [], `${what}, ${colorScheme}`);
  }
}

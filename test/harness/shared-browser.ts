import { chromium, type BrowserServer } from 'playwright-core';
import { chromiumOptions } from './browser.ts';

/** One browser for all files of a run, which contexts keep apart. Should it have died, the next who asks gets another. */
export function createSharedBrowser(): { address(): Promise<string>; close(): Promise<void> } {
  let starting: Promise<BrowserServer> | null = null;
  const start = async (): Promise<BrowserServer> => {
    const options = await chromiumOptions();
    // Ctrl-C is the run's business, which closes the browser when it ends.
    const browser = await chromium.launchServer({ ...options, handleSIGINT: false, handleSIGTERM: false });
    browser.on('close', () => (starting = null));
    return browser;
  };
  return {
    async address() {
      starting ??= start();
      return (await starting).wsEndpoint();
    },
    async close() {
      const browser = await starting?.catch(() => null);
      await browser?.close();
    },
  };
}

import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../../../test/harness/browser.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { assertAccessible, openDashboard, PHONE } from '../../../../test/harness/open-dashboard.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { untilMatch } from '../../../../test/harness/until.ts';
import { untilFits } from '../../../../test/harness/at-page.ts';

const DESCRIPTION = 'Entry, one drink, and a place to sit if you come early enough.';
const PREVIEW = 'An evening of live music above the city, with food, friends and a view.';

suite('the embed’s page of an event', () => {
  let on: TestApp;
  let browser: Browser;
  let host: TestHost;
  let owner: SignedIn;
  before(async () => {
    [on, browser] = await Promise.all([startTestApp(), launchBrowser()]);
    // As the browser names it: the preview may be framed by the dashboard's own origin alone.
    on = { ...on, publicUrl: on.publicUrl.replace('127.0.0.1', 'localhost') };
    host = await makeHost(on);
    owner = await signInAs(on, host);
  });
  after(async () => {
    await browser.close();
    await on.close();
  });

  const embedOf = (eventId: string): string => `/hosts/${host.hostId}/events/${eventId}/embed`;

  test('look and sites are tried out beside the real checkout, saved, and taken back', async () => {
    const { eventId } = await makeEvent(on, host, { status: 'DRAFT', name: 'Lagos "Rooftop" <Sessions>' });
    const { page, close } = await openDashboard(browser, on, owner, { path: embedOf(eventId) });
    const frame = page.frameLocator('.preview-frame');
    await frame.getByText('This is a preview: nothing is sold').waitFor();
    await frame.getByRole('heading', { name: 'Lagos "Rooftop" <Sessions>' }).waitFor();
    await page.getByRole('radio', { name: 'Dark', exact: true }).check();
    await page.getByRole('textbox', { name: /^Colour/ }).fill('#b8431c');
    await frame.locator('html[data-theme=dark]').waitFor();
    await page.getByRole('textbox', { name: /^Sites/ }).fill('shop.example');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/shop\.example: .*a site such as/i).waitFor();
    await page.getByRole('textbox', { name: /^Sites/ }).fill('https://shop.example');
    await page.getByRole('button', { name: 'Save' }).click();
    // Pointed at, it stays for as long as the rest takes.
    await page.getByText('Saved.').hover();
    const settings = async () => (await askDashboard(on, embedOf(eventId), { as: owner })).body.data.settings;
    assert.deepEqual(await settings(), {
      version: 2,
      theme: 'dark',
      color: '#b8431c',
      origins: ['https://shop.example'],
    });
    await untilMatch(/title="Tickets for Lagos &quot;Rooftop&quot; &lt;Sessions&gt;"/, () =>
      page.getByRole('group', { name: 'Code for your site' }).textContent(),
    );
    await untilMatch(
      /data-tessera-checkout="http.*\/checkout\/.*href="http.*\/events\/.*\/checkout\/embed\.js"/s,
      () => page.getByRole('group', { name: 'Code of the button' }).textContent(),
    );
    await assertAccessible(page, 'the embed’s page');
    await page.setViewportSize(PHONE);
    await untilFits(page);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('radio', { name: 'Set by the site' }).and(page.locator(':checked')).waitFor();
    assert.deepEqual(await settings(), { version: 3, theme: null, color: null, origins: null });
    await close();
  });

  test('the heights that it names fit the tallest step, and are not much more', async () => {
    for (const event of [
      { ticketTypes: types(1, ''), previewDescription: '' },
      { ticketTypes: types(4, DESCRIPTION), name: 'An event whose name is long enough to need two lines' },
      { ticketTypes: types(8, DESCRIPTION), hostMessage: 'Bring a jacket: it is windy up there. '.repeat(5) },
    ]) {
      const { slug, eventId } = await makeEvent(on, host, { previewDescription: PREVIEW, ...event });
      const { heights } = (await askDashboard(on, embedOf(eventId), { as: owner })).body.data;
      for (const [width, height] of [
        [320, heights.phone],
        [1_100, heights.desk],
      ]) {
        const tallest = await measure(slug, width);
        const what = `${event.ticketTypes.length} types, ${width} px: ${tallest} of ${height}`;
        assert.ok(tallest <= height, what);
        assert.ok(height <= Math.max(900, tallest * 1.3), what);
      }
    }
  });

  const types = (count: number, description: string) =>
    Array.from({ length: count }, (_, at) => ({ name: `Regular ${at}`, description, priceMinor: 500_000 }));

  /** The height of the taller of the first two steps: the others are lower. */
  async function measure(slug: string, width: number): Promise<number> {
    // Lower than any step: what is measured is the page, and not the window.
    const context = await browser.newContext({ viewport: { width, height: 300 } });
    const page = await context.newPage();
    await page.goto(`${on.publicUrl}/checkout/${slug}`);
    await page
      .getByRole('button', { name: /^One more/ })
      .first()
      .click();
    const first = await heightOf(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('First name').first().waitFor();
    const second = await heightOf(page);
    await context.close();
    return Math.max(first, second);
  }
  const heightOf = (page: Page): Promise<number> => page.evaluate('document.documentElement.scrollHeight');
});

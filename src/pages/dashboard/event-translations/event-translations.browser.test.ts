import { after, before, suite, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { untilFits } from '../../../../test/harness/at-page.ts';
import { launchBrowser } from '../../../../test/harness/browser.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { assertAccessible, openDashboard, PHONE } from '../../../../test/harness/open-dashboard.ts';
import { signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';

suite('the translations’ page of an event', () => {
  let on: TestApp;
  let browser: Browser;
  let host: TestHost;
  let owner: SignedIn;
  before(async () => {
    [on, browser] = await Promise.all([startTestApp(), launchBrowser()]);
    host = await makeHost(on);
    owner = await signInAs(on, host);
  });
  after(async () => {
    await browser.close();
    await on.close();
  });

  test('a language is added, a text is translated beside its original, and what is missing is linked', async () => {
    const { eventId } = await makeEvent(on, host, {
      name: 'Rooftop',
      ticketTypes: [{ name: 'Regular', description: `${'Long '.repeat(60)}${'x'.repeat(120)}` }],
    });
    const path = `/hosts/${host.hostId}/events/${eventId}/translations`;
    const { page, close } = await openDashboard(browser, on, owner, { path });
    await page.getByRole('combobox', { name: 'Another language' }).selectOption('fr');
    await page.getByRole('button', { name: 'Add language' }).click();
    await page.getByRole('heading', { name: 'Texts in French' }).waitFor();
    await page.getByText('5 texts are not translated yet').waitFor();
    await page.getByRole('link', { name: 'Ticket type “Regular”' }).waitFor();
    await page.getByRole('textbox', { name: 'Name of the event' }).fill('Sur le toit');
    await page.getByText('4 texts are not translated yet').waitFor();
    await assertAccessible(page, 'the translations’ page');
    await page.setViewportSize(PHONE);
    await untilFits(page);
    await page.getByRole('button', { name: 'Save translation' }).click();
    await page.getByText('1 of 5 texts are translated.').waitFor();
    await close();
  });
});

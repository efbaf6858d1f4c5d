import { after, before, suite, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchBrowser } from '../../../test/harness/browser.ts';
import { makeEvent, makeHost, type TestHost } from '../../../test/harness/make-catalog.ts';
import { assertAccessible, openDashboard, PHONE, untilLive } from '../../../test/harness/open-dashboard.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts';
import { until, untilEqual, untilMatch } from '../../../test/harness/until.ts';
import { pressAt, pressShortcut, typeAt, untilFits, untilFocused } from '../../../test/harness/at-page.ts';

suite('the dashboard in a browser', () => {
  let on: TestApp;
  let browser: Browser;
  let host: TestHost;
  let owner: SignedIn;
  before(async () => {
    on = await startTestApp();
    browser = await launchBrowser();
    host = await makeHost(on);
    owner = await signInAs(on, host);
  });
  after(async () => {
    await browser.close();
    await on.close();
  });
  const inHost = (path = ''): string => `/hosts/${host.hostId}${path}`;
  const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name });
  const pathOf = (page: Page): string => new URL(page.url()).pathname.replace('/dashboard', '');

  test('a page is there with its data before any script runs', async () => {
    const { page, close } = await openDashboard(browser, on, owner, {
      path: inHost('/keys'),
      javaScriptEnabled: false,
    });
    await heading(page, 'Keys').waitFor();
    await page.getByRole('table').getByText(host.publicKey).waitFor();
    await untilMatch(/^Keys · /, () => page.title());
    await untilEqual('page', () => page.getByRole('link', { name: 'Keys' }).getAttribute('aria-current'));
    await close();
  });

  test('without a script a form sends nothing, least of all in the address, and the page says why', async () => {
    const path = inHost('/settings');
    const { page, close } = await openDashboard(browser, on, owner, { path, javaScriptEnabled: false });
    await page.locator('noscript .message').waitFor();
    const address = page.url();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await untilEqual(address, () => page.url());
    await close();
  });

  test('links show the next view without loading the page; back, forward, reload and a new tab work', async () => {
    const { page, close } = await openDashboard(browser, on, owner, { path: inHost() });
    await page.evaluate('window.isSamePage = true');
    await page.getByRole('link', { name: 'Keys' }).click();
    await untilFocused(heading(page, 'Keys'));
    await untilEqual([inHost('/keys'), true], async () => [
      pathOf(page),
      await page.evaluate('window.isSamePage'),
    ]);
    await untilMatch(/^Keys · /, () => page.title());
    await page.getByRole('status').getByText('Keys').first().waitFor();
    await untilEqual('page', () => page.getByRole('link', { name: 'Keys' }).getAttribute('aria-current'));

    await page.goBack();
    await untilFocused(heading(page, 'Home'));
    await untilEqual(inHost(), () => pathOf(page));
    await page.goForward();
    await untilFocused(heading(page, 'Keys'));
    await untilEqual(true, () => page.evaluate('window.isSamePage'));
    await page.reload();
    await heading(page, 'Keys').waitFor();
    await untilEqual(undefined, () => page.evaluate('window.isSamePage'));

    await page.locator('[data-live=true]').waitFor();
    // The browser opens tabs by itself: the page leaves that alone.
    await page.evaluate(`addEventListener('click', (event) => {
      window.wasTaken = event.defaultPrevented;
      event.preventDefault();
    })`);
    await page.getByRole('link', { name: 'Home' }).click({ modifiers: ['Control'] });
    await untilEqual(false, () => page.evaluate('window.wasTaken'));
    await untilEqual(inHost('/keys'), () => pathOf(page));
    await page.getByRole('link', { name: 'Home' }).click();
    await untilEqual(true, () => page.evaluate('window.wasTaken'));
    const href = await page.getByRole('link', { name: 'Keys' }).getAttribute('href');
    const tab = await page.context().newPage();
    await tab.goto(new URL(href ?? '', page.url()).href);
    await heading(tab, 'Keys').waitFor();
    await close();
  });

  test('a page that was scrolled is where it was left when one comes back', async () => {
    const { page, close } = await openDashboard(browser, on, owner, {
      path: inHost('/keys'),
      viewport: { width: 360, height: 300 },
    });
    await page.evaluate('scrollTo(0, 120)');
    await page.getByRole('link', { name: 'Events', exact: true }).click();
    await untilFocused(heading(page, 'Events'));
    await untilEqual(0, () => page.evaluate('scrollY'));
    await page.goBack();
    await heading(page, 'Keys').waitFor();
    await until('the page to be scrolled', async () => (await page.evaluate('scrollY')) === 120);
    await page.reload();
    await until('the page to be scrolled again', async () => (await page.evaluate('scrollY')) === 120);
    await close();
  });

  test('a slow answer shows the outline of a page, then that it goes on', async () => {
    const { page, close } = await openDashboard(browser, on, owner, { path: inHost() });
    const go = Promise.withResolvers<void>();
    await page.route(`**${inHost('/keys')}`, async (route) => {
      await go.promise;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Keys' }).click();
    await page.locator('.skeleton').waitFor();
    await untilEqual('true', () => page.getByRole('main').getAttribute('aria-busy'));
    await page.locator('.progress-line').waitFor();
    await untilEqual(1, () => page.locator('.skeleton').count());
    go.resolve();
    await untilFocused(heading(page, 'Keys'));
    await untilEqual(0, () => page.locator('.progress-line, .skeleton').count());
    await close();
  });

  test('an error is told within the page, with a way on', async () => {
    const { page, close } = await openDashboard(browser, on, owner, { path: inHost() });
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Keys' }).click();
    await untilFocused(heading(page, 'The server can’t be reached'));
    await assertAccessible(page, 'offline');
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await untilFocused(heading(page, 'Keys'));

    await page.evaluate(
      `document.querySelector('main').insertAdjacentHTML('beforeend', '<a href="/dashboard/no">no</a>')`,
    );
    await page.getByRole('link', { name: 'no', exact: true }).click();
    await untilFocused(heading(page, 'Page not found'));
    await page.getByRole('link', { name: 'Go to Home' }).click();
    await untilFocused(heading(page, 'Home'));
    await close();
  });

  test('a person who was signed out meanwhile is led to the sign-in, and back', async () => {
    const visitor = await signInAs(on, host);
    const { page } = await openDashboard(browser, on, visitor, { path: inHost() });
    await page.context().clearCookies();
    await page.getByRole('link', { name: 'Keys' }).click();
    await page.waitForURL('**/sign-in?**');
    await untilEqual(`/dashboard${inHost('/keys')}`, () => new URL(page.url()).searchParams.get('next'));
    await page.context().close();
  });

  test('a page whose session ended elsewhere leads to the sign-in, unless something is typed there', async () => {
    const other = await signInAs(on, host, { role: 'manager' });
    await makeEvent(on, host);
    const { page, close } = await openDashboard(browser, on, other, { path: inHost() });
    const typing = await page.context().newPage();
    await typing.goto(`${on.publicUrl}/dashboard${inHost('/new-event')}`);
    await untilLive(typing);
    await typing.getByLabel('Name', { exact: true }).fill('Unsaved');
    await on.app.database.query('DELETE FROM sessions WHERE person_id = $1', [other.personId]);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await typing.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
    await typing.getByRole('dialog').getByRole('link', { name: 'Sign in' }).waitFor();
    await untilEqual('Unsaved', () => typing.getByLabel('Name', { exact: true }).inputValue());
    await close();
  });

  test('a key is made, renamed, given its name back, and revoked; what is typed is checked at its field', async () => {
    const { page, close } = await openDashboard(browser, on, owner, { path: inHost('/keys') });
    await page.getByRole('button', { name: 'New key' }).click();
    const name = page.getByRole('textbox', { name: 'Name' });
    await untilFocused(name);
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Fill this in.').waitFor();
    await untilFocused(name);
    await untilEqual('true', () => name.getAttribute('aria-invalid'));
    await assertAccessible(page, 'a dialog with a wrong field');
    await name.fill('  Our shop ');
    await name.press('Enter');
    await page.getByText('Key “Our shop” created. You can use it now.').waitFor();
    await untilFocused(page.getByRole('button', { name: 'New key' }));

    await page.getByRole('button', { name: 'Actions for Our shop' }).click();
    await page.getByRole('button', { name: 'Rename' }).click();
    await name.fill('The stall');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('rowheader', { name: 'The stall' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('rowheader', { name: 'Our shop' }).waitFor();

    await page.getByRole('button', { name: 'Actions for Our shop' }).click();
    await page.getByRole('button', { name: 'Revoke' }).click();
    await untilFocused(page.getByRole('button', { name: 'Cancel' }));
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await page
      .getByRole('row', { name: /Our shop/ })
      .getByText('Revoked')
      .waitFor();
    await assertAccessible(page, 'the keys');
    await close();
  });

  test('somebody else’s change in between is shown, and nothing that was typed is lost', async () => {
    const made = await askDashboard(on, inHost('/keys'), {
      as: owner,
      method: 'POST',
      body: { name: 'Both' },
    });
    const { page, close } = await openDashboard(browser, on, owner, { path: inHost('/keys') });
    await page.getByRole('button', { name: 'Actions for Both' }).click();
    await page.getByRole('button', { name: 'Rename' }).click();
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.fill('Mine');
    await askDashboard(on, inHost(`/keys/${made.body.keyId}`), {
      as: owner,
      method: 'PATCH',
      body: { name: 'Theirs', version: 1 },
    });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Someone else changed this while you were editing').waitFor();
    await untilEqual('Mine', () => name.inputValue());
    await page.getByRole('radio', { name: /^Theirs/ }).check();
    await untilEqual('Theirs', () => name.inputValue());
    await page.getByRole('radio', { name: /^Yours/ }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('rowheader', { name: 'Mine' }).waitFor();
    await close();
  });

  test('typed text is asked about before Escape or the back button takes it away', async () => {
    const { page, close } = await openDashboard(browser, on, owner, { path: inHost() });
    await page.getByRole('link', { name: 'Keys' }).click();
    await untilFocused(heading(page, 'Keys'));
    await page.getByRole('button', { name: 'New key' }).click();
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.fill('Half a name');
    await name.press('Escape');
    await page.getByRole('button', { name: 'Stay here' }).click();
    await untilEqual('Half a name', () => name.inputValue());
    await page.goBack();
    await page.getByRole('button', { name: 'Stay here' }).click();
    await until('the address to be that of the page again', () => pathOf(page) === inHost('/keys'));
    await untilEqual('Half a name', () => name.inputValue());
    await page.goBack();
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    await untilFocused(heading(page, 'Home'));
    await untilEqual(inHost(), () => pathOf(page));
    await page.goForward();
    await untilFocused(heading(page, 'Keys'));
    await close();
  });

  test('the palette goes to a page by keyboard, and gives the focus back', async () => {
    const { page, close } = await openDashboard(browser, on, owner, { path: inHost() });
    await pressShortcut(page, 'Control+k');
    const box = page.getByRole('combobox');
    await untilFocused(box);
    await assertAccessible(page, 'the palette');
    await pressAt(box, 'Escape');
    await box.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Search' }).press('Enter');
    await typeAt(box, 'key');
    const option = page.getByRole('option', { name: 'Keys' });
    await option.waitFor();
    await untilEqual(await option.getAttribute('id'), () => box.getAttribute('aria-activedescendant'));
    await pressAt(box, 'Enter');
    await untilFocused(heading(page, 'Keys'));
    await close();
  });

  test('on a phone the rest of the pages is behind a button, and all is reached', async () => {
    const { page, close } = await openDashboard(browser, on, owner, { path: inHost(), viewport: PHONE });
    await assertAccessible(page, 'home on a phone');
    const inBar = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    await untilEqual(['Events', 'Orders', 'Guests', 'Check-in'], () => inBar.allInnerTexts());
    await page.getByRole('button', { name: 'More' }).click();
    const dialog = page.getByRole('dialog', { name: 'More pages' });
    const behind = [
      'Home',
      'Reports',
      'Invoices',
      'Seating plans',
      'Payment accounts',
      'Team',
      'Settings',
      'Keys',
      'Audit log',
    ];
    await untilEqual(behind, () => dialog.getByRole('link').allInnerTexts());
    await dialog.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Events', exact: true }).click();
    await untilFocused(heading(page, 'Events'));
    await assertAccessible(page, 'events on a phone');
    await page.getByRole('button', { name: /Switch host/ }).click();
    await page.getByRole('link', { name: /^Host \d+ Owner$/ }).press('Escape');
    await untilFits(page);
    await close();
  });
});

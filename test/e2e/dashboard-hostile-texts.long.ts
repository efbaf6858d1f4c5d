import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core';
import type { ViewName } from '../../src/pages/dashboard/contract.ts';
import { ENVIRONMENT } from '../dashboard/good-requests.fixture.ts';
import { launchBrowser } from '../harness/browser.ts';
import { HOSTILE_TEXTS } from '../harness/hostile-texts.ts';
import { DESK } from '../harness/open-dashboard.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';
import { makeHostileHost, type HostileHost } from './dashboard-hostile.fixture.ts';
import { addressOfView, mailsTo, VIEW_ROUTES } from './dashboard-pages.fixture.ts';
import { pressShortcut } from '../harness/at-page.ts';

// The mouse is over everything first: some wait for that. Then what is there that no text could be.
const WHAT_IS_THERE = `(() => {
  const all = [...document.querySelectorAll('*')];
  for (const element of all) element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
  const found = typeof ran === 'undefined' ? [] : ['a script ran'];
  for (const element of all) {
    const planted = 'iframe[srcdoc], object, embed, base[href], video, img[src="x"], meta[http-equiv], [href*="evil.example"]:not([href^="?"]), [src*="evil.example"], [action*="evil.example"]';
    if (element.matches(planted)) found.push(element.outerHTML.slice(0, 200));
    if (element.matches('style') && element.textContent.includes('@import')) found.push('an imported style');
    const { href, action } = element;
    for (const address of [href, action]) if (/^(javascript|data):/i.test(String(address))) found.push(String(address));
    for (const { name } of element.attributes) if (name.startsWith('on')) found.push(name + ' of ' + element.localName);
  }
  return found;
})()`;
const ALL_TEXT = `document.body.textContent + [...document.querySelectorAll('input, textarea')].map(({ value }) => value).join()`;

suite('people’s words are text, on every page that shows them', () => {
  let on: TestApp;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let hostile: HostileHost;
  // Events in the browser that no text could cause.
  const happenings: string[] = [];
  before(async () => {
    [on, browser] = await Promise.all([startTestApp({ environment: ENVIRONMENT }), launchBrowser()]);
    // As the browser names it: the preview of an embed may be framed by the dashboard's own origin alone.
    on = { ...on, publicUrl: on.publicUrl.replace('127.0.0.1', 'localhost') };
    hostile = await makeHostileHost(on);
    context = await browser.newContext({ viewport: DESK, locale: 'en-GB' });
    await comeIn();
    page = await context.newPage();
    watch();
  });
  after(async () => {
    await browser.close();
    await on.close();
  });

  const comeIn = async (): Promise<void> => {
    const [name = '', value = ''] = hostile.owner.cookie.split('=');
    await context.addCookies([{ name, value, url: on.publicUrl }]);
  };

  function watch(): void {
    const { port } = new URL(on.publicUrl);
    const isOurs = (url: string): boolean =>
      [`http://127.0.0.1:${port}/`, `http://localhost:${port}/`].some((origin) => url.startsWith(origin));
    context.on('page', (opened) => happenings.push(`another page: ${opened.url()}`));
    context.on('dialog', (dialog) => {
      if (dialog.type() !== 'beforeunload') happenings.push(`a dialog: ${dialog.message()}`);
      void dialog.accept();
    });
    context.on('request', (request) => {
      if (!isOurs(request.url())) happenings.push(`a request: ${request.url()}`);
    });
    page.on('pageerror', (error) => happenings.push(`an error: ${error.message}`));
    page.on('console', (message) => {
      // Forbidden by the page's policy: it would have happened.
      if (/Content Security Policy|sandboxed/.test(message.text())) happenings.push(message.text());
    });
  }

  async function look(what: string, texts: readonly string[] = [], at: Page | Frame = page): Promise<void> {
    const there = await at.evaluate<string[]>(WHAT_IS_THERE);
    assert.deepEqual([...happenings.splice(0), ...there], [], what);
    const shown = await at.evaluate<string>(ALL_TEXT);
    const missing = texts.filter((text) => !shown.includes(text));
    assert.deepEqual(missing, [], `${what}: shown as they were written`);
  }
  const open = async (path: string): Promise<void> => {
    await page.goto(`${on.publicUrl}/dashboard${path}`);
    await page.locator('[data-live=true]').waitFor();
  };
  const inHost = (path: string): string => `/hosts/${hostile.host.hostId}${path}`;

  /** Must be seen on a view, so that looking at it proves anything. */
  const shownOn = (view: ViewName): readonly string[] => {
    const { keys, people, passkeys, doors, events, hosts } = hostile.written;
    const settings = [hosts.at(-1) ?? ''];
    const byView: Partial<Record<ViewName, readonly string[]>> = {
      home: events.filter((name) => name !== ''),
      event: [HOSTILE_TEXTS[0]],
      order: [HOSTILE_TEXTS[0]],
      orders: [HOSTILE_TEXTS[0]],
      eventCheckIn: doors,
      eventMessages: [HOSTILE_TEXTS[0]],
      eventMessage: [HOSTILE_TEXTS[0]],
      keys,
      team: people,
      mySecurity: passkeys,
    };
    return [...settings, ...(byView[view] ?? [])];
  };

  for (const view of Object.keys(VIEW_ROUTES) as ViewName[]) {
    test(`the view ${view}`, async () => {
      await open(addressOfView(view, hostile.ids));
      const isOfHost = VIEW_ROUTES[view].path.includes(':hostId');
      await look(view, isOfHost ? shownOn(view) : shownOn(view).slice(1));
    });
  }

  test('views that the page’s script shows, without a page loaded', async () => {
    await open(inHost(''));
    for (const name of [
      'Orders',
      'Reports',
      'Keys',
      'Payment accounts',
      'Team',
      'Settings',
      'Audit log',
      'Home',
    ]) {
      await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
      await look(`${name}, by the script`, name === 'Keys' ? hostile.written.keys : []);
    }
  });

  test('all lines of the audit log', async () => {
    await open(inHost('/audit?kind=settings'));
    const more = page.getByRole('link', { name: 'Show more' });
    for (;;) {
      await look('the audit log');
      if ((await more.count()) === 0) break;
      const lines = await page.getByRole('row').count();
      await more.click();
      await until('more lines', async () => (await page.getByRole('row').count()) > lines);
    }
    await look('the whole log', hostile.written.hosts);
  });

  test('the search, the switch of host, and what asks before it does something', async () => {
    await open(inHost(''));
    await page
      .getByRole('button', { name: /^Switch/ })
      .or(page.locator('.host-switcher > button'))
      .first()
      .click();
    await look('the switch of host', hostile.written.hosts);
    await pressShortcut(page, 'Escape');
    await pressShortcut(page, 'Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('script');
    await page.getByRole('option', { name: HOSTILE_TEXTS[0] }).first().waitFor();
    await look('the search', [HOSTILE_TEXTS[0]]);
    await open(inHost('/keys'));
    const [name = ''] = hostile.written.keys;
    await page
      .getByRole('button', { name: `Actions for ${name}` })
      .first()
      .click();
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByRole('heading', { name: `Revoke “${name}”?` }).waitFor();
    await look('the question before a key is revoked');
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText(`Key “${name}” revoked.`).first().waitFor();
    await look('what is said afterwards');
    await page.getByRole('button', { name: 'Replace', exact: true }).click();
    await page.getByRole('dialog').getByText(HOSTILE_TEXTS[2]).first().waitFor();
    await look('the receivers of a private key');
  });

  test('each host’s home and settings, whose name is on every page', async () => {
    for (const [nth, { hostId }] of hostile.hosts.entries()) {
      const texts = [hostile.written.hosts[nth] ?? ''];
      await open(`/hosts/${hostId}${nth % 2 === 0 ? '/settings' : ''}`);
      await look(`host ${nth}`, texts);
    }
  });

  test('the mails, and the pages that their links lead to', async () => {
    await context.clearCookies();
    const ids = await until('all invitations to be sent', async () => {
      const found = await mailsTo(on, '@mail.example');
      return found.length >= hostile.hosts.length && found;
    });
    const joined: string[] = [];
    for (const id of ids) {
      await page.goto(`${on.publicUrl}/mailbox/${id}`);
      for (const frame of page.frames()) await look('the mail of an invitation', [], frame);
      const link = page.frameLocator('iframe').getByRole('link', { name: 'See the invitation' });
      await page.goto((await link.getAttribute('href')) ?? '');
      await look('an invitation');
      joined.push((await page.locator('h1').textContent()) ?? '');
    }
    assert.deepEqual(joined.sort(), hostile.written.hosts.map((name) => `Join ${name}`).sort());
  });

  test('the pages before the dashboard, asked for with hostile texts and answering to them', async () => {
    for (const text of HOSTILE_TEXTS) {
      const query = new URLSearchParams({ next: text, email: text, hostName: text });
      await page.goto(`${on.publicUrl}/dashboard/sign-in?${query.toString()}`);
      await look(`the sign-in, then to ${text}`);
    }
    const all = HOSTILE_TEXTS.join(' ').replaceAll(/[\r\n\u2028\u2029]/g, ' ');
    await page.goto(`${on.publicUrl}/dashboard/sign-up`);
    await page.evaluate(`document.querySelector('form').noValidate = true`);
    await page.getByLabel('Name of your organisation').fill(all);
    await page.getByLabel('Your name').fill(all);
    await page.getByLabel('E-mail').fill('no address');
    await page.getByRole('button', { name: 'Sign up', exact: true }).click();
    await page.getByRole('alert').waitFor();
    await look('the sign-up again', [HOSTILE_TEXTS[2]]);
  });

  test('the buyers’ pages: the order with its terms, and the receipt', async () => {
    await page.goto(`${new URL(hostile.receiptUrl).origin}/checkout/${hostile.slug}`);
    await page
      .getByRole('button', { name: /^One more/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.locator('.agree summary').click();
    await page.getByText(HOSTILE_TEXTS[2]).first().waitFor();
    await look('the terms', [HOSTILE_TEXTS[2]]);
    await page.goto(hostile.receiptUrl);
    await page.locator('h1').first().waitFor();
    await look('the receipt', [hostile.written.hosts.at(-1) ?? '']);
  });

  test('control: the same looks see what a page would do if it took them for markup', async () => {
    await comeIn();
    await open(inHost('/keys'));
    // One would leave the page at once.
    for (const text of HOSTILE_TEXTS.filter((one) => !one.startsWith('<meta'))) {
      await page.evaluate(
        `document.querySelector('main').insertAdjacentHTML('beforeend', ${JSON.stringify(text)})`,
      );
    }
    const there = await page.evaluate<string[]>(WHAT_IS_THERE);
    await until('the browser to complain', () => happenings.length > 0);
    assert.ok(there.some((found) => found === 'onerror of img'));
    assert.ok(there.some((found) => found.startsWith('javascript:')));
    assert.ok(happenings.splice(0).some((happening) => happening.includes('Content Security Policy')));
  });
});

import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { ENVIRONMENT, furnishHost, type Furnished } from '../dashboard/good-requests.fixture.ts';
import { digestTables } from '../dashboard/whole-database.fixture.ts';
import { launchBrowser } from '../harness/browser.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';

// Another origin twice: a port of the same site, where the cookie is sent along, and another site.
const NEIGHBOURS = ['127.0.0.1', 'localhost'];

suite('a real page of another origin, in the browser of somebody who is signed in', () => {
  let on: TestApp;
  let mine: Furnished;
  let browser: Browser;
  let elsewhere: Server;
  let dashboard: string;
  before(async () => {
    on = await startTestApp({ environment: ENVIRONMENT });
    mine = await furnishHost(on);
    browser = await launchBrowser();
    dashboard = `${on.publicUrl}/dashboard/hosts/${mine.host.hostId}`;
    elsewhere = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>Elsewhere</title><body>');
    });
    await new Promise<void>((resolve) => void elsewhere.listen(0, '127.0.0.1', resolve));
  });
  after(async () => {
    await browser.close();
    elsewhere.closeAllConnections();
    elsewhere.close();
    await on.close();
  });

  /** Asks in each way in which a script can. Tells what it could read of the answer, or how it was kept from it. */
  const tryScripts = (page: Page): Promise<Record<string, string>> =>
    page.evaluate(`(async () => {
      const address = ${JSON.stringify(dashboard)};
      const results = {};
      const ask = async (name, url, options) => {
        results[name] = await fetch(url, { credentials: 'include', ...options })
          .then(async (answer) => answer.type === 'opaque' ? 'opaque' : 'read ' + (await answer.text()), () => 'blocked');
      };
      for (const type of ['text/plain', 'application/json', 'application/x-www-form-urlencoded']) {
        const options = { method: 'POST', headers: { 'content-type': type }, body: JSON.stringify({ name: 'Planted' }) };
        await ask('script, ' + type, address + '/keys', options);
        await ask('script without an answer, ' + type, address + '/keys', { ...options, mode: 'no-cors' });
      }
      await ask('read', address, { headers: { accept: 'application/json' } });
      await ask('read without an answer', address, { mode: 'no-cors' });
      return results;
    })()`);

  for (const name of NEIGHBOURS) {
    test(`on ${name}: scripts, forms and frames change nothing and see nothing`, async () => {
      const context = await browser.newContext();
      const [cookieName = '', value = ''] = mine.owner.cookie.split('=');
      await context.addCookies([
        { name: cookieName, value, url: on.publicUrl, sameSite: 'Lax', httpOnly: true },
      ]);
      const page = await context.newPage();
      assert.equal((await page.goto(dashboard))?.status(), 200, 'signed in');

      const untouched = await digestTables(on.app.database);
      await page.goto(`http://${name}:${(elsewhere.address() as AddressInfo).port}/`);
      const tried = await tryScripts(page);
      assert.ok(Object.keys(tried).length === 8);
      for (const [what, result] of Object.entries(tried)) assert.doesNotMatch(result, /^read/, what);

      const framed = page.waitForEvent('framenavigated', (frame) => frame !== page.mainFrame());
      await page.evaluate(
        `document.body.append(Object.assign(document.createElement('iframe'), { src: ${JSON.stringify(dashboard)} }))`,
      );
      assert.match((await framed).url(), /^chrome-error:/, 'nobody frames it');

      const sent = page.waitForResponse((response) => response.url() === `${dashboard}/keys`);
      await page.evaluate(`(() => {
        const form = Object.assign(document.createElement('form'), { method: 'post', enctype: 'text/plain' });
        form.action = ${JSON.stringify(`${dashboard}/keys`)};
        form.append(Object.assign(document.createElement('input'), { name: '{"name":"Planted","x":"', value: '"}' }));
        document.body.append(form);
        form.submit();
      })()`);
      assert.equal((await sent).status(), 403);
      assert.deepEqual(await digestTables(on.app.database), untouched);
      await context.close();
    });
  }
});

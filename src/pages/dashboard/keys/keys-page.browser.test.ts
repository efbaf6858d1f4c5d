import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../../../test/harness/browser.ts';
import { ask } from '../../../../test/harness/client.ts';
import { codeOf, setUpApp } from '../../../../test/harness/factors.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { assertAccessible, openDashboard, PHONE, reload } from '../../../../test/harness/open-dashboard.ts';
import { askDashboard, signInAs } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { untilEqual } from '../../../../test/harness/until.ts';
import { pressAt, typeAt, untilFits } from '../../../../test/harness/at-page.ts';

suite('the page of keys', () => {
  let on: TestApp;
  let host: TestHost;
  let browser: Browser;
  before(async () => {
    [on, browser] = await Promise.all([startTestApp(), launchBrowser()]);
    host = await makeHost(on);
    const { eventId } = await makeEvent(on, host, { name: 'Rooftop sessions' });
    await on.app.database.query(
      `INSERT INTO webhook_subscriptions (id, event_id, url) VALUES (new_id(), $1, 'https://shop.test.example/hook')`,
      [eventId],
    );
  });
  after(async () => {
    await browser.close();
    await on.close();
  });
  const path = (): string => `/hosts/${host.hostId}/keys`;
  const choose = async (page: Page, key: string, item: string): Promise<void> => {
    await page.getByRole('button', { name: `Actions for ${key}` }).click();
    await page.getByRole('button', { name: item, exact: true }).click();
  };

  test('a key is made, used, given servers and revoked; a wrong line is named, and nothing typed is lost', async () => {
    const owner = await signInAs(on, host, { hasFactor: true });
    const { page, close } = await openDashboard(browser, on, owner, { path: path() });
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('Our shop');
    await page.getByLabel('Name').press('Enter');
    const row = page.getByRole('row', { name: 'Our shop' });
    await row.getByText('Never').waitFor();
    const key = (await row.locator('code').textContent()) ?? '';
    assert.equal((await ask(on, '/events', { key })).status, 200);
    await reload(page);
    await row.getByText('Just now').waitFor();

    await choose(page, 'Our shop', 'Server addresses');
    const addresses = page.getByRole('textbox', { name: 'Server addresses' });
    await addresses.fill('203.0.113.7\nlocalhost');
    await assertAccessible(page, 'the dialog of servers');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Has an error in line 2: "localhost" is not an address').waitFor();
    await untilEqual('203.0.113.7\nlocalhost', () => addresses.inputValue());
    await addresses.fill('203.0.113.7\n2001:db8:7::/48');
    await page.getByRole('button', { name: 'Save' }).click();
    await row.getByText('2 servers listed').waitFor();

    // Somebody else names another meanwhile: both are shown, and what was typed stays until one is chosen.
    await choose(page, 'Our shop', 'Server addresses');
    const { body } = await askDashboard(on, path(), { as: owner });
    const { keyId, version } = body.data.keys.find(({ name }: { name: string }) => name === 'Our shop');
    await askDashboard(on, `${path()}/${keyId}/servers`, {
      as: owner,
      method: 'PATCH',
      body: { addresses: '198.51.100.7', version },
    });
    await addresses.fill('203.0.113.8');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Someone else changed this while you were editing').waitFor();
    await untilEqual('203.0.113.8', () => addresses.inputValue());
    await page.getByRole('button', { name: 'Save' }).click();
    await row.getByText('1 server listed').waitFor();

    await choose(page, 'Our shop', 'Revoke');
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await row.getByText('Revoked').waitFor();
    assert.equal((await ask(on, '/events', { key })).status, 401);
    await close();
  });

  test('with the keyboard alone, after a second step, the private key is shown and replaced, with who needs the new one', async () => {
    const person = await setUpApp(on, await signInAs(on, host));
    await on.app.database.query(
      `UPDATE sessions SET passed_factor_at = now() - interval '1 hour' WHERE person_id = $1`,
      [person.personId],
    );
    const { page, close } = await openDashboard(browser, on, person, { path: path(), viewport: PHONE });
    const show = page.getByRole('button', { name: 'Show private key' });
    await show.waitFor();
    assert.ok(!(await page.content()).includes(host.privateKey), 'nothing is sent before it is asked for');
    await show.press('Enter');
    await typeAt(page.getByLabel('Code'), codeOf(person.secret));
    await pressAt(page.getByLabel('Code'), 'Enter');
    // Asked for once, it needs no second press.
    await page.getByText(host.privateKey).waitFor();

    await page.getByRole('button', { name: 'Replace', exact: true }).press('Enter');
    await page.getByText('Receivers that check signatures will refuse your sales').waitFor();
    await page.getByText('https://shop.test.example/hook').waitFor();
    await page.getByText('Rooftop sessions').waitFor();
    await assertAccessible(page, 'the dialog that replaces the private key');
    // The button that closes has the focus.
    await untilEqual('Cancel', () => page.evaluate('document.activeElement.textContent'));
    await page.getByRole('button', { name: 'Replace private key' }).press('Enter');
    await page.getByText('New private key').first().waitFor();
    await page.getByRole('button', { name: 'Close' }).last().press('Enter');
    assert.ok(!(await page.content()).includes(host.privateKey), 'the old key is shown no more');
    await assertAccessible(page, 'the page of keys');
    await untilFits(page);
    await close();
  });
});

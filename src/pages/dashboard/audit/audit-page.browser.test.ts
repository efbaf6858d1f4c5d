import { after, before, suite, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../../../test/harness/browser.ts';
import { HOSTILE_TEXTS } from '../../../../test/harness/hostile-texts.ts';
import { makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { assertAccessible, openDashboard, PHONE, reload } from '../../../../test/harness/open-dashboard.ts';
import { signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { OPERATOR } from '../../../audit/actor.ts';
import { recordChange, type RecordedChange } from '../../../audit/record-change.ts';
import { untilEqual, untilMatch } from '../../../../test/harness/until.ts';
import { untilFits } from '../../../../test/harness/at-page.ts';

suite('the page of the audit log', () => {
  let on: TestApp;
  let host: TestHost;
  let owner: SignedIn;
  let browser: Browser;
  before(async () => {
    [on, browser] = await Promise.all([startTestApp(), launchBrowser()]);
    host = await makeHost(on);
    owner = await signInAs(on, host, { hasFactor: true });
  });
  after(async () => {
    await browser.close();
    await on.close();
  });
  const path = (): string => `/hosts/${host.hostId}/audit`;
  const record = (change: Partial<RecordedChange>): Promise<void> =>
    on.app.database.transaction((tx) =>
      recordChange(tx, { hostId: host.hostId, actor: OPERATOR, action: 'webhook.add', ...change }),
    );

  test('says actions in words, and one that it does not know as it is; filters are in the address', async () => {
    await record({
      action: 'member.change',
      subject: { id: 'm', name: 'ada@mail.example' },
      before: { role: 'door', events: ['Summer ball'] },
      after: { role: 'manager', events: 'all' },
    });
    await record({ action: 'moon.land', subject: { id: 'moon', name: 'Tycho' } });
    const { page, close } = await openDashboard(browser, on, owner, { path: path() });
    const row = page.getByRole('row', { name: 'Changed the role or events of ada@mail.example' });
    await row.getByText('Summer ball').waitFor();
    await row.getByText('all events').waitFor();
    await page.getByText('moon.land Tycho').waitFor();
    await page.getByLabel('Kind').selectOption('team');
    await page.getByText('moon.land Tycho').waitFor({ state: 'detached' });
    await untilMatch(/\?kind=team$/, () => page.url());
    await reload(page);
    await row.waitFor();
    await row.getByRole('link', { name: 'Filter by this' }).click();
    await page.getByText('You see the changes of one item.').waitFor();
    await untilEqual(2, () => page.getByRole('row').count(), 'the head, and one line');
    await page.goBack();
    await page.getByRole('row', { name: /Added/ }).first().waitFor();
    await page.getByLabel('To').fill('2020-01-01');
    await page.getByText('No changes match these filters').waitFor();
    await assertAccessible(page, 'an empty log');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('moon.land Tycho').waitFor();
    await close();
  });

  test('shows more at the end, each line once', async () => {
    for (let at = 0; at < 60; at++) await record({ subject: { id: `w${at}`, name: `number-${at}.` } });
    const { page, close } = await openDashboard(browser, on, owner, { path: `${path()}?kind=webhooks` });
    await untilEqual(51, () => page.getByRole('row').count());
    await page.getByRole('link', { name: 'Show more' }).click();
    await page.getByRole('row', { name: 'number-0.' }).waitFor();
    await untilEqual(61, () => page.getByRole('row').count());
    await close();
  });

  test('others’ words are text', async () => {
    for (const text of HOSTILE_TEXTS) {
      await record({
        action: 'moon.land',
        subject: { id: text, name: text },
        before: { [text]: text },
        after: { [text]: [text, { [text]: text }] },
      });
    }
    const { page, close } = await openDashboard(browser, on, owner, { path: path() });
    await page.getByText('moon.land <script>').first().waitFor();
    await untilEqual('undefined', () => page.evaluate('typeof window.ran'));
    await close();
  });

  for (const viewport of [PHONE, { width: 1280, height: 800 }]) {
    test(`is accessible, and fits, at ${viewport.width} pixels`, async () => {
      const { page, close } = await openDashboard(browser, on, owner, { path: path(), viewport });
      await assertAccessible(page, 'the log');
      await untilFits(page);
      await close();
    });
  }
});

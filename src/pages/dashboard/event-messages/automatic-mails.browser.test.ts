import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { untilFits } from '../../../../test/harness/at-page.ts';
import { launchBrowser } from '../../../../test/harness/browser.ts';
import {
  assertAccessibleInBothThemes,
  DESK,
  openDashboard,
  PHONE,
} from '../../../../test/harness/open-dashboard.ts';
import { askDashboard } from '../../../../test/harness/sign-in.ts';
import { until, untilEqual } from '../../../../test/harness/until.ts';
import { openMessageDesk, type Desk } from './messages.fixture.ts';

suite('the page of automatic mails', () => {
  let desk: Desk;
  let browser: Browser;
  before(async () => {
    [desk, browser] = await Promise.all([openMessageDesk(), launchBrowser()]);
  });
  after(async () => {
    await browser.close();
    await desk.close();
  });

  for (const [device, viewport] of [
    ['a desk', DESK],
    ['a phone', PHONE],
  ] as const)
    test(`on ${device} a reminder is switched on, previewed in another language, tested, and told when it goes`, async () => {
      const event = await desk.newEvent();
      const { page, close } = await openDashboard(browser, desk.on, desk.owner, {
        path: desk.at(event),
        viewport,
      });
      await page.getByRole('heading', { name: 'Automatic e-mails' }).waitFor();
      await untilEqual(3, () => page.locator('.automatic-mails .badge.off').count());
      await assertAccessibleInBothThemes(page, 'the list');
      await page.getByRole('link', { name: 'Reminder before the event' }).click();
      await page.getByLabel('Send this e-mail').check();
      await page.getByLabel('When').selectOption('2 days before the start');
      await page.getByLabel('Your note').fill('Bring a coat.');
      const mail = page.frameLocator('iframe.message-frame');
      await mail.getByText('Bring a coat.').waitFor();
      await mail.getByText('2 × ').waitFor();
      await page.getByLabel('French').check();
      await mail.getByText('Bientôt').first().waitFor();
      await page.getByRole('button', { name: 'Send a test to me' }).click();
      await page.getByText(`We are sending a test to ${desk.owner.email}.`).waitFor();
      await until('the test', () =>
        desk.smtp.received.some(({ mail: { subject } }) => subject?.includes('Bientôt')),
      );
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Goes out').waitFor();
      await assertAccessibleInBothThemes(page, 'the reminder');
      await untilFits(page);
      await page.getByRole('link', { name: 'All messages' }).click();
      await page.locator('.automatic-mails .badge.good').waitFor();
      await untilFits(page);
      const { rows } = await desk.on.app.database.query(
        `SELECT kind, is_on AS "isOn", hours, note FROM automatic_mails WHERE event_id = $1`,
        [event.eventId],
      );
      assert.deepEqual(rows, [{ kind: 'reminder', isOn: true, hours: 48, note: 'Bring a coat.' }]);
      await close();
    });

  test('another kind, another number of hours and too long a note are refused; a change is in the audit log', async () => {
    const event = await desk.newEvent();
    const body = { isOn: true, hours: '24', note: '' };
    const change = (kind: string, more: object = {}, as = desk.owner) =>
      askDashboard(desk.on, desk.at(event, `/automatic/${kind}`), {
        as,
        method: 'PATCH',
        body: { ...body, ...more },
      });
    assert.equal((await change('birthday')).status, 404);
    assert.equal((await change('reminder', { hours: '25' })).status, 400);
    assert.equal((await change('reminder', { note: 'x'.repeat(2_001) })).status, 400);
    assert.equal((await change('cart', { hours: '168' })).status, 400);
    assert.equal((await change('cart')).status, 200);
    assert.equal((await change('cart', { hours: '48' })).status, 200);
    const { rows } = await desk.on.app.database.query<{ action: string; before: object; after: object }>(
      `SELECT action, before, after FROM audit_log WHERE subject_id = $1 AND action LIKE 'automatic_mail.%' ORDER BY id`,
      [event.eventId],
    );
    const [, again] = rows;
    assert.deepEqual(
      again,
      { action: 'automatic_mail.cart', before: { hours: 24 }, after: { hours: 48 } },
      'only what is another now',
    );
    assert.equal(rows.length, 2);
  });
});

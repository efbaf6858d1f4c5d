import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { untilFits } from '../../../../test/harness/at-page.ts';
import { buy } from '../../../../test/harness/buy.ts';
import { launchBrowser } from '../../../../test/harness/browser.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import {
  assertAccessibleInBothThemes,
  DESK,
  openDashboard,
  PHONE,
  untilLive,
} from '../../../../test/harness/open-dashboard.ts';
import { signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { askHost, letIn, makeSupporter } from '../../../../test/harness/support.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { untilEqual } from '../../../../test/harness/until.ts';
import { makeHall } from '../../checkout/embed/embed.fixture.ts';

suite('the page of support', () => {
  let on: TestApp;
  let browser: Browser;
  let host: TestHost;
  let owner: SignedIn;
  let supporter: SignedIn;
  before(async () => {
    [on, browser] = await Promise.all([startTestApp(), launchBrowser()]);
    host = await makeHost(on, { name: 'Lagos Nights' });
    owner = await signInAs(on, host, { hasFactor: true });
    supporter = await makeSupporter(on);
  });
  after(async () => {
    await browser.close();
    await on.close();
  });

  test('an owner finds the ask on any page, allows it by keyboard, sees it everywhere and ends it; support reads meanwhile', async () => {
    await askHost(on, host, supporter);
    const { eventId } = await makeEvent(on, host, { name: 'Summer ball' });
    const mine = await openDashboard(browser, on, owner, { path: `/hosts/${host.hostId}`, viewport: PHONE });
    const { page } = mine;
    const banner = page.getByRole('region', { name: 'Support' });
    await banner.getByText(`Support (${supporter.email}) asks to see this dashboard.`).waitFor();
    await banner.getByRole('link', { name: 'Allow or refuse' }).click();
    await page.getByRole('heading', { name: 'Support asks to see your dashboard' }).waitFor();
    for (const viewport of [PHONE, DESK]) {
      await page.setViewportSize(viewport);
      await untilFits(page);
      await assertAccessibleInBothThemes(page, `the ask at ${viewport.width}`);
    }
    await page.getByLabel('For how long').selectOption('4 hours');
    await page.getByRole('button', { name: 'Allow', exact: true }).press('Enter');
    await page.getByRole('heading', { name: 'Support can see your dashboard' }).waitFor();

    const theirs = await openDashboard(browser, on, supporter, { path: `/hosts/${host.hostId}` });
    const seen = theirs.page;
    await seen.getByText('You see this dashboard as support until').waitFor();
    const pages = seen.getByRole('navigation', { name: 'Main' });
    await untilEqual(['Home', 'Events', 'Reports', 'Payment accounts', 'Team', 'Settings'], () =>
      pages.locator('.full').allTextContents(),
    );
    for (const viewport of [PHONE, DESK]) {
      await seen.setViewportSize(viewport);
      await untilFits(seen);
      await assertAccessibleInBothThemes(seen, `support’s home at ${viewport.width}`);
    }
    await seen.goto(`${on.publicUrl}/dashboard/hosts/${host.hostId}/events/${eventId}/details`);
    await seen.getByLabel('Name', { exact: true }).fill('Another name');
    await seen.getByRole('button', { name: 'Save' }).click();
    await seen
      .getByText('You see this dashboard as support: you can read, but not change anything.')
      .waitFor();

    await seen.goto(`${on.publicUrl}/dashboard/hosts/${host.hostId}/events`);
    await untilLive(seen);

    await page.setViewportSize(PHONE);
    await page.goto(`${on.publicUrl}/dashboard/hosts/${host.hostId}/settings`);
    await banner.getByText(`Support (${supporter.email}) can see this dashboard until`).waitFor();
    await untilFits(page);
    await banner.getByRole('button', { name: 'End now' }).click();
    await banner.waitFor({ state: 'detached' });
    await pages.getByRole('link', { name: 'Team' }).click();
    await seen.getByRole('heading', { name: 'Page not found' }).waitFor();
    // The host stays nowhere around it.
    await untilEqual(0, () => seen.getByText('You see this dashboard as support').count());
    await untilEqual(0, () => seen.getByText('Lagos Nights').count());

    await page.goto(`${on.publicUrl}/dashboard/hosts/${host.hostId}/support`);
    await page.getByRole('heading', { name: 'Earlier visits' }).waitFor();
    await untilFits(page);
    await page.getByRole('link', { name: 'Opened pages' }).click();
    await page.getByText('Opened a page as support').first().waitFor();
    await mine.close();
    await theirs.close();
  });

  test('an owner who answers too late is told so, and sees what became of the ask', async () => {
    const visitId = await askHost(on, host, supporter);
    const { page, close } = await openDashboard(browser, on, owner, {
      path: `/hosts/${host.hostId}/support`,
    });
    const ask = page.getByRole('heading', { name: 'Support asks to see your dashboard' });
    await ask.waitFor();
    await on.app.database.query(
      `UPDATE support_visits SET ended_at = now(), ended_how = 'operator' WHERE id = $1`,
      [visitId],
    );
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.getByText('It was answered or withdrawn already').waitFor();
    await ask.waitFor({ state: 'detached' });
    await page.getByText('Withdrawn by the operator').first().waitFor();
    await close();
  });

  test('support is offered no link that leads nowhere: no way to leave the host, to postpone or to download', async () => {
    const hall = await makeHall(on, host);
    const sold = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0, capacity: 5 }] });
    await buy(on, host, { slug: sold.slug, items: [{ sku: sold.skus[0], quantity: 1 }] });
    await letIn(on, host, { supporter, owner });
    const theirs = await openDashboard(browser, on, supporter, { path: '/me' });
    const { page } = theirs;
    const row = page.getByRole('row', { name: /Lagos Nights Support/ });
    await row.waitFor();
    await untilEqual(0, () => row.getByRole('button').count());
    await page.goto(`${on.publicUrl}/dashboard/hosts/${host.hostId}/events/${hall.eventId}/seats`);
    await page.getByRole('heading', { name: 'By section' }).waitFor();
    await untilEqual(0, () => page.getByRole('main').locator('a[href*="/export"]').count());
    await page.goto(`${on.publicUrl}/dashboard/hosts/${host.hostId}/events/${sold.eventId}/details`);
    await page.getByText('You can’t change the start here', { exact: false }).waitFor();
    await untilEqual(0, () => page.getByRole('main').locator('a[href$="/cancel"]').count());
    await page.getByRole('button', { name: 'End now' }).click();
    await page.waitForURL((url) => !url.pathname.includes(host.hostId));
    await theirs.close();
  });

  test('a supporter ends the visit from its banner', async () => {
    const visitId = await askHost(on, host, supporter);
    const allowed = await openDashboard(browser, on, owner, { path: `/hosts/${host.hostId}/support` });
    await allowed.page.getByRole('button', { name: 'Allow', exact: true }).click();
    await allowed.page.getByRole('heading', { name: 'Support can see your dashboard' }).waitFor();
    const { page, close } = await openDashboard(browser, on, supporter, {
      path: `/hosts/${host.hostId}/events`,
    });
    await page.getByRole('button', { name: 'End now' }).click();
    await page.waitForURL((url) => !url.pathname.includes(host.hostId));
    const { rows } = await on.app.database.query('SELECT ended_how FROM support_visits WHERE id = $1', [
      visitId,
    ]);
    assert.deepEqual(rows, [{ ended_how: 'support' }]);
    await allowed.close();
    await close();
  });
});

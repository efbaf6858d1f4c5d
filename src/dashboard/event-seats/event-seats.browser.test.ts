import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../../test/harness/browser.ts';
import { makeEvent, makeHost, type TestHost } from '../../../test/harness/make-catalog.ts';
import { assertAccessible, openDashboard, PHONE } from '../../../test/harness/open-dashboard.ts';
import { signInAs, type SignedIn } from '../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts';
import { until } from '../../../test/harness/until.ts';
import { findTemplate } from '../../seating-plans/templates/templates.ts';
import { writePretixPlan } from '../../seating-plans/write-plan-file.ts';
import { askEmbed, held } from '../../checkout/embed/embed.fixture.ts';

suite('the page of seats', () => {
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

  test('a list is mended, priced, looked at as a map and saved; what is held stands in the way of the next', async () => {
    const { eventId, slug } = await makeEvent(on, host, { kind: 'seat_map', ticketTypes: [] });
    const path = `/hosts/${host.hostId}/events/${eventId}/seats`;
    const { page, close } = await openDashboard(browser, on, owner, { path });
    const upload = async (...lines: string[]): Promise<void> => {
      await page.getByLabel('Or paste the list').fill(['section,row,seat,type', ...lines].join('\n'));
      await page.getByRole('button', { name: 'Look at the list' }).click();
    };
    await page.getByRole('heading', { name: 'Add the seats of the hall' }).waitFor();
    // A hall to start from, and a plan of another program: both are looked at like a list.
    await page.getByRole('button', { name: /^Arena in the round/ }).click();
    await page.getByRole('application', { name: 'Map of the hall' }).waitFor();
    await page.getByText('The stage is among the seats', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Take another list' }).click();
    await assertAccessible(page, 'ways to begin');
    await page.getByLabel('Choose a file').setInputFiles({
      name: 'hall.json',
      mimeType: 'application/json',
      buffer: Buffer.from(writePretixPlan(findTemplate('cabaret')).replaceAll('"T2"', '"T1"')),
    });
    await page.getByText('8 seats had the name of another in the same row', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Save 212 seats' }).waitFor();
    await page.getByRole('button', { name: 'Take another list' }).click();
    await upload('Stalls,A,1,Front', 'Stalls,A,1,Front', 'Stalls,,2,Front');
    await page.getByText('“Stalls A 1” is in line 2 already.').waitFor();
    await page.getByText('The row is missing.').waitFor();
    assert.equal(await page.getByRole('button', { name: /^Save/ }).count(), 0);
    await page.getByRole('button', { name: 'Take another list' }).click();

    const rows = ['A', 'B', 'C'].flatMap((row) =>
      Array.from({ length: 8 }, (_, at) => `Stalls,${row},${at + 1},${row === 'A' ? 'Front' : 'Back'}`),
    );
    await upload(...rows);
    await page.getByText('24 seats would be new', { exact: false }).waitFor();
    await page.getByRole('application', { name: 'Map of the hall' }).waitFor();
    const save = page.getByRole('button', { name: 'Save 24 seats' });
    assert.equal(await save.getAttribute('aria-disabled'), 'true');
    await page.getByLabel('Price of Front').fill('15,000');
    await page.getByLabel('Price of Back').fill('9000.50');
    await assertAccessible(page, 'a list that is fine');
    await page.setViewportSize(PHONE);
    await assertAccessible(page, 'a list that is fine, on a phone');
    const isWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
    assert.equal(isWide, false);
    await save.click();
    await page.getByRole('heading', { name: 'Replace the seats' }).waitFor();
    await page.getByRole('row', { name: /Stalls.*24/ }).waitFor();

    const { seats } = await until('the seats to be known', async () => {
      const { status, body } = await askEmbed(on, `/${slug}/seats`);
      return status === 200 && body.data.seats.length === 24 && body.data;
    });
    await held(on, slug, { seatIds: [seats[0].id] });
    await upload(...rows.slice(1));
    await page.getByText('Stalls, row A, seat 1: held as Front, and not in the list.').waitFor();
    assert.equal(
      await page.getByRole('button', { name: 'Save 23 seats' }).getAttribute('aria-disabled'),
      'true',
    );
    await close();
  });
});

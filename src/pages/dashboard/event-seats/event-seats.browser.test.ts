import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../../../test/harness/browser.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { assertAccessible, openDashboard, PHONE, reload } from '../../../../test/harness/open-dashboard.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { until, untilEqual } from '../../../../test/harness/until.ts';
import { findTemplate } from '../../../seating-plans/templates/templates.ts';
import { writePretixPlan } from '../../../seating-plans/write-plan-file.ts';
import { askEmbed, held } from '../../checkout/embed/embed.fixture.ts';
import { untilFits } from '../../../../test/harness/at-page.ts';

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
      await page.getByRole('button', { name: 'Check list' }).click();
    };
    await page.getByRole('heading', { name: 'Add seats' }).waitFor();
    // A template and a plan of another program both become plans of the host, to preview and use.
    await assertAccessible(page, 'ways to begin');
    await page.getByRole('button', { name: /^Arena in the round/ }).click();
    await page
      .getByText('“Arena in the round” is now one of your seating plans.', { exact: false })
      .waitFor();
    await page.getByText('Adds 1,032 seats', { exact: false }).waitFor();
    await page.getByRole('application', { name: 'Map of the hall' }).waitFor();
    await assertAccessible(page, 'a template that is looked at');
    await page.getByLabel('Choose a file').setInputFiles({
      name: 'hall.json',
      mimeType: 'application/json',
      buffer: Buffer.from(writePretixPlan(findTemplate('cabaret')).replaceAll('"T2"', '"T1"')),
    });
    await page.getByText('“hall” is now one of your seating plans.', { exact: false }).waitFor();
    await page.getByText('8 seats had the same name as another in the row', { exact: false }).waitFor();
    await page.getByText('Adds 212 seats', { exact: false }).waitFor();
    // A list is a list, as ever.
    await upload('Stalls,A,1,Front', 'Stalls,A,1,Front', 'Stalls,,2,Front');
    await page.getByText('“Stalls A 1” is already in line 2.').waitFor();
    await page.getByText('The row is missing.').waitFor();
    await untilEqual(0, () => page.getByRole('button', { name: /^Save/ }).count());
    await page.getByRole('button', { name: 'Edit list' }).click();

    const rows = ['A', 'B', 'C'].flatMap((row) =>
      Array.from({ length: 8 }, (_, at) => `Stalls,${row},${at + 1},${row === 'A' ? 'Front' : 'Back'}`),
    );
    await upload(...rows);
    await page.getByText('Adds 24 seats', { exact: false }).waitFor();
    await page.getByRole('application', { name: 'Map of the hall' }).last().waitFor();
    const save = page.getByRole('button', { name: 'Save 24 seats' });
    await untilEqual('true', () => save.getAttribute('aria-disabled'));
    await page.getByLabel('Price of Front', { exact: true }).fill('15,000');
    await page.getByLabel('Price of Back', { exact: true }).fill('9000.50');
    await assertAccessible(page, 'a list that is fine');
    await page.setViewportSize(PHONE);
    await assertAccessible(page, 'a list that is fine, on a phone');
    await untilFits(page);
    await save.click();
    await page.getByRole('heading', { name: 'Replace seats' }).waitFor();
    await page.getByRole('row', { name: /Stalls.*24/ }).waitFor();

    const { seats } = await until('the seats to be known', async () => {
      const { status, body } = await askEmbed(on, `/${slug}/seats`);
      return status === 200 && body.data.seats.length === 24 && body.data;
    });
    await held(on, slug, { seatIds: [seats[0].id] });
    await upload(...rows.slice(1));
    await page.getByText('Stalls, row A, seat 1: held as Front, but missing from the new seats.').waitFor();
    await untilEqual(0, () => page.getByText(/^Save 23 seats|lines are OK/).count());
    // A plan of the host replaces the list: the held seat has the same name and ticket type there.
    await askDashboard(on, `/hosts/${host.hostId}/seating-plans`, {
      as: owner,
      method: 'POST',
      body: { name: 'Hall', from: 'event', id: eventId },
    });
    const { body: plans } = await askDashboard(on, `/hosts/${host.hostId}/seating-plans`, { as: owner });
    assert.equal(plans.data.plans[0].name, 'Hall');
    await askDashboard(on, `/hosts/${host.hostId}/seating-plans/${plans.data.plans[0].planId}/publish`, {
      as: owner,
      method: 'POST',
      body: { version: 1 },
    });
    await reload(page);
    await page
      .getByLabel('Seating plan', { exact: true })
      .selectOption({ label: 'Hall, version 1 (24 seats)' });
    await page.getByRole('button', { name: 'Preview changes' }).click();
    await page.getByText('Adds 0 seats, changes 24, removes 0.').waitFor();
    await assertAccessible(page, 'a plan that is looked at');
    await page.getByRole('button', { name: 'Use this hall' }).click();
    await page.getByText('The seats are those of “Hall”, version 1.').waitFor();
    await close();
  });
});

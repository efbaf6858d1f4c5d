import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../../../test/harness/browser.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { assertAccessible, openDashboard, PHONE, reload } from '../../../../test/harness/open-dashboard.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { sellAllSorts, type Show } from '../../../reports/sell-all-sorts.fixture.ts';
import type { ReportsView } from './data.ts';
import { untilEqual, untilMatch } from '../../../../test/harness/until.ts';
import { untilFits } from '../../../../test/harness/at-page.ts';

suite('the page of reports', () => {
  let on: TestApp;
  let host: TestHost;
  let finance: SignedIn;
  let show: Show;
  let browser: Browser;
  before(async () => {
    [on, browser] = await Promise.all([startTestApp(), launchBrowser()]);
    host = await makeHost(on, { feeBasisPoints: 333, feeFlatMinor: 7, feeCapMinor: 250_000 });
    finance = await signInAs(on, host, { role: 'finance' });
    show = await sellAllSorts(on, host);
  });
  after(async () => {
    await browser.close();
    await on.close();
  });
  const path = (): string => `/hosts/${host.hostId}/reports`;
  const cellsOf = (row: string) => `//tr[th[normalize-space()='${row}']]/td/span[@class='cell-value']`;

  test('teaches what will be there, then shows this month by event, with sums and what each column is', async () => {
    const own = await makeHost(on);
    const as = await signInAs(on, own);
    const opened = await openDashboard(browser, on, as, { path: `/hosts/${own.hostId}/reports` });
    await opened.page.getByText('No sales in this period').waitFor();
    await opened.page.getByRole('link', { name: 'Show all time' }).click();
    await opened.page.getByText('No sales yet').waitFor();
    await assertAccessible(opened.page, 'a report of nothing');
    await opened.close();

    const { page, close } = await openDashboard(browser, on, finance, { path: path() });
    await page.getByRole('table', { name: 'Sales in NGN' }).waitFor();
    // 3 of 123.45 and 5 of 67.89, less 10.01; the refund follows the order's own arithmetic.
    const all = (): Promise<string[]> => page.locator(cellsOf('Total')).allTextContents();
    await untilEqual(['5', '13 5 void', '₦709.80', '₦10.01'], async () => (await all()).slice(0, 4));
    const refunds = (
      await on.app.database.query<{ sum: number }>(
        `SELECT sum(amount_minor)::bigint AS sum FROM refunds AS r JOIN orders AS o ON o.id = r.order_id WHERE o.host_id = $1`,
        [host.hostId],
      )
    ).rows[0]?.sum;
    assert.ok(refunds);
    const written = (minor: number) => `₦${(minor / 100).toFixed(2)}`;
    await untilEqual([written(refunds), written(70_980 - 1_001 - refunds)], async () =>
      (await all()).slice(5),
    );
    await untilEqual(['₦709.80', '4 2 void', '₦0.00'], async () => {
      const gateways = await page.locator(cellsOf('Through gateways')).allTextContents();
      const free = await page.locator(cellsOf('Free of charge')).allTextContents();
      return [gateways[2], free[1], free[2]];
    });
    await page.getByRole('heading', { name: 'What the columns mean' }).waitFor();
    await page.getByText('Your income: gross minus discounts and refunds').waitFor();
    await page.getByText('Days are in Lagos time.').waitFor();
    await assertAccessible(page, 'a report');
    await close();
  });

  test('is grouped and narrowed by the address: an event by its ticket types, ways of payment, days, and back', async () => {
    const { page, close } = await openDashboard(browser, on, finance, { path: path() });
    await page.getByRole('link', { name: /^Only Event/ }).click();
    await page.getByRole('rowheader', { name: 'Terrace' }).waitFor();
    await untilMatch(new RegExp(`event=${show.eventId}&by=ticket_type`), () => page.url());
    await untilEqual(show.eventId, () => page.getByLabel('Event', { exact: true }).inputValue());
    await untilEqual('ticket_type', () => page.getByLabel('Group by').inputValue());
    await page.getByLabel('Group by').selectOption('gateway');
    await page.getByRole('rowheader', { name: 'Sandbox' }).waitFor();
    await page.getByRole('rowheader', { name: 'Free of charge' }).waitFor();
    await reload(page);
    await page.getByRole('rowheader', { name: 'Sandbox' }).waitFor();
    await page.getByLabel('Group by').selectOption('month');
    const month = new Date().toLocaleDateString('en-GB', {
      month: 'long',
      year: 'numeric',
      timeZone: 'Africa/Lagos',
    });
    await page.getByRole('rowheader', { name: month }).waitFor();
    await page.getByLabel('Period').selectOption('days');
    await page.getByLabel('To', { exact: true }).fill('2020-12-31');
    await page.getByText('No sales in this period').waitFor();
    await page.getByText('Until 31 Dec 2020').waitFor();
    await untilMatch(/period=days/, () => page.url());
    await page.getByRole('link', { name: 'Show all time' }).click();
    await page.getByRole('rowheader', { name: month }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('link', { name: /^Only Event/ }).waitFor();
    await close();
  });

  test('fits a phone, and says so while old sales are still counted', async () => {
    await on.app.database.query('UPDATE ticket_types SET times_counted = false WHERE event_id = $1', [
      show.eventId,
    ]);
    const { page, close } = await openDashboard(browser, on, finance, { path: path(), viewport: PHONE });
    await page.getByText('still counting sales').waitFor();
    await page.getByText('Total', { exact: true }).waitFor();
    await untilFits(page);
    await assertAccessible(page, 'a report on a phone');
    await close();
    await on.app.database.query('UPDATE ticket_types SET times_counted = true WHERE event_id = $1', [
      show.eventId,
    ]);
  });

  test('a member of chosen events sees these alone; another host’s event, or one not chosen, is not there', async () => {
    const hidden = await makeEvent(on, host);
    const some = await signInAs(on, host, { role: 'finance', eventIds: [hidden.eventId] });
    const ask = (as: SignedIn, query = '') => askDashboard(on, `${path()}?period=all${query}`, { as });
    const seen = await ask(some);
    assert.deepEqual([seen.body.data.rows, seen.body.data.sums], [[], []]);
    assert.deepEqual(
      seen.body.data.events.map(({ eventId }: { eventId: string }) => eventId),
      [hidden.eventId],
    );
    assert.equal((await ask(some, `&event=${show.eventId}`)).status, 404);
    const theirs = await makeEvent(on, await makeHost(on));
    assert.equal((await ask(finance, `&event=${theirs.eventId}`)).status, 404);
    assert.equal((await ask(finance, `&event=${show.eventId}`)).body.data.rows.length, 1);
    for (const wrong of ['&by=moon', '&period=days&from=yesterday', '&event=1'])
      assert.equal((await ask(finance, wrong)).status, 400, wrong);
  });

  test('is compared with the same days before, of the same events', async () => {
    const seen = async () => (await askDashboard(on, path(), { as: finance })).body.data as ReportsView;
    assert.equal((await seen()).sums[0]?.before, null);
    // One ticket type was sold a month earlier.
    await on.app.database.query(
      `UPDATE sales_times SET at = at - interval '1 month' WHERE ticket_type_id = $1`,
      [show.skus[1]],
    );
    const { before: earlier, from, sums } = await seen();
    assert.ok(earlier && from && earlier.to < from);
    assert.equal(sums[0]?.before?.tickets, 5);
    const { page, close } = await openDashboard(browser, on, finance, { path: path() });
    await page
      .getByText(/^[+−-]\d+% compared with before$/)
      .first()
      .waitFor();
    await page.getByText(/Compared with 1 /).waitFor();
    // The chart, the figure above it and the table below it are one sum, refunds less.
    const whole = await askDashboard(on, `${path()}?period=all`, { as: finance });
    const { netMinor } = (whole.body.data as ReportsView).sums[0]?.all ?? { netMinor: Number.NaN };
    await page.goto(`${on.publicUrl}/dashboard${path()}?period=all`);
    const chart = page.getByRole('img', { name: /^Net by month: / });
    await untilEqual(`Net by month: ₦${(netMinor / 100).toFixed(2)}`, () => chart.getAttribute('aria-label'));
    await close();
  });
});

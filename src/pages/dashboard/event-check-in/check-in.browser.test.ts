import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../../../test/harness/browser.ts';
import { assertAccessible, openDashboard, PHONE } from '../../../../test/harness/open-dashboard.ts';
import { signInAs } from '../../../../test/harness/sign-in.ts';
import { openCheckInDesk, type CheckInDesk, type Event } from './check-in-desk.fixture.ts';
import { untilEqual, untilMatch } from '../../../../test/harness/until.ts';

suite('the pages of check-in', () => {
  let desk: CheckInDesk;
  let browser: Browser;
  before(async () => {
    [desk, browser] = await Promise.all([openCheckInDesk(), launchBrowser()]);
  });
  after(async () => {
    await browser.close();
    await desk.close();
  });

  const post = async (path: string, body: object, token?: string): Promise<Record<string, string>> => {
    const answer = await fetch(desk.on.publicUrl + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    assert.ok(answer.ok, await answer.clone().text());
    return (await answer.json()) as Record<string, string>;
  };
  /** Opens the link that the page shows, as a phone does. */
  const pair = async (page: Page): Promise<string> => {
    const address = await page.getByRole('dialog').locator('code').innerText();
    const { token } = await post('/scan/pair', { link: new URL(address).hash.slice(1) });
    return token ?? assert.fail('no token');
  };
  const scan = (token: string, ticketId: string, verdict: 'admitted' | null): Promise<unknown> => {
    const at = new Date().toISOString();
    const scans = [{ id: randomUUID(), kind: 'entry', how: 'name', at, verdict, ticketId }];
    return post('/scan/scans', { sentAt: at, waiting: 0, scans }, token);
  };
  const makeDevice = async (page: Page, door: string, name: string): Promise<void> => {
    await page.getByRole('button', { name: `New device at ${door}` }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    // Names are sent without a code by phones that search alone.
    await page.getByRole('checkbox', { name: 'Can search guests by name' }).check();
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByRole('img', { name: 'QR code with the link' }).waitFor();
  };
  const figure = (page: Page, name: string) =>
    page.locator('.stat').filter({ hasText: name }).locator('.stat-value');

  test('from a first door to a guest inside: a phone that pairs, a scan and a conflict appear by themselves', async () => {
    const event: Event = await desk.event([{ priceMinor: 0 }], { name: 'Harmattan Ball' });
    const [ticketId = ''] = await desk.sell(event, 2, { firstName: 'Chi', lastName: 'Eze' });
    const { page, close } = await openDashboard(browser, desk.on, desk.owner, { path: desk.at(event) });
    await page.getByText('Scan the QR code with that phone').waitFor();
    await assertAccessible(page, 'the first steps');
    await page.getByRole('button', { name: 'New door' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Main entrance');
    await page.getByRole('button', { name: 'Add door' }).click();
    await makeDevice(page, 'Main entrance', 'Phone of Bola');
    await page.getByText(/^The link works for \d+:\d\d$/).waitFor();
    await assertAccessible(page, 'the link');
    const first = await pair(page);
    await page.getByText('Phone of Bola is paired.').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Phone of Bola' }).getByText('Paired').waitFor();

    await untilEqual('0', () => figure(page, 'Checked in').innerText());
    await scan(first, ticketId, 'admitted');
    await figure(page, 'Checked in').getByText('1', { exact: true }).waitFor();
    await makeDevice(page, 'Main entrance', 'Phone of Tunde');
    const second = await pair(page);
    await page.getByRole('button', { name: 'Done' }).click();
    await scan(second, ticketId, 'admitted');
    const conflicts = page.getByRole('region', { name: 'Conflicts (1)' });
    await conflicts.getByText('Let in twice').waitFor();
    for (const text of ['Chi Eze', /Phone of Bola/, /Phone of Tunde/, /undo the second/])
      await conflicts.getByText(text).first().waitFor();
    await assertAccessible(page, 'with a conflict');
    await conflicts.getByRole('button', { name: 'Undo: Chi Eze' }).click();
    await conflicts.waitFor({ state: 'detached' });
    await untilEqual('1', () => figure(page, 'Checked in').innerText());
    await close();
  });

  test('the tick for re-entry shows before the answer is there, and goes where it is refused', async () => {
    const event: Event = await desk.event([{ priceMinor: 0 }]);
    await desk.door(event);
    const { page, close } = await openDashboard(browser, desk.on, desk.owner, { path: desk.at(event) });
    const tick = page.getByRole('checkbox', { name: 'Guests can leave and come back' });
    const { promise: looked, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/check-in/rules', async (route) => {
      await looked;
      await route.abort();
    });
    await tick.click();
    await tick.and(page.locator('[aria-busy=true]:checked')).waitFor();
    answer();
    await tick.and(page.locator('[aria-busy=false]')).waitFor();
    await untilEqual(false, () => tick.isChecked());
    await page.unroute('**/check-in/rules');
    await tick.click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await untilEqual(true, () => tick.isChecked());
    await close();
  });

  test('a sheet of links says until when they work, has a page for as many as fit, and nothing else on paper; lost, it is revoked', async () => {
    const event: Event = await desk.event([{ priceMinor: 0 }], { name: 'Many Phones' });
    await desk.door(event);
    const { page, close } = await openDashboard(browser, desk.on, desk.owner, { path: desk.at(event) });
    const choose = async (what: string): Promise<void> => {
      await page.getByRole('button', { name: 'Actions for Main entrance', exact: true }).click();
      await page.getByRole('button', { name: what }).click();
    };
    await choose('Sheet of links');
    await page.getByRole('spinbutton', { name: 'Phones' }).fill('30');
    await page.getByRole('button', { name: 'Create links' }).click();
    const sheet = page.getByRole('dialog', { name: 'Many Phones: Main entrance' });
    await sheet.getByRole('listitem').nth(29).waitFor();
    await sheet.getByText(/Each works once, until \w{3}, \d+ \w{3} 2\d{3}, \d\d:\d\d WAT/).waitFor();
    await assertAccessible(page, 'a sheet of links');
    await page.emulateMedia({ media: 'print' });
    await sheet.getByRole('img', { name: 'QR code for Main entrance 30' }).waitFor();
    for (const hidden of [page.getByRole('heading', { level: 1 }), sheet.getByRole('button').first()])
      await hidden.waitFor({ state: 'hidden' });
    assert.ok(((await sheet.getByRole('heading').boundingBox())?.y ?? -1) >= 0, 'its head is on the paper');
    const paper = (await page.pdf({ format: 'A4' })).toString('latin1');
    assert.equal(paper.match(/\/Type \/Page\b/g)?.length, 2);
    await page.emulateMedia({ media: 'screen' });

    const address = (await sheet.getByRole('listitem').first().locator('small').innerText()).trim();
    const link = { link: new URL(address).hash.slice(1) };
    await post('/scan/pair', link);
    await assert.rejects(post('/scan/pair', link), 'a link works once');
    await sheet.getByRole('button', { name: 'Done' }).click();
    await choose('Revoke unused links');
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke unused links' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('listitem').filter({ hasText: 'Main entrance 1' }).getByText('Paired').waitFor();
    await untilEqual(1, () =>
      page
        .getByRole('listitem')
        .filter({ hasText: /Main entrance \d/ })
        .count(),
    );
    await close();
  });

  test('the list of scans grows by itself; the report has the same figures as chart and table; the door has these pages alone', async () => {
    const event: Event = await desk.event([{ priceMinor: 0, name: 'Stalls' }], { name: 'Dry Season' });
    const [ticketId = ''] = await desk.sell(event, 2);
    const phone = await desk.pair(await desk.link(event, await desk.door(event)));
    const door = await signInAs(desk.on, desk.host, { role: 'door', eventIds: [event.eventId] });
    const { page, close } = await openDashboard(browser, desk.on, door, {
      path: `/hosts/${desk.host.hostId}`,
      viewport: PHONE,
    });
    await page.getByRole('link', { name: 'Dry Season' }).click();
    await page.getByRole('heading', { level: 1, name: 'Dry Season Check-in' }).waitFor();
    await untilEqual(0, () => page.getByRole('button', { name: 'New door' }).count());
    await untilEqual(0, () => page.getByRole('navigation', { name: 'Pages of this event' }).count());
    await page.getByRole('link', { name: 'Scans' }).click();
    await page.getByText('No scans yet').waitFor();
    await page.getByText('Updates live').waitFor();
    await phone.scan({ ticketId });
    await page.getByRole('row').getByText('Admitted').waitFor();
    await phone.scan({ ticketId });
    await page.getByRole('row').getByText('Refused: already used').waitFor();
    await page.getByLabel('Outcome').selectOption('Admitted');
    await page.getByRole('row').getByText('Refused: already used').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Report' }).click();
    await page.getByRole('heading', { name: 'No-shows' }).waitFor();
    await untilEqual('1', () => figure(page, 'No-shows').innerText());
    await page.locator('canvas').waitFor();
    await assertAccessible(page, 'the report');
    await page.getByRole('tab', { name: 'Table' }).click();
    const row = page.getByRole('table', { name: 'Arrivals' }).getByRole('row').nth(1);
    await untilMatch(/All\s+1\s+Stalls\s+1\s+Main entrance\s+1/, () => row.innerText());
    await page.getByRole('link', { name: 'Scans' }).click();
    await page.getByRole('button', { name: 'Actions for Ada Obi' }).click();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByRole('row').getByText('Undone').waitFor();
    assert.equal((await desk.view(event)).counts.came, 0);
    await close();
  });
});

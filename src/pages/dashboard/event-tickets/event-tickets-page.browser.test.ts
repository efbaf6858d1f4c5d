import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../../../test/harness/browser.ts';
import { ask } from '../../../../test/harness/client.ts';
import { hold } from '../../../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { assertAccessible, openDashboard, PHONE, reload } from '../../../../test/harness/open-dashboard.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { makeHall } from '../../checkout/embed/embed.fixture.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { until, untilEqual } from '../../../../test/harness/until.ts';
import { boxOf, drag, middleOf, pressAt, untilFits } from '../../../../test/harness/at-page.ts';

suite('the page of an event’s tickets', () => {
  let on: TestApp;
  let host: TestHost;
  let manager: SignedIn;
  let browser: Browser;
  before(async () => {
    [on, browser] = await Promise.all([startTestApp(), launchBrowser()]);
    host = await makeHost(on, {}, { servers: ['127.0.0.1'] });
    manager = await signInAs(on, host, { role: 'manager' });
  });
  after(async () => {
    await browser.close();
    await on.close();
  });
  const pathOf = (eventId: string): string => `/hosts/${host.hostId}/events/${eventId}/tickets`;
  const names = (page: Page): Promise<string[]> => page.locator('.ticket-type h3').allTextContents();
  const stored = async (eventId: string): Promise<string[]> => {
    const { rows } = await on.app.database.query<{ name: string }>(
      'SELECT name FROM ticket_types WHERE event_id = $1 ORDER BY position',
      [eventId],
    );
    return rows.map(({ name }) => name);
  };

  test('the first one comes from a preset; an amount that is none is said at its field; a price is typed as people write it', async () => {
    const { eventId } = await makeEvent(on, host, { status: 'DRAFT', ticketTypes: [] });
    const { page, close } = await openDashboard(browser, on, manager, {
      path: pathOf(eventId),
      viewport: PHONE,
    });
    await page.getByRole('heading', { name: 'What do you sell?' }).waitFor();
    await assertAccessible(page, 'no tickets yet');
    await page.getByRole('button', { name: 'VIP' }).click();
    await untilEqual('VIP', () => page.getByLabel('Name').inputValue());
    const price = page.getByLabel('Price');
    await price.fill('1e3');
    await page.getByLabel('Quantity available').fill('40');
    await page.getByRole('dialog').getByRole('button', { name: 'Add ticket type' }).click();
    await page.getByText('Enter an amount, e.g. 15000.50.').waitFor();
    await assertAccessible(page, 'a new ticket type');
    await price.fill('15,000.5');
    await page.getByLabel('Sale ends').fill('2199-05-01T18:00');
    await page.getByRole('dialog').getByRole('button', { name: 'Add ticket type' }).click();
    await page.getByText('₦15,000.50').waitFor();
    await page.getByText('Not on sale yet').waitFor();
    const { rows } = await on.app.database.query(
      'SELECT price_minor, capacity, sale_ends_at FROM ticket_types WHERE event_id = $1',
      [eventId],
    );
    assert.deepEqual(rows, [
      { price_minor: 1_500_050, capacity: 40, sale_ends_at: new Date('2199-05-01T17:00:00Z') },
    ]);
    await untilFits(page);
    await close();
  });

  test('another price for seats is added in the menu of their ticket type, and stands below it', async () => {
    const { eventId } = await makeHall(on, host, {
      event: {
        ticketTypes: [
          { kind: 'SEATED', name: 'Stalls', capacity: 4 },
          { kind: 'SEATED', name: 'Circle', capacity: 4 },
        ],
      },
    });
    const { page, close } = await openDashboard(browser, on, manager, {
      path: pathOf(eventId),
      viewport: PHONE,
    });
    await page.getByRole('button', { name: 'Actions for Stalls' }).click();
    await page.getByRole('button', { name: 'Add another price for these seats' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a price for the seats of Stalls' });
    await dialog.getByLabel('Name').fill('Child');
    await dialog.getByLabel('Price').fill('500');
    await dialog.getByLabel('Max. quantity').fill('3');
    await assertAccessible(page, 'another price');
    await dialog.getByRole('button', { name: 'Add price' }).click();
    await page.getByText('For the seats of Stalls', { exact: true }).waitFor();
    await untilEqual(['Stalls', 'Child', 'Circle'], () => names(page));
    await page.getByText('3 left of 3 seats').waitFor();

    await page.getByRole('button', { name: 'Edit Child' }).click();
    await page.getByLabel('Max. quantity').fill('');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('4 left of 4 seats').nth(2).waitFor();
    await close();
  });

  test('by keys, by the menu and by dragging they change places, which is said aloud', async () => {
    const { eventId } = await makeEvent(on, host, {
      ticketTypes: [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }],
    });
    const { page, close } = await openDashboard(browser, on, manager, { path: pathOf(eventId) });
    const grip = (name: string, nr: number) => page.getByRole('button', { name: `Move ${name}, ${nr} of 3` });
    await grip('One', 1).press('ArrowDown');
    await page.getByText('One is now 2 of 3.').waitFor({ state: 'attached' });
    await untilEqual(['Two', 'One', 'Three'], () => names(page));
    // The grip has the focus still: the next key moves it on.
    await pressAt(grip('One', 2), 'ArrowDown');
    await until('it is saved', async () => (await stored(eventId)).join() === 'Two,Three,One');
    // The page has yet to hear of it: whatever is moved until then is saved along with the move by keys.
    await reload(page);

    await page.getByRole('button', { name: 'Actions for Three' }).click();
    await page.getByRole('button', { name: 'Move up', exact: true }).click();
    await until('it is saved', async () => (await stored(eventId)).join() === 'Three,Two,One');
    await page.locator('.toast').getByRole('button', { name: 'Dismiss' }).click();

    const last = await boxOf(page.locator('.ticket-type').last());
    const from = middleOf(await boxOf(grip('Three', 1)));
    await drag(page, from, { x: last.x + 20, y: last.y + last.height - 2 }, async () => {
      await until('what is seen is what will be', async () => (await names(page)).join() === 'Two,One,Three');
      assert.deepEqual(await stored(eventId), ['Three', 'Two', 'One']);
    });
    await until('it is saved', async () => (await stored(eventId)).join() === 'Two,One,Three');
    await page.getByRole('button', { name: 'Undo' }).click();
    await until('it is as before', async () => (await stored(eventId)).join() === 'Three,Two,One');
    await close();
  });

  test('while it sells: figures live, the least capacity is said at its field, both of two edits are kept, the sale stops and goes on', async () => {
    const { eventId, slug, skus } = await makeEvent(on, host, {
      ticketTypes: [
        { name: 'Regular', capacity: 50 },
        { name: 'Balcony', capacity: 5 },
      ],
    });
    const [sku] = skus;
    const { page, close } = await openDashboard(browser, on, manager, { path: pathOf(eventId) });
    const row = page.locator('.ticket-type').filter({ hasText: 'Regular' });
    await row.getByText('0 sold · 0 held · 50 left').waitFor();
    await hold(on, host, { slug, items: [{ sku, quantity: 7 }] });
    await row.getByText('0 sold · 7 held · 43 left').waitFor();
    await assertAccessible(page, 'ticket types on sale');

    await page.getByRole('button', { name: 'Edit Regular' }).click();
    const capacity = page.getByLabel('Quantity available');
    await capacity.fill('6');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Must be at least 7, because 0 are sold and 7 are on hold.').waitFor();

    // Somebody else changes the limit and the number meanwhile: of the number both are shown.
    const { body } = await askDashboard(on, `${pathOf(eventId)}/${sku}`, {
      as: manager,
      method: 'PATCH',
      body: { version: 1, capacity: 45, maximumPerOrder: 3 },
    });
    assert.equal(body.ticketType.version, 2);
    await capacity.fill('60');
    await page.getByLabel('Price').fill('20000');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Someone else changed this while you were editing').waitFor();
    await page.getByLabel('Theirs').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('keep the old price').first().waitFor();
    await row.getByText('Up to 3 per order').waitFor();
    await row.getByText('of 45').waitFor();
    await row.getByText('₦20,000.00').waitFor();

    const status = async (): Promise<string> =>
      (await ask(on, `/events/${slug}/tickets`, { key: host })).body.data[0].status;
    await page.getByRole('button', { name: 'Actions for Regular' }).click();
    await page.getByRole('button', { name: 'Stop sales', exact: true }).click();
    await row.getByText('Sale ended', { exact: true }).waitFor();
    await untilEqual('SALE_ENDED', status);
    await row.getByRole('button', { name: 'Resume sales' }).click();
    await row.getByText('On sale', { exact: true }).waitFor();
    await untilEqual('AVAILABLE', status);
    await page.getByRole('button', { name: 'Stop all sales' }).click();
    await page.getByText('2 sales stopped').waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await row.getByText('On sale', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Actions for Balcony' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Delete ticket type' }).click();
    await page.getByText('Balcony deleted.').waitFor();
    assert.deepEqual(await stored(eventId), ['Regular']);
    await close();
  });

  test('two share one stock: made, live, never below what is held, changed and dissolved', async () => {
    const { eventId, slug, skus } = await makeEvent(on, host, {
      ticketTypes: [
        { name: 'Early bird', capacity: 50 },
        { name: 'Regular', capacity: 300 },
      ],
    });
    const { page, close } = await openDashboard(browser, on, manager, {
      path: pathOf(eventId),
      viewport: PHONE,
    });
    await page.getByRole('button', { name: 'Share capacity' }).click();
    const dialog = page.getByRole('dialog');
    await untilEqual(true, () => dialog.getByLabel('Early bird').isChecked());
    await dialog.getByLabel('Name').fill('Main hall');
    await dialog.getByLabel('Total quantity').fill('60');
    await assertAccessible(page, 'a stock to share');
    await dialog.getByRole('button', { name: 'Share capacity' }).click();
    const pool = page.locator('.pool').filter({ hasText: 'Main hall' });
    await pool.getByText('0 sold · 0 held · 60 left').waitFor();
    const early = page.locator('.ticket-type').filter({ hasText: 'Shares Main hall' }).first();
    await early.getByText('50 left').waitFor();
    await hold(on, host, { slug, items: [{ sku: skus[1], quantity: 9 }] });
    await hold(on, host, { slug, items: [{ sku: skus[0], quantity: 5 }] });
    await pool.getByText('0 sold · 14 held · 46 left').waitFor();
    await pool.getByText('Regular: 9 taken').waitFor();
    await early.getByText('0 sold · 5 held · 45 left').waitFor();
    await assertAccessible(page, 'a shared stock');
    await untilFits(page);

    await page.getByRole('button', { name: 'Edit Main hall' }).click();
    await dialog.getByLabel('Total quantity').fill('13');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Must be at least 14').waitFor();
    await dialog.getByLabel('Total quantity').fill('14');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await pool.getByText('0 left').waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await pool.getByText('46 left').waitFor();

    await page.getByRole('button', { name: 'Actions for Main hall' }).click();
    await page.getByRole('button', { name: 'Stop sharing', exact: true }).click();
    await dialog.getByText('Early bird 50, Regular 300').waitFor();
    await page.getByRole('button', { name: 'Stop sharing capacity' }).click();
    await pool.waitFor({ state: 'detached' });
    await page.getByText('0 sold · 9 held · 291 left').waitFor();
    await close();
  });
});

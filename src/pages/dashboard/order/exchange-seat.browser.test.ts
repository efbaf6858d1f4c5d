import assert from 'node:assert/strict';
import { after, afterEach, before, suite, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchBrowser } from '../../../../test/harness/browser.ts';
import { pay, untilStatus } from '../../../../test/harness/buy.ts';
import { makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { assertAccessible, DESK, openDashboard, PHONE } from '../../../../test/harness/open-dashboard.ts';
import { signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { addPrice } from '../../checkout/embed/embed.fixture.ts';
import { checkInvariants } from '../../../invariants/check-invariants.ts';
import { onSeats, sellSeats } from '../../../orders/exchange/exchange.fixture.ts';

import { untilEqual } from '../../../../test/harness/until.ts';
import { pressAt, untilFits } from '../../../../test/harness/at-page.ts';

suite('a seat is changed on the page of an order', () => {
  let on: TestApp;
  let browser: Browser;
  let host: TestHost;
  let manager: SignedIn;
  let seats: ReturnType<typeof onSeats>;
  before(async () => {
    [on, browser] = await Promise.all([startTestApp(), launchBrowser()]);
    host = await makeHost(on);
    manager = await signInAs(on, host, { role: 'manager' });
    seats = onSeats(on, host);
  });
  after(async () => {
    await browser.close();
    await on.close();
  });
  afterEach(async () => assert.deepEqual(await checkInvariants(on.app.database), []));

  const open = (reference: string, viewport = DESK) =>
    openDashboard(browser, on, manager, { path: `/hosts/${host.hostId}/orders/${reference}`, viewport });
  /** The dialog, once the map is there, with the first seat of the map in focus. */
  async function openDialog(page: Page): Promise<{ dialog: Locator; map: Locator }> {
    await page.getByRole('button', { name: 'Actions for ticket 1' }).click();
    await page.getByRole('button', { name: 'Change seat' }).click();
    const dialog = page.getByRole('dialog');
    const map = dialog.getByRole('application', { name: 'Seat map' });
    await map.waitFor();
    await map.getByRole('checkbox').focus();
    return { dialog, map };
  }

  /** The seat of the map that the keyboard is at. */
  const seatOf = (dialog: Locator, name = ''): Locator =>
    dialog.getByRole('application').getByRole('checkbox', { name });

  for (const [where, viewport] of [
    ['a desk', DESK],
    ['a phone', PHONE],
  ] as const)
    test(`to one of the same price, on ${where}: the ticket has it at once, and the page tells of it`, async () => {
      const sale = await sellSeats(on, host);
      const { page, close } = await open(sale.reference, viewport);
      const { dialog } = await openDialog(page);
      // Its own is taken, as that of its neighbour is.
      await dialog.getByRole('checkbox', { name: 'Stalls, row A, seat 1, Taken' }).waitFor();
      await dialog.getByRole('button', { name: 'Change seat' }).click();
      await dialog.getByText('Choose a seat on the map.').waitFor();
      await seatOf(dialog).press('End');
      await pressAt(seatOf(dialog, 'seat 6'), 'Enter');
      await dialog.getByRole('button', { name: 'Remove Stalls, row A, seat 6' }).waitFor();
      await dialog
        .getByText('The seat changes at once, and we e-mail the ticket with a new code to ada@example.com')
        .waitFor();
      await assertAccessible(page, `the change of a seat on ${where}`);
      await untilFits(page, 'the dialog');
      // Choosing another deselects the first.
      await seatOf(dialog).press('ArrowLeft');
      await pressAt(seatOf(dialog, 'seat 5'), 'Enter');
      await dialog.getByRole('button', { name: 'Remove Stalls, row A, seat 5' }).waitFor();
      await dialog.getByRole('button', { name: /seat 6$/ }).waitFor({ state: 'detached' });
      await dialog.getByRole('button', { name: 'Change seat' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByText('Seat changed.').waitFor();
      await page.getByText('Stalls, row A, seat 5').first().waitFor();
      const story = page.getByRole('region', { name: 'History' });
      await story.getByText('Seat of ticket 1 changed from Stalls · A · 1 to Stalls · A · 5').waitFor();
      assert.equal(await seats.seatOf(sale.ticketIds[0] ?? ''), sale.backSeats[4]);
      await close();
    });

  test('a house seat is given away by a person’s yes alone, and by one for each seat', async () => {
    const sale = await sellSeats(on, host);
    await on.app.database.query(
      `UPDATE seats SET blocked_reason = 'Critics', blocked_color = 1 WHERE id = ANY ($1)`,
      [sale.backSeats.slice(4)],
    );
    const { page, close } = await open(sale.reference, PHONE);
    const { dialog } = await openDialog(page);
    await pressAt(seatOf(dialog), 'End');
    await pressAt(seatOf(dialog, 'seat 6'), 'Enter');
    const yes = dialog.getByRole('checkbox', { name: 'Release this house seat' });
    await yes.waitFor();
    await untilEqual(false, () => yes.isChecked());
    await assertAccessible(page, 'the question about a house seat');
    await untilFits(page, 'the question');
    await dialog.getByRole('button', { name: 'Change seat' }).click();
    await dialog.getByText(/is a house seat \(Critics\): confirm that you want to release it/).waitFor();
    assert.equal(await seats.seatOf(sale.ticketIds[0] ?? ''), sale.backSeats[0]);
    await yes.check();
    // Another house seat is another question.
    await seatOf(dialog).press('ArrowLeft');
    await pressAt(seatOf(dialog, 'seat 5'), 'Enter');
    await dialog.getByRole('button', { name: 'Remove Stalls, row A, seat 5' }).waitFor();
    await untilEqual(false, () => yes.isChecked());
    await yes.press('Space');
    await dialog.getByRole('button', { name: 'Change seat' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await seats.seatOf(sale.ticketIds[0] ?? ''), sale.backSeats[4]);
    await close();
  });

  test('a cheaper price of the seat is said before, with what becomes of the difference', async () => {
    const sale = await sellSeats(on, host);
    const hall = { eventId: sale.eventId, skus: [sale.front] };
    await addPrice(on, host, hall, { name: 'Child', priceMinor: 500_000 });
    const { page, close } = await open(sale.reference, PHONE);
    const { dialog } = await openDialog(page);
    await pressAt(seatOf(dialog), 'PageDown');
    await pressAt(seatOf(dialog, 'row B'), 'Enter');
    await dialog.getByRole('radio', { name: /^Ask for the difference/ }).waitFor();
    await dialog
      .getByRole('combobox', { name: 'Price of Stalls, row B, seat 1' })
      .selectOption('Child, ₦5,000.00');
    await dialog.getByRole('group', { name: 'It costs ₦5,250.00 less than this ticket' }).waitFor();
    await assertAccessible(page, 'the change to a cheaper seat');
    // The one way of a role that can't give money back: it needs no press.
    await untilEqual(true, () => dialog.getByRole('radio', { name: /^Keep it/ }).isChecked());
    await dialog.getByRole('button', { name: 'Change seat', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await seats.seatOf(sale.ticketIds[0] ?? ''), sale.frontSeats[0]);
    await close();
  });

  test('to a better one: it is asked for, waits on the page, and moves when it is paid', async () => {
    const sale = await sellSeats(on, host);
    const { page, close } = await open(sale.reference);
    const { dialog } = await openDialog(page);
    await pressAt(seatOf(dialog), 'PageDown');
    await pressAt(seatOf(dialog, 'row B'), 'Enter');
    await dialog.getByRole('radio', { name: /^Ask for the difference/ }).waitFor();
    await assertAccessible(page, 'the change to a better seat');
    await dialog.getByRole('radio', { name: /^Waive it/ }).check();
    await dialog.getByRole('button', { name: 'Change seat' }).waitFor();
    await dialog.getByRole('radio', { name: /^Ask for the difference/ }).check();
    await dialog.getByRole('button', { name: /^Ask for ₦/ }).click();
    await dialog.waitFor({ state: 'detached' });
    const link = page
      .getByRole('listitem')
      .filter({ hasText: 'ticket 1, from Stalls · A · 1' })
      .getByRole('link');
    const reference = (await link.textContent()) ?? '';
    await link.click();
    await page.getByText('Change of seat').first().waitFor();
    await page.getByRole('link', { name: sale.reference }).waitFor();
    const { rows } = await on.app.database.query<{ url: string }>(
      'SELECT checkout_url AS url FROM orders WHERE reference = $1',
      [reference],
    );
    await pay(rows[0]?.url ?? '');
    await untilStatus(on, reference, 'confirmed');
    await page.getByRole('link', { name: sale.reference }).click();
    await page.getByText(`paid by order ${reference}`).waitFor();
    assert.notEqual(await seats.seatOf(sale.ticketIds[0] ?? ''), sale.backSeats[0]);
    await close();
  });
});

import assert from 'node:assert/strict';
import { after, afterEach, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../../../test/harness/browser.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { assertAccessible, openDashboard, PHONE } from '../../../../test/harness/open-dashboard.ts';
import { signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { untilEqual } from '../../../../test/harness/until.ts';
import { addPrice, held, makeHall } from '../../checkout/embed/embed.fixture.ts';
import { checkInvariants } from '../../../invariants/check-invariants.ts';
import { boxOf, middleOf, pressAt, untilFits } from '../../../../test/harness/at-page.ts';

suite('orders that a member makes', () => {
  let on: TestApp;
  let browser: Browser;
  let host: TestHost;
  let manager: SignedIn;
  before(async () => {
    [on, browser] = await Promise.all([startTestApp(), launchBrowser()]);
    host = await makeHost(on);
    manager = await signInAs(on, host, { role: 'manager' });
  });
  after(async () => {
    await browser.close();
    await on.close();
  });
  afterEach(async () => assert.deepEqual(await checkInvariants(on.app.database), []));

  const open = (eventId: string, query: string) =>
    openDashboard(browser, on, manager, {
      path: `/hosts/${host.hostId}/events/${eventId}/guests/add${query}`,
    });

  const fillBuyer = async (page: Page): Promise<void> => {
    await page.getByLabel('First name').fill('Ngozi');
    await page.getByLabel('Last name').fill('Ade');
    await page.getByLabel('E-mail').fill('ngozi@example.com');
  };

  const ordersOf = async (eventId: string) => {
    const { rows } = await on.app.database.query<Record<string, unknown>>(
      'SELECT source, status, total_minor, paid_by, note, email FROM orders WHERE event_id = $1 ORDER BY id',
      [eventId],
    );
    return rows;
  };

  test('two tickets are sold for cash at another price, and the form is ready for the next buyer', async () => {
    const { eventId } = await makeEvent(on, host, {
      ticketTypes: [{ name: 'Regular', capacity: 5, priceMinor: 1_500_000 }],
    });
    const { page, close } = await open(eventId, '?way=counter');
    await page.getByRole('button', { name: /^Sell/ }).click();
    await page.getByText('Choose at least one ticket.').waitFor();
    await page.getByRole('button', { name: 'One Regular more' }).click();
    await page.getByRole('button', { name: 'One Regular more' }).click();
    await page.getByRole('button', { name: 'Sell for ₦30,000' }).waitFor();
    await page.getByLabel('Price of one Regular').fill('12,000');
    await fillBuyer(page);
    await page.getByRole('radio', { name: 'By transfer' }).check();
    await page.getByLabel('Note').fill('Slip 17');
    await assertAccessible(page, 'the counter');
    await page.setViewportSize(PHONE);
    await assertAccessible(page, 'the counter on a phone');
    await untilFits(page);
    await page.getByRole('button', { name: 'Sell for ₦24,000' }).click();
    await page
      .getByText('Sold 2 tickets for ₦24,000.00. We are sending them to ngozi@example.com.')
      .waitFor();
    await page.getByText('3 left').waitFor();
    await untilEqual('', () => page.getByLabel('First name').inputValue());
    assert.deepEqual(await ordersOf(eventId), [
      {
        source: 'host',
        status: 'confirmed',
        total_minor: 2_400_000,
        paid_by: 'transfer',
        note: 'Slip 17',
        email: 'ngozi@example.com',
      },
    ]);
    // More than are left: said where it is typed.
    await page.getByLabel('Quantity of Regular').fill('4');
    await fillBuyer(page);
    await page.getByRole('button', { name: /^Sell/ }).click();
    await page.getByText('Of Regular 3 are left.').waitFor();
    await close();
  });

  test('two seats are chosen on the map, by key and by pointer, and given away; a held one is not to be had', async () => {
    const { eventId, slug, seatIds } = await makeHall(on, host, { seatsPerType: 6 });
    await held(on, slug, { items: [], seatIds: [seatIds[2] ?? ''] });
    const { page, close } = await open(eventId, '');
    const map = page.getByRole('application', { name: 'Seat map' });
    await map.waitFor();
    const seat = (nr: number) => map.getByRole('checkbox', { name: `Stalls, row A, seat ${nr},` });
    await seat(1).press('Enter');
    await page.getByRole('button', { name: 'Remove Stalls, row A, seat 1' }).waitFor();
    await pressAt(seat(1), 'ArrowRight');
    await pressAt(seat(2), 'Space');
    await page.getByRole('button', { name: 'Remove Stalls, row A, seat 2' }).waitFor();
    await pressAt(seat(2), 'ArrowRight');
    await page.getByRole('checkbox', { name: 'Stalls, row A, seat 3, Taken' }).waitFor();
    await pressAt(seat(3), 'Enter');
    await page.getByText('Stalls, row A, seat 3 is taken.').waitFor();
    // The pointer: the seat of the keyboard is where its button stands.
    await pressAt(seat(3), 'ArrowRight');
    const { x, y } = middleOf(await boxOf(seat(4)));
    await page.mouse.click(x, y);
    await page.getByRole('button', { name: 'Remove Stalls, row A, seat 4' }).click();
    await page.getByText('2 seats chosen').waitFor();
    await fillBuyer(page);
    await assertAccessible(page, 'seats to give away');
    await page.setViewportSize(PHONE);
    await assertAccessible(page, 'seats to give away, on a phone');
    await untilFits(page);
    await page.getByRole('button', { name: 'Give tickets' }).click();
    await page.getByText('Gave away 2 tickets. We are sending them to ngozi@example.com.').waitFor();
    const { rows } = await on.app.database.query<{ id: string }>(
      'SELECT s.id FROM seats AS s WHERE s.event_id = $1 AND s.is_sold ORDER BY s.x',
      [eventId],
    );
    assert.deepEqual(
      rows.map(({ id }) => id),
      seatIds.slice(0, 2),
    );
    assert.deepEqual(
      (await ordersOf(eventId)).map(({ source, total_minor: total }) => [source, total]),
      [['complimentary', 0]],
    );
    await close();
  });

  test('one seat is sold at its own price and one at a further one: the sum and the tickets say so', async () => {
    const hall = await makeHall(on, host, { seatsPerType: 6 });
    const { eventId } = hall;
    await addPrice(on, host, hall);
    const { page, close } = await open(eventId, '?way=counter');
    const map = page.getByRole('application', { name: 'Seat map' });
    await map.getByRole('checkbox', { name: /seat 1/ }).press('Enter');
    await pressAt(map.getByRole('checkbox', { name: /seat 1/ }), 'ArrowRight');
    await pressAt(map.getByRole('checkbox', { name: /seat 2/ }), 'Enter');
    await page.getByLabel('Price of Stalls, row A, seat 1').selectOption('Child, ₦10,000.00');
    await fillBuyer(page);
    await page.setViewportSize(PHONE);
    await assertAccessible(page, 'a seat at a further price, on a phone');
    await untilFits(page);
    await page.getByRole('button', { name: 'Sell for ₦30,000.00' }).click();
    await page.getByText(/sending them to ngozi@example.com/).waitFor();
    const { rows } = await on.app.database.query<{ told: string }>(
      `SELECT s.seat_label || ' ' || type.name AS told FROM tickets AS t JOIN seats AS s ON s.id = t.seat_id
         JOIN ticket_types AS type ON type.id = t.ticket_type_id WHERE t.event_id = $1 ORDER BY 1`,
      [eventId],
    );
    assert.deepEqual(
      rows.map(({ told }) => told),
      ['1 Child', '2 Front'],
    );
    await close();
  });

  test('a seat that a buyer takes meanwhile is let go, and named', async () => {
    const { eventId, slug, seatIds } = await makeHall(on, host);
    const { page, close } = await open(eventId, '?way=counter');
    const map = page.getByRole('application', { name: 'Seat map' });
    await map.getByRole('checkbox').press('Enter');
    await page.getByRole('button', { name: /^Remove/ }).waitFor();
    await held(on, slug, { items: [], seatIds: [seatIds[0] ?? ''] });
    await page.getByText('Someone else took Stalls, row A, seat 1. Choose other seats.').waitFor();
    await untilEqual(0, () => page.getByRole('button', { name: /^Remove/ }).count());
    await close();
  });

  test('a draft has nothing to sell, and says why', async () => {
    const { eventId } = await makeEvent(on, host, { status: 'DRAFT', ticketTypes: [{}] });
    const { page, close } = await open(eventId, '?way=counter');
    await page.getByText('This event is a draft.', { exact: false }).waitFor();
    await close();
  });
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FrameLocator, Locator, Route } from 'playwright-core';
import { addPrice, held, makeHall } from '../../src/pages/checkout/embed/embed.fixture.ts';
import { until, untilEqual } from '../harness/until.ts';
import {
  button,
  fillIn,
  goToPayment,
  heading,
  payWith,
  ready,
  referenceIn,
  startShop,
  visit,
  type Shop,
} from './embed.fixture.ts';

let shop: Shop;
before(async () => {
  shop = await startShop();
});
after(() => shop.close());

/** A row of six, for ₦20,000 each, and for children ₦10,000. */
async function openHall({ ownLimit = null as number | null } = {}) {
  const hall = await makeHall(shop.on, shop.host, {
    seatsPerType: 6,
    event: { ticketTypes: [{ kind: 'SEATED', name: 'Adult', priceMinor: 2_000_000, capacity: 6 }] },
  });
  const child = await addPrice(shop.on, shop.host, hall, { ownLimit });
  return { ...hall, child };
}

const seat = (frame: FrameLocator, name: string): Locator =>
  frame.getByRole('checkbox', { name: new RegExp(`^Seat ${name}, `) });
const priceOf = (frame: FrameLocator, name: string): Locator =>
  frame.getByRole('combobox', { name: `Price of Stalls, row A, seat ${name}` });
const chosenPrice = (frame: FrameLocator, name: string): Promise<string | null> =>
  priceOf(frame, name).locator('option:checked').textContent();

async function atList(slug: string) {
  const visited = await visit(shop, { slug });
  await button(visited.frame, 'List').click();
  return visited;
}

const boughtAs = async (reference: string): Promise<string[]> => {
  const { rows } = await shop.on.app.database.query<{ told: string }>(
    `SELECT s.row_label || s.seat_label || ' ' || type.name AS told FROM tickets AS t JOIN seats AS s ON s.id = t.seat_id
       JOIN orders AS o ON o.id = t.order_id JOIN ticket_types AS type ON type.id = t.ticket_type_id
      WHERE o.reference = $1 ORDER BY told`,
    [reference],
  );
  return rows.map(({ told }) => told);
};

test('one seat is bought for an adult and one for a child: each says its price, and the tickets say which is which', async () => {
  const { slug } = await openHall();
  const { frame, page, close } = await atList(slug);
  await seat(frame, '2').click();
  await seat(frame, '3').click();
  await untilEqual('Adult, ₦20,000.00', () => chosenPrice(frame, '3'));
  await priceOf(frame, '2').selectOption({ label: 'Child, ₦10,000.00' });
  // With the fee of each.
  await frame.getByRole('complementary').getByText('₦31,700.00').waitFor();
  await button(frame, 'Continue').click();
  await heading(frame, 'Your details').waitFor();

  // Back to the seats, and after a reload, the choice is what it was.
  await page.evaluate('history.back()');
  await priceOf(frame, '2').waitFor();
  await page.reload();
  await priceOf(frame, '2').waitFor();
  await untilEqual(['Child, ₦10,000.00', 'Adult, ₦20,000.00'], async () => [
    await chosenPrice(frame, '2'),
    await chosenPrice(frame, '3'),
  ]);
  await button(frame, 'Continue').click();
  await fillIn(frame);
  await goToPayment(frame);
  await payWith(frame, 'Payment succeeds');
  await ready(frame);
  assert.deepEqual(await boughtAs(await referenceIn(frame)), ['A2 Child', 'A3 Adult']);
  await close();
});

test('a price that is used up meanwhile is said, and the seats are kept at their own', async () => {
  const { slug, seatIds, child } = await openHall({ ownLimit: 1 });
  const { frame, page, close } = await atList(slug);
  await seat(frame, '2').click();
  await seat(frame, '3').click();
  await priceOf(frame, '2').selectOption({ label: 'Child, ₦10,000.00' });
  const ofOther = priceOf(frame, '3').getByRole('option', { name: /^Child/ });
  await untilEqual(true, () => ofOther.isDisabled(), 'there is one only');
  // Somebody is faster by a moment: any earlier, and the open map would say so before.
  const takeIt = async (route: Route): Promise<void> => {
    await held(shop.on, slug, { seatIds: seatIds.slice(5), seatTypes: { [seatIds[5] ?? '']: child } });
    await route.continue();
  };
  await page.route('**/reservations', takeIt, { times: 1 });
  await button(frame, 'Continue').click();
  await frame
    .getByText('Child is no longer available: Stalls, row A, seat 2 is Adult now, ₦20,000.00.')
    .waitFor();
  await button(frame, 'Continue').click();
  await fillIn(frame);
  await goToPayment(frame);
  await payWith(frame, 'Payment succeeds');
  await ready(frame);
  assert.deepEqual(await boughtAs(await referenceIn(frame)), ['A2 Adult', 'A3 Adult']);
  await close();
});

test('a price that the host adds while the map is open can be chosen for a seat that was chosen before', async () => {
  const hall = await makeHall(shop.on, shop.host, { seatsPerType: 6 });
  const { frame, close } = await atList(hall.slug);
  await seat(frame, '2').click();
  await untilEqual(0, () => priceOf(frame, '2').count());
  await addPrice(shop.on, shop.host, hall);
  await priceOf(frame, '2').selectOption({ label: 'Child, ₦10,000.00' });
  await frame.getByRole('complementary').getByText('₦10,600.00').waitFor();
  await close();
});

test('if the own price is over, a seat for which no other one is left is removed, and that is said', async () => {
  const { slug, eventId, skus, ...hall } = await openHall({ ownLimit: 1 });
  await addPrice(shop.on, shop.host, { eventId, skus }, { name: 'Regular', ownLimit: 1 });
  await shop.on.app.database.query(
    `UPDATE ticket_types SET sale_starts_at = now() - interval '2 days', sale_ends_at = now() - interval '1 day' WHERE id = $1`,
    [skus[0]],
  );
  const { frame, close } = await atList(slug);
  await seat(frame, '2').click();
  await seat(frame, '3').click();
  await frame
    .getByText('Child is no longer available: Stalls, row A, seat 3 is Regular now, ₦10,000.00.')
    .waitFor();
  await seat(frame, '4').click();
  await frame.getByText('No price is left for Stalls, row A, seat 4. Your other seats are kept.').waitFor();
  await untilEqual(['Child, ₦10,000.00', 'Regular, ₦10,000.00', false], async () => [
    await chosenPrice(frame, '2'),
    await chosenPrice(frame, '3'),
    await seat(frame, '4').isChecked(),
  ]);
  // Somebody has the last one for a child: with none left for it, the seat goes.
  await held(shop.on, slug, {
    seatIds: hall.seatIds.slice(5),
    seatTypes: { [hall.seatIds[5] ?? '']: hall.child },
  });
  await button(frame, 'Continue').click();
  await frame.getByText('No price is left for Stalls, row A, seat 2. Your other seats are kept.').waitFor();
  await untilEqual('Regular, ₦10,000.00', () => chosenPrice(frame, '3'));
  await close();
});

test('the best seats are asked for at each price', async () => {
  const { slug } = await openHall();
  const { frame, close } = await visit(shop, { slug });
  await button(frame, 'Best available').click();
  const more = (price: string): Locator =>
    frame.getByRole('group', { name: price }).getByRole('button', { name: 'One more' });
  await more('Child, ₦10,000.00').click();
  await button(frame, 'Find seats').click();
  const prices = frame.locator('.seat-chosen').getByRole('combobox', { name: /^Price of/ });
  await prices.nth(2).waitFor();
  await untilEqual(['Adult, ₦20,000.00', 'Adult, ₦20,000.00', 'Child, ₦10,000.00'], async () =>
    (await prices.locator('option:checked').allTextContents()).toSorted(),
  );
  await close();
});

test('on a phone’s map the price is chosen beside the seat, a notice moves nothing, and seats are named before anything is typed', async () => {
  const { slug, seatIds } = await openHall();
  await held(shop.on, slug, { seatIds: seatIds.slice(1, 2) });
  const { frame, look, close } = await visit(shop, { slug });
  const onMap = (name: string): Locator =>
    frame.getByRole('checkbox', { name: new RegExp(`^Stalls, row A, seat ${name}, `) });
  await onMap('1').press('Enter');
  await frame.locator('.seat-ask').getByRole('combobox').selectOption({ label: 'Child, ₦10,000.00' });
  await untilEqual(
    2,
    () => priceOf(frame, '1').count(),
    'beside the seat, and in the list of the chosen ones',
  );
  await untilEqual('Child, ₦10,000.00', () =>
    priceOf(frame, '1').last().locator('option:checked').textContent(),
  );

  // It covers other seats: a press beside it closes it.
  await frame.locator('canvas').click({ position: { x: 3, y: 3 } });
  await frame.locator('.seat-ask').waitFor({ state: 'hidden' });
  await untilEqual(1, () => priceOf(frame, '1').count(), 'in the list it stays');

  // The upper edge of the map, wherever the page is scrolled to.
  const MAP = `document.querySelector('canvas').getBoundingClientRect().top + scrollY`;
  const mapAt = await until('the map', () => look<number>(MAP));
  await onMap('1').press('ArrowRight');
  await onMap('2').press('Enter');
  await frame.getByText('Stalls, row A, seat 2 is taken.').waitFor();
  await untilEqual(mapAt, () => look<number>(MAP));
  await untilEqual(
    true,
    () =>
      look(`document.querySelector('.seat-notices').getBoundingClientRect().bottom
        <= document.querySelector('.bar').getBoundingClientRect().top`),
    'it is in sight, above the bar with the total',
  );
  // Its own place is below the map: with the map's end at the bar it stands over the map.
  const boxIn = (element: string): string => `document.querySelector('${element}').getBoundingClientRect()`;
  await look(`scrollBy(0, ${boxIn('.seat-map')}.bottom - ${boxIn('.bar')}.top)`);
  await untilEqual(
    [true, false],
    () =>
      look(
        `['.seat-map', '.seat-zoom'].map((under) => ${boxIn('.seat-notices')}.top < document.querySelector(under).getBoundingClientRect().bottom)`,
      ),
    'it covers a part of the map, and none of the zoom buttons',
  );

  await button(frame, 'Continue').click();
  await heading(frame, 'Your details').waitFor();
  const order = frame.getByRole('complementary').getByRole('term');
  await untilEqual('1 × ChildStalls, row A, seat 1', () => order.first().textContent());
  await untilEqual(
    true,
    () =>
      look(`document.querySelector('dt').getBoundingClientRect().bottom
        <= document.querySelector('form').getBoundingClientRect().top`),
    'it is above the form',
  );
  await close();
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FrameLocator, Locator } from 'playwright-core';
import { held, makeHall, postHold, type Hall } from '../../src/pages/checkout/embed/embed.fixture.ts';
import { createSeats } from '../../src/inventory/seats/create-seats.ts';
import { lapse } from '../harness/buy.ts';
import { until, untilEqual } from '../harness/until.ts';
import {
  button,
  DESK,
  fillIn,
  goToPayment,
  heading,
  LOOKS,
  payWith,
  PHONE,
  ready,
  referenceIn,
  startShop,
  visit,
  withClock,
  type Shop,
  type Visit,
  type VisitOptions,
} from './embed.fixture.ts';
import { boxOf, hasFocus, middleOf, untilFocused } from '../harness/at-page.ts';

let shop: Shop;
before(async () => {
  shop = await startShop();
});
after(() => shop.close());

/** A hall of one row of six in the stalls. */
const openHall = () => makeHall(shop.on, shop.host, { seatsPerType: 6 });

/** At the seats of the hall, in the view that is asked for. */
async function atSeats(options: VisitOptions & { view: 'Map' | 'List' }): Promise<Visit> {
  const { view, ...rest } = options;
  const visited = await visit(shop, rest);
  await button(visited.frame, view).click();
  return visited;
}

const seat = (frame: FrameLocator, name: string): Locator =>
  frame.getByRole('checkbox', { name: new RegExp(`^Seat ${name}, `) });

const letGo = (frame: FrameLocator): Locator => frame.getByRole('button', { name: /^Remove / });

const chosen = async (frame: FrameLocator): Promise<string[]> =>
  Promise.all((await letGo(frame).all()).map(async (one) => (await one.getAttribute('aria-label')) ?? ''));

const seatsOf = async (reference: string): Promise<string[]> => {
  const { rows } = await shop.on.app.database.query<{ seat: string }>(
    `SELECT s.row_label || s.seat_label AS seat FROM tickets AS t
       JOIN seats AS s ON s.id = t.seat_id JOIN orders AS o ON o.id = t.order_id
      WHERE o.reference = $1 ORDER BY seat`,
    [reference],
  );
  return rows.map((row) => row.seat);
};

// The map is touched or clicked on; of the list, the browser makes the same at any size.
for (const { viewport, theme, view } of [
  ...LOOKS.map((look) => ({ ...look, view: 'Map' as const })),
  { viewport: PHONE, theme: 'dark', view: 'List' as const },
]) {
  test(`two seats are chosen in the ${view.toLowerCase()}, paid in the frame and shown: ${viewport.width} wide, ${theme}`, async () => {
    const { slug } = await openHall();
    const query = `?theme=${theme}`;
    const visited = await atSeats({
      slug,
      viewport,
      query,
      view,
      storage: 'none',
      hasTouch: viewport === PHONE,
      // Seats stay where they are while they are aimed at.
      reducedMotion: 'reduce',
    });
    const { frame, close } = visited;
    if (view === 'List') {
      await seat(frame, '3').click();
      await seat(frame, '4').click();
      await until('two seats', async () => (await letGo(frame).count()) === 2);
    } else {
      await tapTwoSeats(visited, viewport === PHONE);
    }
    const names = await chosen(frame);
    await button(frame, 'Continue').click();
    await fillIn(frame);
    await goToPayment(frame);
    await payWith(frame, 'Payment succeeds');
    await ready(frame);
    const bought = await seatsOf(await referenceIn(frame));
    assert.deepEqual(
      names.toSorted(),
      bought.map((name) => `Remove Stalls, row A, seat ${name.slice(1)}`),
    );
    for (const name of bought) {
      const told = new RegExp(`Stalls.*\\bA\\b.*\\b${name.slice(1)}$`);
      await frame.getByRole('definition').filter({ hasText: told }).waitFor();
    }
    await close();
  });
}

/** By finger or mouse, where the map's own keyboard seat says that the seats are. */
async function tapTwoSeats({ page, frame, look }: Visit, isTouch: boolean): Promise<void> {
  const cursor = frame.getByRole('application', { name: 'Seat map' }).getByRole('checkbox');
  for (const taps of [1, 2]) {
    await cursor.press('ArrowRight');
    await look('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
    const { x, y } = middleOf(await boxOf(cursor));
    if (isTouch) await page.touchscreen.tap(x, y);
    else await page.mouse.click(x, y);
    await until('one more seat', async () => (await letGo(frame).count()) === taps);
  }
}

test('a seat that somebody else takes is shown as taken without a reload, and free again when it lapses', async () => {
  const { slug, seatIds } = await openHall();
  const { frame, close } = await atSeats({ slug, view: 'List' });
  await frame.getByRole('checkbox', { name: /^Seat 3, ₦/ }).waitFor();
  const { reservationToken } = await held(shop.on, slug, { seatIds: seatIds.slice(2, 3) });
  await frame.getByRole('checkbox', { name: 'Seat 3, Taken' }).waitFor();
  await frame.getByRole('group', { name: 'Row A, 5 free' }).waitFor();
  await lapse(shop.on, reservationToken);
  await frame.getByRole('checkbox', { name: /^Seat 3, ₦/ }).waitFor();
  await close();
});

test('two buyers want one seat: who comes second is told at once, and keeps the others', async () => {
  const { slug } = await openHall();
  const [first, second] = await Promise.all([
    atSeats({ slug, view: 'List' }),
    atSeats({ slug, view: 'List', viewport: DESK, storage: 'none' }),
  ]);
  await seat(first.frame, '3').click();
  await seat(second.frame, '3').click();
  await seat(second.frame, '4').click();
  await button(first.frame, 'Continue').click();
  await heading(first.frame, 'Your details').waitFor();
  await second.frame
    .getByRole('alert')
    .getByText('Someone was faster: Stalls, row A, seat 3 has just been taken. Your other seats are kept.')
    .waitFor();
  await untilEqual(['Remove Stalls, row A, seat 4'], () => chosen(second.frame));
  await button(second.frame, 'Continue').click();
  for (const [buyer, seats] of [
    [first, ['A3']],
    [second, ['A4']],
  ] as const) {
    await fillIn(buyer.frame);
    await goToPayment(buyer.frame);
    await payWith(buyer.frame, 'Payment succeeds');
    await ready(buyer.frame);
    assert.deepEqual(await seatsOf(await referenceIn(buyer.frame)), seats);
    await buyer.close();
  }
});

test('without live news it is the hold that tells who came second, and the other seats are kept too', async () => {
  const { slug, seatIds } = await openHall();
  const { frame, close } = await atSeats({
    slug,
    view: 'List',
    // A proxy that holds back a stream: nothing ever comes of it.
    prepare: (page) => page.route('**/seats/live', () => {}),
  });
  await seat(frame, '3').click();
  await seat(frame, '4').click();
  await held(shop.on, slug, { seatIds: seatIds.slice(2, 3) });
  await button(frame, 'Continue').click();
  await frame
    .getByRole('alert')
    .getByText('Someone was faster: Stalls, row A, seat 3 has just been taken. Your other seats are kept.')
    .waitFor();
  await untilEqual(['Remove Stalls, row A, seat 4'], () => chosen(frame));
  await button(frame, 'Continue').click();
  await heading(frame, 'Your details').waitFor();
  await close();
});

test('both press at the same moment: one gets the seat, and one is told', async () => {
  const { slug } = await openHall();
  const buyers = await Promise.all([atSeats({ slug, view: 'List' }), atSeats({ slug, view: 'List' })]);
  for (const { frame } of buyers) await seat(frame, '3').click();
  await Promise.all(buyers.map(({ frame }) => button(frame, 'Continue').click()));
  const outcomes = await Promise.all(
    buyers.map(async ({ frame }) => {
      const got = heading(frame, 'Your details');
      const told = frame.getByRole('alert').getByText('Someone was faster');
      await got.or(told).first().waitFor();
      return (await got.isVisible()) ? 'got it' : 'told';
    }),
  );
  assert.deepEqual(outcomes.toSorted(), ['got it', 'told']);
  for (const buyer of buyers) await buyer.close();
});

test('a buyer who goes back to the seats still has those that are held, and nobody was faster', async () => {
  const { slug, seatIds } = await openHall();
  const { page, frame, close } = await atSeats({ slug, view: 'List' });
  await seat(frame, '3').click();
  await seat(frame, '4').click();
  await button(frame, 'Continue').click();
  await button(frame, 'Change tickets').click();
  await button(frame, 'List').click();
  // News of another seat: by then the page has heard of its own ones as well.
  await held(shop.on, slug, { seatIds: seatIds.slice(5) });
  await frame.getByRole('checkbox', { name: 'Seat 6, Taken' }).waitFor();
  await untilEqual(2, async () => (await chosen(frame)).length);
  await untilEqual(0, () => frame.getByText('Someone was faster').count());
  await seat(frame, '2').click();
  await button(frame, 'Continue').click();
  await heading(frame, 'Your details').waitFor();
  await page.reload();
  await fillIn(frame);
  await goToPayment(frame);
  await payWith(frame, 'Payment succeeds');
  await ready(frame);
  assert.deepEqual(await seatsOf(await referenceIn(frame)), ['A2', 'A3', 'A4']);
  await close();
});

test('the best seats are found by their number alone', async () => {
  const { slug } = await openHall();
  const { frame, close } = await atSeats({ slug, view: 'Map' });
  await button(frame, 'Best available').click();
  await button(frame, 'One more').click();
  await button(frame, 'Find seats').click();
  await frame
    .getByRole('status')
    .getByText(/^We chose 3 together for you: Stalls, row A, seats \d–\d\.$/)
    .waitFor();
  await untilEqual(3, async () => (await chosen(frame)).length);
  await close();
});

test('seats lapse in mid-details and one is lost: the buyer is back at the seats, with the other one', async () => {
  const { slug, seatIds } = await openHall();
  const { page, frame, token, close } = await atSeats({
    slug,
    view: 'List',
    prepare: withClock,
  });
  await seat(frame, '3').click();
  await seat(frame, '4').click();
  await button(frame, 'Continue').click();
  await heading(frame, 'Your details').waitFor();
  await lapse(shop.on, token());
  await held(shop.on, slug, { seatIds: seatIds.slice(2, 3) });
  await page.clock.fastForward('10:00');
  await button(frame, 'Hold them again').click();
  await frame
    .getByRole('alert')
    .getByText(/^Someone was faster: Stalls, row A, seat 3 /)
    .waitFor();
  await untilEqual(['Remove Stalls, row A, seat 4'], () => chosen(frame));
  assert.equal(
    (await postHold(shop.on, slug, { seatIds: seatIds.slice(3, 4) })).status,
    201,
    'nobody holds seat 4',
  );
  await close();
});

/** The third seat goes, and a balcony comes, which is before the stalls in the map's order: every seat has another number. */
const changeHall = ({ eventId, skus, seatIds }: Hall): Promise<void> =>
  shop.on.app.database.transaction(async (tx) => {
    await tx.query('DELETE FROM seats WHERE id = $1', [seatIds[2]]);
    const balcony = { section: 'Balcony', rowLabel: 'Z', seatLabel: '1', x: 0, y: 9 };
    await createSeats(tx, eventId, [
      { ...balcony, ticketTypeId: skus[0] ?? '', isAccessible: false, isRestrictedView: false },
    ]);
  });

test('the host changes the seats under the buyers: what is still there stays chosen, and nobody loses their place', async () => {
  const [hall, other] = await Promise.all([openHall(), openHall()]);
  const [first, second, elsewhere] = await Promise.all([
    atSeats({ slug: hall.slug, view: 'List' }),
    atSeats({ slug: hall.slug, view: 'Map', reducedMotion: 'reduce' }),
    atSeats({ slug: other.slug, view: 'List' }),
  ]);
  for (const { frame } of [first, elsewhere]) {
    await seat(frame, '3').click();
    await seat(frame, '4').click();
  }
  await button(second.frame, 'Wheelchair places').click();
  await button(second.frame, 'Zoom in').click();
  await second.frame.getByRole('checkbox').focus();
  await Promise.all([first, second, elsewhere].map(({ look }) => look('window.wasHere = true')));
  await changeHall(hall);
  await first.frame
    .getByRole('alert')
    .getByText(
      'The host has changed the seats, and Stalls, row A, seat 3 is no longer there. Your other seats are kept.',
    )
    .waitFor();
  await untilEqual(['Remove Stalls, row A, seat 4'], () => chosen(first.frame));
  await untilFocused(seat(first.frame, '4'));
  await until(
    'the new map',
    async () =>
      (await second.look<number>(
        'performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("/seats")).length',
      )) > 1,
  );
  await untilFocused(second.frame.getByRole('checkbox', { name: /^Stalls, row A, seat 1, / }));
  await untilEqual('true', () => button(second.frame, 'Wheelchair places').getAttribute('aria-pressed'));
  await untilEqual(true, () => button(second.frame, 'Zoom out').isEnabled());
  for (const { look } of [first, second, elsewhere]) await untilEqual(true, () => look('window.wasHere'));
  await untilEqual(2, async () => (await chosen(elsewhere.frame)).length, 'another hall is none of this');
  await button(first.frame, 'Continue').click();
  await heading(first.frame, 'Your details').waitFor();
  for (const { close } of [first, second, elsewhere]) await close();
});

test('a standing area is tapped on the map, and bought in one order with a seat', async () => {
  const { slug, skus } = await makeHall(shop.on, shop.host, {
    seatsPerType: 6,
    event: {
      ticketTypes: [
        { kind: 'SEATED', name: 'Front', priceMinor: 2_000_000, capacity: 6 },
        { kind: 'GENERAL', name: 'Pit', priceMinor: 500_000, capacity: 50 },
      ],
    },
  });
  // Behind the only row, and most of what is seen.
  const points = [
    { x: -1, y: 3 },
    { x: 6, y: 3 },
    { x: 6, y: 12 },
    { x: -1, y: 12 },
  ];
  const pit = { type: 'standing', id: 'pit', label: 'Pit', points, ticketTypeId: skus[1] };
  const { frame, close } = await atSeats({
    slug,
    view: 'Map',
    reducedMotion: 'reduce',
    prepare: (opened) =>
      opened.route('**/seats', async (route) => {
        const response = await route.fetch();
        const answer = (await response.json()) as { data: object };
        await route.fulfill({ response, json: { ...answer, data: { ...answer.data, drawing: [pit] } } });
      }),
  });
  const more = button(frame, /one more.*Pit/i);
  await more.waitFor();
  const map = frame.locator('canvas');
  const { width, height } = (await map.boundingBox()) ?? fail();
  await until('the map to be drawn', async () => {
    await map.click({ position: { x: width / 2, y: height * 0.7 } });
    return hasFocus(more);
  });
  await button(frame, 'List').click();
  await seat(frame, '3').click();
  await button(frame, 'Continue').click();
  await fillIn(frame);
  await goToPayment(frame);
  await payWith(frame, 'Payment succeeds');
  await ready(frame);
  const reference = await referenceIn(frame);
  assert.deepEqual(await seatsOf(reference), ['A3']);
  const { rows } = await shop.on.app.database.query<{ sku: string }>(
    `SELECT t.ticket_type_id AS sku FROM tickets AS t JOIN orders AS o ON o.id = t.order_id
      WHERE o.reference = $1 AND t.seat_id IS NULL`,
    [reference],
  );
  assert.deepEqual(
    rows.map(({ sku }) => sku),
    skus.slice(1),
  );
  await close();
});

function fail(): never {
  throw new assert.AssertionError({ message: 'the map is not shown' });
}

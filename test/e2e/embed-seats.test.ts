import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FrameLocator, Locator } from 'playwright-core';
import { held, makeHall, postHold } from '../../src/checkout/embed/embed.fixture.ts';
import { lapse } from '../harness/buy.ts';
import { until } from '../harness/until.ts';
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

const letGo = (frame: FrameLocator): Locator => frame.getByRole('button', { name: /^Let go of / });

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
      bought.map((name) => `Let go of Stalls, row A, seat ${name.slice(1)}`),
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
    await cursor.focus();
    await page.keyboard.press('ArrowRight');
    await look('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
    const box = await cursor.boundingBox();
    assert.ok(box);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
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
  assert.deepEqual(await chosen(second.frame), ['Let go of Stalls, row A, seat 4']);
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
  assert.deepEqual(await chosen(frame), ['Let go of Stalls, row A, seat 4']);
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

test('whoever goes back to the seats still has those that are held, and nobody was faster', async () => {
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
  assert.equal((await chosen(frame)).length, 2);
  assert.equal(await frame.getByText('Someone was faster').count(), 0);
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
  assert.equal((await chosen(frame)).length, 3);
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
  assert.deepEqual(await chosen(frame), ['Let go of Stalls, row A, seat 4']);
  assert.equal(
    (await postHold(shop.on, slug, { seatIds: seatIds.slice(3, 4) })).status,
    201,
    'nobody holds seat 4',
  );
  await close();
});

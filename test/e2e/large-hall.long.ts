import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { CDPSession, FrameLocator, Locator } from 'playwright-core';
import { makeHall } from '../../src/pages/checkout/embed/embed.fixture.ts';
import { createSeats, type NewSeat } from '../../src/inventory/seats/create-seats.ts';
import { boundsOf, fitView, toPixel, type Pixel, type Point } from '../../src/pages/seat-map/map-view.ts';
import { placeStage } from '../../src/pages/seat-map/place-stage.ts';
import { makeEvent } from '../harness/make-catalog.ts';
import { until, untilEqual } from '../harness/until.ts';
import { button, heading, PHONE, startShop, visit, type Shop } from './embed.fixture.ts';

let shop: Shop;
before(async () => {
  shop = await startShop();
});
after(() => shop.close());

const BLOCKS = 40;
const ROWS = 20;
const SEATS_IN_ROW = 25;

/** Forty blocks of five hundred seats, eight beside each other. */
const SEATS = Array.from({ length: BLOCKS * ROWS * SEATS_IN_ROW }, (_, nth) => {
  const block = Math.floor(nth / (ROWS * SEATS_IN_ROW));
  const row = Math.floor(nth / SEATS_IN_ROW) % ROWS;
  const seat = nth % SEATS_IN_ROW;
  return {
    section: `Block ${block + 1}`,
    rowLabel: `${row + 1}`,
    seatLabel: `${seat + 1}`,
    x: (block % 8) * 28 + seat,
    y: Math.floor(block / 8) * 28 + row,
  };
});

async function makeLargeHall(): Promise<{ eventId: string; slug: string }> {
  const { eventId, slug, skus } = await makeEvent(shop.on, shop.host, {
    kind: 'seat_map',
    ticketTypes: [{ kind: 'SEATED', name: 'Anywhere', priceMinor: 2_000_000, capacity: SEATS.length }],
  });
  const seats = SEATS.map((seat): NewSeat => ({
    ...seat,
    ticketTypeId: skus[0] ?? '',
    isAccessible: false,
    isRestrictedView: false,
  }));
  await shop.on.app.database.transaction((tx) => createSeats(tx, eventId, seats));
  return { eventId, slug };
}

const canvasOf = (frame: FrameLocator): Locator => frame.locator('.seat-ground canvas');
const boxOf = async (canvas: Locator) => (await canvas.boundingBox()) ?? assert.fail('no map');

test('twenty thousand seats on a phone: a block is tapped, its seats appear, one is chosen and held', async () => {
  const { eventId, slug } = await makeLargeHall();
  const { page, frame, close } = await visit(shop, {
    slug,
    viewport: PHONE,
    hasTouch: true,
    reducedMotion: 'reduce',
  });
  const canvas = canvasOf(frame);
  await canvas.scrollIntoViewIfNeeded();
  await frame.getByText('Tap a section to zoom in').waitFor();
  const { box } = placeStage(boundsOf(SEATS), []);
  const size = await boxOf(canvas);
  const pixelOf = (point: Point): Pixel => toPixel(fitView(box, size), size, point);
  // The middle of block 20.
  const aimed = { x: 3 * 28 + 12, y: 2 * 28 + 10 };
  const from = pixelOf(aimed);
  const letGo = frame.getByRole('button', { name: /^Remove / });
  const far = await canvas.screenshot();
  await page.touchscreen.tap(size.x + from.x, size.y + from.y);
  await until('seats are seen', async () => !(await canvas.screenshot()).equals(far));
  await untilEqual(0, () => letGo.count(), 'a block is no seat');
  // The block is in the middle now. As near as a finger needs it is after another tap at most.
  const middle: Pixel = { x: size.x + size.width / 2, y: size.y + size.height / 2 };
  const hint = frame.getByText('Tap a section to zoom in');
  if (await hint.isVisible()) {
    await page.touchscreen.tap(middle.x, middle.y);
    await hint.waitFor({ state: 'hidden' });
    await untilEqual(0, () => letGo.count());
  }
  await page.touchscreen.tap(middle.x, middle.y);
  const name = await until('the seat', () => letGo.first().getAttribute('aria-label'));
  assert.match(name, /^Remove Block 20, row 1[0-2], seat 1[2-4]$/);
  await button(frame, 'Continue').click();
  await heading(frame, 'Your details').waitFor();
  const { rows } = await shop.on.app.database.query<{ name: string }>(
    `SELECT format('Remove %s, row %s, seat %s', section, row_label, seat_label) AS name FROM seats
      WHERE event_id = $1 AND held_until > now()`,
    [eventId],
  );
  assert.deepEqual(rows, [{ name }]);
  await close();
});

test('two fingers zoom the map under them, and back; one finger moves it', async () => {
  const { slug } = await makeHall(shop.on, shop.host, { seatsPerType: 40 });
  const { page, frame, close } = await visit(shop, {
    slug,
    viewport: PHONE,
    hasTouch: true,
    reducedMotion: 'reduce',
  });
  const canvas = canvasOf(frame);
  await canvas.scrollIntoViewIfNeeded();
  const seat = frame.getByRole('application', { name: 'Seat map' }).getByRole('checkbox');
  const seatBox = async () => (await seat.boundingBox()) ?? assert.fail('no seat');
  const zoomOut = button(frame, 'Zoom out');
  await until('nothing to zoom out of', () => zoomOut.isDisabled());
  const cdp = await page.context().newCDPSession(page);
  const { x, y, width, height } = await boxOf(canvas);
  const middle = { x: x + width / 2, y: y + height / 2 };
  await pinch(cdp, middle, { from: 20, to: 120 });
  await until('it is larger', async () => (await seatBox()).width > 20);
  await until('a way back', () => zoomOut.isEnabled());
  const start = await seatBox();
  // Moved to the right by one finger, seats go along.
  await touch(cdp, 'touchStart', [middle]);
  for (let step = 1; step <= 5; step++)
    await touch(cdp, 'touchMove', [{ x: middle.x + step * 12, y: middle.y }]);
  await touch(cdp, 'touchEnd', []);
  await until('it has moved', async () => Math.abs((await seatBox()).x - start.x - 60) < 15);
  assert.ok(Math.abs((await seatBox()).width - start.width) < 0.1);
  await untilEqual(
    0,
    () => frame.getByRole('button', { name: /^Remove / }).count(),
    'no seat was chosen by that',
  );
  await pinch(cdp, middle, { from: 140, to: 10 });
  await until('it is whole again', () => zoomOut.isDisabled());
  await close();
});

const touch = (
  cdp: CDPSession,
  type: 'touchStart' | 'touchMove' | 'touchEnd',
  points: Pixel[],
): Promise<unknown> =>
  cdp.send('Input.dispatchTouchEvent', {
    type,
    touchPoints: points.map((point, id) => ({ ...point, id })),
  });

/** Two fingers beside each other, each so far from the middle. */
async function pinch(
  cdp: CDPSession,
  { x, y }: Pixel,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const at = (reach: number): Pixel[] => [
    { x: x - reach, y },
    { x: x + reach, y },
  ];
  await touch(cdp, 'touchStart', at(from));
  for (let step = 1; step <= 10; step++) await touch(cdp, 'touchMove', at(from + ((to - from) * step) / 10));
  await touch(cdp, 'touchEnd', []);
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ticket } from '../../../../inventory/ticket-schema.ts';
import { makeSeats } from '../../../seat-map/make-seats.fixture.ts';
import { arrangeSeating } from '../../../seat-map/arrange-seating.ts';
import { findTogether } from './seats-together.ts';
import { toggleSeat } from './toggle-seat.ts';

const ticket: Ticket = {
  id: 'type-a',
  name: 'Stalls',
  description: '',
  kind: 'SEATED',
  status: 'AVAILABLE',
  quantityLeft: 4,
  price: 100,
  fees: 0,
  currency: 'NGN',
  formattedPrice: '',
  formattedFees: '',
  maximumPurchasableTicketCount: 2,
  saleStartsAt: null,
  saleEndsAt: null,
  backOnSaleAt: null,
};
const circleTicket = { ...ticket, id: 'type-b', name: 'Circle', maximumPurchasableTicketCount: 1 };
const seating = arrangeSeating(makeSeats(['aaaabb']));
const choice = {
  seating,
  together: findTogether(seating.seats),
  ticketOf: (index: number) => [ticket, circleTicket][seating.seats[index]?.t ?? -1],
  isFree: (index: number) => index !== 3,
};

test('a seat is chosen, and let go of when it is chosen already', () => {
  assert.deepEqual(toggleSeat({ ...choice, chosen: ['0A1'] }, 1), {
    outcome: 'added',
    chosen: ['0A1', '0A2'],
    others: [],
  });
  assert.deepEqual(toggleSeat({ ...choice, chosen: ['0A1', '0A2'] }, 0), {
    outcome: 'removed',
    chosen: ['0A2'],
    others: [],
  });
});

test('a taken seat can’t be chosen', () => {
  assert.deepEqual(toggleSeat({ ...choice, chosen: [] }, 3), { outcome: 'taken' });
});

test('a seat of one’s own can be let go of though someone else has it now', () => {
  assert.equal(toggleSeat({ ...choice, chosen: ['0A4'] }, 3).outcome, 'removed');
});

test('each ticket type has its own limit', () => {
  const chosen = ['0A1', '0A2'];
  assert.deepEqual(toggleSeat({ ...choice, chosen }, 2), { outcome: 'limit', ticket });
  assert.equal(toggleSeat({ ...choice, chosen }, 4).outcome, 'added');
  assert.equal(toggleSeat({ ...choice, chosen: [...chosen, '0A5'] }, 5).outcome, 'limit');
});

/** Seat 1 is a wheelchair place and 2 its companion's; 3 and 4 are a table that is sold whole. */
const mixed = (() => {
  const map = makeSeats(['Aaaa']);
  const seats = map.seats.map((seat, index) => ({
    ...seat,
    ...(index === 1 && { c: 0 }),
    ...(index > 1 && { g: 7 }),
  }));
  const many = { ...ticket, maximumPurchasableTicketCount: 9 };
  return {
    seating: arrangeSeating({ ...map, seats }),
    together: findTogether(seats),
    ticketOf: () => many,
    isFree: () => true,
    chosen: [] as string[],
  };
})();

test('a companion seat brings its wheelchair place, and goes with it; the place may be had alone', () => {
  assert.deepEqual(toggleSeat(mixed, 1), { outcome: 'added', chosen: ['0A2', '0A1'], others: [0] });
  assert.deepEqual(toggleSeat(mixed, 0), { outcome: 'added', chosen: ['0A1'], others: [] });
  const both = { ...mixed, chosen: ['0A1', '0A2'] };
  assert.deepEqual(toggleSeat(both, 0), { outcome: 'removed', chosen: [], others: [1] });
  assert.deepEqual(toggleSeat(both, 1), { outcome: 'removed', chosen: ['0A1'], others: [] });
});

test('a companion seat can’t be chosen when its place is somebody else’s', () => {
  const withoutPlace = { ...mixed, isFree: (index: number) => index !== 0 };
  assert.deepEqual(toggleSeat(withoutPlace, 1), { outcome: 'lacks', other: 0 });
});

test('a table that is sold whole is chosen and let go of whole, or not at all', () => {
  assert.deepEqual(toggleSeat(mixed, 2), { outcome: 'added', chosen: ['0A3', '0A4'], others: [3] });
  const chosen = ['0A1', '0A3', '0A4'];
  assert.deepEqual(toggleSeat({ ...mixed, chosen }, 3), { outcome: 'removed', chosen: ['0A1'], others: [2] });
  const one = { ...ticket, maximumPurchasableTicketCount: 1 };
  const few = { ...mixed, ticketOf: () => one };
  assert.equal(toggleSeat(few, 2).outcome, 'limit');
});

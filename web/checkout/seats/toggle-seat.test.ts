import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ticket } from '../../../src/inventory/ticket-schema.ts';
import { makeSeats } from '../../seat-map/make-seats.fixture.ts';
import { arrangeSeating } from '../../seat-map/arrange-seating.ts';
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
};
const circleTicket = { ...ticket, id: 'type-b', name: 'Circle', maximumPurchasableTicketCount: 1 };
const choice = {
  seating: arrangeSeating(makeSeats(['aaaabb'])),
  ticketsByType: [ticket, circleTicket],
  isFree: (index: number) => index !== 3,
};

test('a seat is chosen, and let go of when it is chosen already', () => {
  assert.deepEqual(toggleSeat({ ...choice, chosen: ['0A1'] }, 1), {
    outcome: 'added',
    chosen: ['0A1', '0A2'],
  });
  assert.deepEqual(toggleSeat({ ...choice, chosen: ['0A1', '0A2'] }, 0), {
    outcome: 'removed',
    chosen: ['0A2'],
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

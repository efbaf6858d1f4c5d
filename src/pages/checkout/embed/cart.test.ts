import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backOnSaleAt, estimate, fewLeft, fitCart, mostOf, stateNow, totalsOf } from './cart.ts';
import type { Reservation } from '../../../reservations/reservation-schema.ts';
import { makeTicket } from './page-data.fixture.ts';

function reservation(quantity: number): Reservation {
  return {
    reservationToken: 'token',
    quoteReference: 'q_1',
    total: quantity * 1_585_000 - 100_000,
    totalFees: quantity * 85_000,
    discount: 100_000,
    promoCode: 'EARLY',
    items: [
      {
        sku: 'regular',
        name: 'Regular',
        quantity,
        price: 1_500_000,
        fee: 85_000,
        discount: 100_000,
        total: quantity * 1_585_000 - 100_000,
      },
    ],
    currency: 'NGN',
    formattedTotal: '',
    clientExpiresAt: '2027-03-06T18:00:00Z',
  };
}

test('the limit is what one order may have, or what is left, whichever is less', () => {
  assert.equal(mostOf(makeTicket()), 10);
  assert.equal(mostOf(makeTicket({ quantityLeft: 3 })), 3);
});

test('nothing can be had of what is not on sale', () => {
  for (const status of ['SOLD_OUT', 'COMING_SOON', 'SALE_ENDED'] as const)
    assert.equal(mostOf(makeTicket({ status })), 0, status);
});

test('ten left are worth a word, eleven are not', () => {
  assert.equal(fewLeft(makeTicket({ quantityLeft: 10 })), 10);
  assert.equal(fewLeft(makeTicket({ quantityLeft: 11 })), null);
  assert.equal(fewLeft(makeTicket({ quantityLeft: 4, status: 'COMING_SOON' })), null);
});

test('a cart shrinks to what is left and says so by name; what is gone from the list is gone from the cart', () => {
  const tickets = [
    makeTicket({ quantityLeft: 2 }),
    makeTicket({ id: 'vip', name: 'VIP', status: 'SOLD_OUT' }),
  ];
  assert.deepEqual(fitCart(tickets, { regular: 5, vip: 1, unknown: 3 }), {
    quantities: { regular: 2 },
    shrunk: [
      { name: 'Regular', count: 2 },
      { name: 'VIP', count: 0 },
    ],
  });
});

test('an estimate adds prices and fees, line by line', () => {
  const tickets = [makeTicket(), makeTicket({ id: 'free', name: 'Free', price: 0, fees: 0 })];
  assert.deepEqual(estimate(tickets, { regular: 2, free: 1 }), {
    lines: [
      { sku: 'regular', name: 'Regular', quantity: 2, amount: 3_000_000 },
      { sku: 'free', name: 'Free', quantity: 1, amount: 0 },
    ],
    count: 3,
    fees: 170_000,
    discount: 0,
    total: 3_170_000,
  });
});

test('the lines of a reservation, its fees and its discount add up to its total', () => {
  const { lines, fees, discount, total, count } = totalsOf(reservation(3), []);
  assert.equal(count, 3);
  assert.equal(lines.reduce((sum, line) => sum + line.amount, 0) + fees - discount, total);
});

test('a sale opens and sells out while the page is looked at; a cancelled event stays cancelled', () => {
  assert.equal(stateNow('coming_soon', [makeTicket()]), 'on_sale');
  assert.equal(stateNow('on_sale', [makeTicket({ status: 'SOLD_OUT' })]), 'sold_out');
  assert.equal(
    stateNow('on_sale', [makeTicket({ status: 'SOLD_OUT' }), makeTicket({ status: 'COMING_SOON' })]),
    'coming_soon',
  );
  assert.equal(stateNow('on_sale', [makeTicket({ status: 'SALE_ENDED' })]), 'sale_ended');
  assert.equal(stateNow('cancelled', [makeTicket()]), 'cancelled');
  assert.equal(stateNow('coming_soon', []), 'coming_soon');
});

test('the first of several ticket types that are held says when there may be tickets again', () => {
  const late = makeTicket({ backOnSaleAt: '2027-01-01T10:05:00.000Z' });
  const soon = makeTicket({ backOnSaleAt: '2027-01-01T10:04:59.000Z' });
  assert.equal(backOnSaleAt([makeTicket(), late, soon]), soon.backOnSaleAt);
  assert.equal(backOnSaleAt([makeTicket()]), null);
});

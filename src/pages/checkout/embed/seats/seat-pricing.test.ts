import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ticket } from '../../../../inventory/ticket-schema.ts';
import { arrangeSeating } from '../../../seat-map/arrange-seating.ts';
import { makeSeats } from '../../../seat-map/make-seats.fixture.ts';
import { createCheckout } from '../checkout-state.ts';
import { makePageData, makeTicket } from '../page-data.fixture.ts';
import { textsIn } from '../texts/texts.ts';
import { createSeatPricing, sayPrices } from './seat-pricing.ts';
import { seatTextsIn } from './seat-texts.ts';

/** A row of three adults' seats, which can be children's, and one of another type. */
function open({ adult = {}, child = {} }: { adult?: Partial<Ticket>; child?: Partial<Ticket> } = {}) {
  const seated = { kind: 'SEATED' as const, fees: 0 };
  const tickets = [
    makeTicket({ ...seated, id: 'adult', name: 'Adult', price: 2_000_000, ...adult }),
    makeTicket({ ...seated, id: 'child', name: 'Child', price: 1_000_000, ...child }),
    makeTicket({ ...seated, id: 'balcony', name: 'Balcony' }),
  ];
  const checkout = createCheckout(makePageData({ tickets }), textsIn('en'));
  const { sections, seats } = makeSeats(['aaab']);
  const seatMap = {
    sections,
    seats,
    ticketTypeIds: ['adult', 'balcony'],
    furtherPrices: [['child'], []],
  };
  const seating = arrangeSeating(seatMap);
  const props = { checkout, seatMap, texts: seatTextsIn('en'), onOtherMap: () => undefined };
  const pricing = createSeatPricing(props, seating);
  checkout.chosenSeats.value = ['0A1', '0A2'];
  const change = (id: string, changes: Partial<Ticket>): void => {
    checkout.tickets.value = checkout.tickets.value.map((one) =>
      one.id === id ? { ...one, ...changes } : one,
    );
  };
  const isLeft = (index: number): Record<string, boolean> =>
    Object.fromEntries(pricing.choicesOf(index).map((one) => [one.ticket.id, one.isLeft]));
  return { checkout, pricing, said: sayPrices(props, seating, pricing), change, isLeft };
}

test('a seat is bought at its own price until another is chosen, and a seat without others has no choice', () => {
  const { checkout, pricing, said } = open();
  assert.deepEqual([pricing.ticketOf(0)?.id, pricing.ticketOf(3)?.id], ['adult', 'balcony']);
  assert.deepEqual(said.otherPricesOf(2), ['Child ₦10,000.00']);
  assert.deepEqual([said.otherPricesOf(0), said.otherPricesOf(3)], [[], []]);
  assert.equal(pricing.choicesOf(3).length, 1);
  pricing.choosePrice(0, 'child');
  assert.deepEqual(checkout.seatTypes.value, { '0A1': 'child' });
  assert.equal(said.priceOf(0), '₦10,000.00');
  pricing.choosePrice(0, 'adult');
  assert.equal(checkout.seatTypes.value, undefined);
});

test('a removed seat no longer has a price', () => {
  const { checkout, pricing } = open();
  pricing.choosePrice(0, 'child');
  pricing.choosePrice(1, 'child');
  checkout.chosenSeats.value = ['0A2'];
  assert.deepEqual(pricing.keepPrices(), { changed: [], gone: [] });
  assert.deepEqual(checkout.seatTypes.value, { '0A2': 'child' });
});

test('if its own price is not on sale, a seat is bought at the other', () => {
  const { checkout, pricing } = open({ adult: { status: 'SALE_ENDED' } });
  assert.deepEqual([pricing.isOnSale(0), pricing.ticketOf(0)?.id], [true, 'child']);
  assert.deepEqual(pricing.keepPrices(), { changed: [], gone: [] });
  assert.deepEqual(checkout.seatTypes.value, { '0A1': 'child', '0A2': 'child' });
});

test('a price is offered as often as it can be had', () => {
  const { pricing, change, isLeft } = open({ child: { quantityLeft: 1 } });
  pricing.choosePrice(0, 'child');
  assert.deepEqual(isLeft(1), { adult: true, child: false });
  change('child', { quantityLeft: 2 });
  assert.deepEqual(isLeft(1), { adult: true, child: true });
  change('child', { quantityLeft: 0, status: 'SOLD_OUT' });
  assert.deepEqual(isLeft(1), { adult: true, child: false });
});

test('a price that can no longer be had is told with its seats, which get their own', () => {
  const { checkout, pricing, said, change } = open();
  pricing.choosePrice(0, 'child');
  pricing.choosePrice(1, 'child');
  change('child', { quantityLeft: 1 });
  const { changed } = pricing.keepPrices();
  assert.equal(
    said.sayChanged(changed),
    'Child is no longer available: Stalls, row A, seat 2 is Adult now, ₦20,000.00.',
  );
  assert.deepEqual(checkout.seatTypes.value, { '0A1': 'child' });
  assert.equal(said.sayChanged(pricing.keepPrices().changed), null);
});

test('the best seats get the prices that were asked for, the first ones first', () => {
  const { checkout, pricing } = open();
  pricing.takePrices(
    [0, 1],
    [
      { sku: 'adult', count: 1 },
      { sku: 'child', count: 1 },
    ],
  );
  assert.deepEqual(checkout.seatTypes.value, { '0A2': 'child' });
});

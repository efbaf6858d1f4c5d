import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'node:test';
import { ticketAmounts, type QuoteItem } from './ticket-amounts.ts';

const item = (about: Partial<QuoteItem>): QuoteItem => ({
  sku: 'a',
  name: 'A',
  quantity: 1,
  price: 1_000,
  fee: 0,
  discount: 0,
  ...about,
});

test('without a discount every ticket costs its price and its fee', () => {
  assert.deepEqual(
    ticketAmounts([item({ sku: 'b', quantity: 2, fee: 50 }), item({ sku: 'a', price: 300 })]),
    [
      { sku: 'b', amountMinor: 1_050 },
      { sku: 'b', amountMinor: 1_050 },
      { sku: 'a', amountMinor: 300 },
    ],
  );
});

test('a discount that does not divide is taken off the first tickets', () => {
  assert.deepEqual(
    ticketAmounts([item({ quantity: 3, discount: 500 })]).map(({ amountMinor }) => amountMinor),
    [833, 833, 834],
  );
});

test('an order without items has no tickets', () => {
  assert.deepEqual(ticketAmounts([]), []);
});

const anyItem: fc.Arbitrary<QuoteItem> = fc
  .record({
    sku: fc.uuid(),
    name: fc.string(),
    quantity: fc.integer({ min: 1, max: 50 }),
    price: fc.integer({ min: 0, max: 1_000_000_000 }),
    fee: fc.integer({ min: 0, max: 1_000_000 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ share, ...rest }) => ({ ...rest, discount: Math.floor(rest.quantity * rest.price * share) }));

test('the tickets of any order add up to its total to the last unit, fairly, and in the order of its items', () => {
  fc.assert(
    fc.property(fc.array(anyItem, { maxLength: 6 }), (items) => {
      const tickets = ticketAmounts(items);
      assert.deepEqual(
        tickets.map(({ sku }) => sku),
        items.flatMap(({ sku, quantity }) => Array.from({ length: quantity }, () => sku)),
      );
      let from = 0;
      for (const { quantity, price, fee, discount } of items) {
        const amounts = tickets.slice(from, from + quantity).map(({ amountMinor }) => amountMinor);
        from += quantity;
        const sum = amounts.reduce((total, amount) => total + amount, 0);
        assert.equal(sum, quantity * (price + fee) - discount);
        assert.ok(Math.max(...amounts) - Math.min(...amounts) <= 1);
        assert.ok(Math.min(...amounts) >= 0);
        assert.ok(amounts.every(Number.isSafeInteger));
      }
    }),
  );
});

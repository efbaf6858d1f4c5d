import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { FeeRule } from '../inventory/fees.ts';
import { priceCart, type CartLine, type Discount, type PricedCart } from './price-cart.ts';

// The bounds of the schema, and of a body.
const MAX_PRICE_MINOR = 100_000_000_000;
const MAX_OF_A_TICKET = 1_000;

/** Small numbers and the ends of the range more often than their share: that is where rounding shows. */
const upTo = (most: number) =>
  fc.oneof(
    fc.integer({ min: 0, max: Math.min(most, 20) }),
    fc.integer({ min: 0, max: most }),
    fc.integer({ min: Math.max(0, most - 20), max: most }),
  );
const fromOneTo = (most: number) => upTo(most - 1).map((number) => number + 1);

const lines = fc
  .array(fc.record({ quantity: fromOneTo(MAX_OF_A_TICKET), priceMinor: upTo(MAX_PRICE_MINOR) }), {
    minLength: 1,
    maxLength: 8,
  })
  .map((list) => list.map((line, at): CartLine => ({ sku: `sku-${at}`, name: `Ticket ${at}`, ...line })));

const feeRule: fc.Arbitrary<FeeRule> = fc.record({
  basisPoints: upTo(10_000),
  flatMinor: upTo(MAX_PRICE_MINOR),
  capMinor: fc.option(upTo(MAX_PRICE_MINOR)),
  isAbsorbed: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
});

const skus = fc.option(fc.uniqueArray(fc.nat(9)).map((indexes) => new Set(indexes.map((at) => `sku-${at}`))));
const discount: fc.Arbitrary<Discount> = fc.oneof(
  fc.record({
    // Round rates on small prices often fall on exactly half a unit.
    percentBasisPoints: fc.oneof(fromOneTo(10_000), fc.constantFrom(500, 1_000, 2_500, 5_000)),
    skus,
  }),
  fc.record({ amountMinor: fromOneTo(MAX_PRICE_MINOR), skus }),
);

const sum = (numbers: bigint[]): bigint => numbers.reduce((total, number) => total + number, 0n);

/** Half a unit is rounded up. */
const share = (amount: bigint, basisPoints: number): bigint =>
  (amount * BigInt(basisPoints) + 5_000n) / 10_000n;

/** The rules once more, written without a thought for speed, on numbers that can't overflow. */
function model(cart: CartLine[], rule: FeeRule, off: Discount | null) {
  const worths = cart.map((line) =>
    off && (off.skus === null || off.skus.has(line.sku))
      ? BigInt(line.quantity) * BigInt(line.priceMinor)
      : 0n,
  );
  const discounts = !off
    ? cart.map(() => 0n)
    : 'percentBasisPoints' in off
      ? cart.map((line, at) =>
          worths[at] ? BigInt(line.quantity) * share(BigInt(line.priceMinor), off.percentBasisPoints) : 0n,
        )
      : largestRemainder(BigInt(off.amountMinor), worths);
  const fees = cart.map((line, at) => {
    const quantity = BigInt(line.quantity);
    const price = (quantity * BigInt(line.priceMinor) - (discounts[at] ?? 0n)) / quantity;
    if (price === 0n || rule.isAbsorbed) return 0n;
    const fee = share(price, rule.basisPoints) + BigInt(rule.flatMinor);
    return rule.capMinor !== null && fee > BigInt(rule.capMinor) ? BigInt(rule.capMinor) : fee;
  });
  const totals = cart.map(
    (line, at) =>
      BigInt(line.quantity) * (BigInt(line.priceMinor) + (fees[at] ?? 0n)) - (discounts[at] ?? 0n),
  );
  return {
    fees,
    discounts,
    totals,
    total: sum(totals),
    totalFees: sum(cart.map((line, at) => BigInt(line.quantity) * (fees[at] ?? 0n))),
    discount: sum(discounts),
    worth: sum(worths),
  };
}

/** One unit at a time, each to the one that is furthest below its share; the first of equals. */
function largestRemainder(amount: bigint, weights: bigint[]): bigint[] {
  const whole = sum(weights);
  if (whole === 0n) return weights.map(() => 0n);
  const spread = amount < whole ? amount : whole;
  const parts = weights.map((weight) => (spread * weight) / whole);
  for (let left = spread - sum(parts); left > 0n; left--) {
    const lacks = weights.map((weight, at) => spread * weight - (parts[at] ?? 0n) * whole);
    const most = lacks.reduce((best, lack, at) => (lack > (lacks[best] ?? 0n) ? at : best), 0);
    parts[most] = (parts[most] ?? 0n) + 1n;
  }
  return parts;
}

function assertWhole(priced: PricedCart): void {
  const amounts = [
    priced.total,
    priced.totalFees,
    priced.discount,
    ...priced.items.flatMap(({ price, fee, discount: off, total }) => [price, fee, off, total]),
  ];
  for (const amount of amounts) assert.ok(Number.isSafeInteger(amount) && amount >= 0, String(amount));
}

const RUNS = { numRuns: 2_000 };

describe('any cart', () => {
  test('is priced as the rules say, to the unit', () => {
    fc.assert(
      fc.property(lines, feeRule, fc.option(discount), (cart, rule, off) => {
        const priced = priceCart(cart, rule, off);
        const expected = model(cart, rule, off);
        assertWhole(priced);
        assert.deepEqual(
          priced.items.map((item) => [BigInt(item.fee), BigInt(item.discount), BigInt(item.total)]),
          cart.map((_, at) => [expected.fees[at], expected.discounts[at], expected.totals[at]]),
        );
        assert.equal(BigInt(priced.total), expected.total);
        assert.equal(BigInt(priced.totalFees), expected.totalFees);
        assert.equal(BigInt(priced.discount), expected.discount);
      }),
      RUNS,
    );
  });

  test('has items that add up to its total, fees and discount', () => {
    fc.assert(
      fc.property(lines, feeRule, fc.option(discount), (cart, rule, off) => {
        const { items, total, totalFees, discount: off2 } = priceCart(cart, rule, off);
        const of = (pick: (item: PricedCart['items'][number]) => number) =>
          sum(items.map((item) => BigInt(pick(item))));
        assert.equal(
          of((item) => item.total),
          BigInt(total),
        );
        assert.equal(
          of((item) => item.discount),
          BigInt(off2),
        );
        assert.equal(sum(items.map((item) => BigInt(item.quantity) * BigInt(item.fee))), BigInt(totalFees));
        for (const item of items) {
          const asWritten =
            BigInt(item.quantity) * (BigInt(item.price) + BigInt(item.fee)) - BigInt(item.discount);
          assert.equal(asWritten, BigInt(item.total));
        }
        assert.deepEqual(
          items.map(({ sku, name, quantity, price }) => ({ sku, name, quantity, priceMinor: price })),
          cart,
        );
      }),
      RUNS,
    );
  });

  test('is never discounted by more than the tickets meant are worth, nor any item of it', () => {
    fc.assert(
      fc.property(lines, feeRule, discount, (cart, rule, off) => {
        const priced = priceCart(cart, rule, off);
        for (const item of priced.items) {
          assert.ok(BigInt(item.discount) <= BigInt(item.quantity) * BigInt(item.price));
          if (off.skus && !off.skus.has(item.sku)) assert.equal(item.discount, 0);
        }
        assert.ok(BigInt(priced.discount) <= model(cart, rule, off).worth);
      }),
      RUNS,
    );
  });
});

describe('a fixed amount', () => {
  test('is taken off exactly, up to the worth, and each item is within a unit of its share', () => {
    fc.assert(
      fc.property(lines, feeRule, fromOneTo(MAX_PRICE_MINOR), skus, (cart, rule, amountMinor, meant) => {
        const priced = priceCart(cart, rule, { amountMinor, skus: meant });
        const { worth } = model(cart, rule, { amountMinor, skus: meant });
        const expected = BigInt(amountMinor) < worth ? BigInt(amountMinor) : worth;
        assert.equal(BigInt(priced.discount), expected);
        for (const item of priced.items) {
          if (worth === 0n || (meant && !meant.has(item.sku))) continue;
          const exact = expected * BigInt(item.quantity) * BigInt(item.price);
          const off = BigInt(item.discount) * worth - exact;
          assert.ok(off < worth && off > -worth, `${item.sku} is off by a unit or more`);
        }
      }),
      RUNS,
    );
  });

  test('that is as much as the cart is worth makes it free, fees and all', () => {
    fc.assert(
      fc.property(lines, feeRule, (cart, rule) => {
        const cheap = cart.map((line) => ({ ...line, priceMinor: line.priceMinor % 10_000_000 }));
        const worth = cheap.reduce((total, line) => total + line.quantity * line.priceMinor, 0);
        const priced = priceCart(cheap, rule, { amountMinor: worth + 1, skus: null });
        assert.deepEqual([priced.total, priced.totalFees, priced.discount], [0, 0, worth]);
      }),
      RUNS,
    );
  });

  test('of one unit over equal items goes to the first of them', () => {
    const line = { name: '', quantity: 1, priceMinor: 100 };
    const rule = { basisPoints: 0, flatMinor: 0, capMinor: null, isAbsorbed: false };
    const cart = ['a', 'b', 'c'].map((sku) => ({ ...line, sku }));
    const discounts = (amountMinor: number) =>
      priceCart(cart, rule, { amountMinor, skus: null }).items.map((item) => item.discount);
    assert.deepEqual(discounts(1), [1, 0, 0]);
    assert.deepEqual(discounts(2), [1, 1, 0]);
    assert.deepEqual(discounts(100), [34, 33, 33]);
  });
});

describe('free is free', () => {
  test('free tickets cost nothing whatever the fees and codes', () => {
    fc.assert(
      fc.property(lines, feeRule, fc.option(discount), (cart, rule, off) => {
        const free = cart.map((line) => ({ ...line, priceMinor: 0 }));
        const priced = priceCart(free, rule, off);
        assert.deepEqual([priced.total, priced.totalFees, priced.discount], [0, 0, 0]);
      }),
      RUNS,
    );
  });

  test('a code of a hundred percent makes its tickets free, and only those', () => {
    fc.assert(
      fc.property(lines, feeRule, skus, (cart, rule, meant) => {
        const priced = priceCart(cart, rule, { percentBasisPoints: 10_000, skus: meant });
        const plain = priceCart(cart, rule, null);
        for (const [at, item] of priced.items.entries()) {
          const isMeant = meant === null || meant.has(item.sku);
          assert.equal(item.total, isMeant ? 0 : plain.items[at]?.total);
          if (isMeant) assert.equal(item.fee, 0);
        }
      }),
      RUNS,
    );
  });

  test('fees that the host absorbs read zero, and the total is prices less discount', () => {
    fc.assert(
      fc.property(lines, feeRule, fc.option(discount), (cart, rule, off) => {
        const priced = priceCart(cart, { ...rule, isAbsorbed: true }, off);
        const prices = sum(cart.map((line) => BigInt(line.quantity) * BigInt(line.priceMinor)));
        assert.equal(priced.totalFees, 0);
        assert.equal(BigInt(priced.total), prices - BigInt(priced.discount));
      }),
      RUNS,
    );
  });
});

test('exactly half a unit is rounded up, in the discount and in the fee', () => {
  const cart = [{ sku: 'a', name: '', quantity: 3, priceMinor: 50 }];
  const rule = { basisPoints: 100, flatMinor: 0, capMinor: null, isAbsorbed: false };
  assert.equal(
    priceCart(cart, { ...rule, basisPoints: 0 }, { percentBasisPoints: 100, skus: null }).discount,
    3,
  );
  assert.equal(priceCart(cart, rule, null).totalFees, 3);
});

test('the discount of a percent code on two tickets is twice that on one', () => {
  fc.assert(
    fc.property(lines, feeRule, fromOneTo(10_000), (cart, rule, percentBasisPoints) => {
      const discounts = (times: number) =>
        priceCart(
          cart.map((line) => ({ ...line, quantity: times })),
          rule,
          { percentBasisPoints, skus: null },
        ).items.map((item) => item.discount);
      const [once, twice] = [discounts(1), discounts(2)];
      assert.deepEqual(
        twice,
        once.map((amount) => 2 * amount),
      );
    }),
    RUNS,
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { feeMinor, type FeeRule } from './fees.ts';

// The bounds of the schema.
const MAX_MINOR = 100_000_000_000;
const amount = fc.integer({ min: 0, max: MAX_MINOR });
const basisPoints = fc.oneof(
  fc.integer({ min: 0, max: 10_000 }),
  fc.constantFrom(125, 250, 500, 2_500, 5_000),
);
// Small prices at round rates often fall on exactly half a unit.
const price = fc.oneof(amount, fc.nat({ max: 60 }));

const rule = (given: Partial<FeeRule>): FeeRule => ({
  basisPoints: 0,
  flatMinor: 0,
  capMinor: null,
  isAbsorbed: false,
  ...given,
});

test('the fee is exact at any price: the share rounded half up, the flat part, the cap', () => {
  fc.assert(
    fc.property(
      fc.record({ priceMinor: price, basisPoints, flatMinor: amount, capMinor: fc.option(amount) }),
      ({ priceMinor, ...parts }) => {
        const tenThousandths = BigInt(priceMinor) * BigInt(parts.basisPoints);
        const roundsUp = (tenThousandths % 10_000n) * 2n >= 10_000n;
        const share = tenThousandths / 10_000n + (roundsUp ? 1n : 0n);
        const uncapped = share + BigInt(parts.flatMinor);
        const cap = parts.capMinor === null ? uncapped : BigInt(parts.capMinor);
        const expected = priceMinor === 0 ? 0n : uncapped < cap ? uncapped : cap;
        assert.equal(BigInt(feeMinor(priceMinor, rule(parts))), expected);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('half a unit is rounded up, less than half down', () => {
  assert.equal(feeMinor(1, rule({ basisPoints: 5_000 })), 1);
  assert.equal(feeMinor(1, rule({ basisPoints: 4_999 })), 0);
  assert.equal(feeMinor(10, rule({ basisPoints: 250 })), 0);
  assert.equal(feeMinor(30, rule({ basisPoints: 250 })), 1);
});

test('a free ticket and a host who absorbs fees cost the buyer no fee', () => {
  fc.assert(
    fc.property(amount, basisPoints, amount, (priceMinor, points, flatMinor) => {
      assert.equal(feeMinor(0, rule({ basisPoints: points, flatMinor })), 0);
      assert.equal(feeMinor(priceMinor, rule({ basisPoints: points, flatMinor, isAbsorbed: true })), 0);
    }),
  );
});

test('the fee never exceeds its cap, even one of zero', () => {
  assert.equal(feeMinor(MAX_MINOR, rule({ basisPoints: 10_000, flatMinor: MAX_MINOR, capMinor: 0 })), 0);
  assert.equal(feeMinor(10_000, rule({ basisPoints: 500, flatMinor: 100, capMinor: 599 })), 599);
  assert.equal(feeMinor(10_000, rule({ basisPoints: 500, flatMinor: 100, capMinor: 601 })), 600);
});

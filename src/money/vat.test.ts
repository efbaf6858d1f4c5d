import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { vatIncluded, vatOfRefunds } from './vat.ts';

// Up to the largest amount that a number says exactly, and up to every rate that the settings take.
const amount = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const rate = fc.integer({ min: 1, max: 5_000 });

test('the VAT in a price is what was put on top of the rest', () => {
  assert.equal(vatIncluded(10_750, 750), 750);
  assert.equal(vatIncluded(1_060_000, 750), 73_953);
  assert.equal(vatIncluded(0, 1_500), 0);
  // A sixth of three is a half, which is rounded up.
  assert.equal(vatIncluded(3, 2_000), 1);
});

test('it is within half a unit of the exact share, and never more than the amount', () => {
  fc.assert(
    fc.property(amount, rate, (amountMinor, basisPoints) => {
      const vat = vatIncluded(amountMinor, basisPoints);
      assert.ok(Number.isSafeInteger(vat) && vat >= 0 && vat <= amountMinor);
      const exact = BigInt(amountMinor) * BigInt(basisPoints);
      const divisor = 10_000n + BigInt(basisPoints);
      const twiceOff = 2n * (BigInt(vat) * divisor - exact);
      assert.ok(twiceOff > -divisor && twiceOff <= divisor);
    }),
  );
});

test('more money has no less VAT in it, and neither has a higher rate', () => {
  fc.assert(
    fc.property(amount, amount, rate, rate, (one, other, low, high) => {
      const [less, more] = [Math.min(one, other), Math.max(one, other)];
      assert.ok(vatIncluded(less, low) <= vatIncluded(more, low));
      assert.ok(vatIncluded(one, Math.min(low, high)) <= vatIncluded(one, Math.max(low, high)));
    }),
  );
});

test('the VAT of refunds and of what is left add up to that of the total, in whatever parts it goes back', () => {
  const parts = fc.array(fc.integer({ min: 0, max: 2 ** 40 }), { maxLength: 20 });
  fc.assert(
    fc.property(parts, fc.integer({ min: 0, max: 2 ** 40 }), rate, (refunds, leftMinor, basisPoints) => {
      const sum = (of: number[]): number => of.reduce((total, each) => total + each, 0);
      const total = sum(refunds) + leftMinor;
      const vats = vatOfRefunds(total, refunds, basisPoints);
      assert.equal(sum(vats) + vatIncluded(leftMinor, basisPoints), vatIncluded(total, basisPoints));
      for (const [index, vat] of vats.entries()) assert.ok(vat >= 0 && vat <= (refunds[index] ?? 0));
    }),
  );
});

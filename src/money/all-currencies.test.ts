import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { priceCart } from '../reservations/price-cart.ts';
import { CURRENCIES } from '../rules/gateway-currencies.ts';
import { decimalsOf, exampleAmount, toMajorUnits } from '../values/major-units.ts';
import { moneyFormatter } from '../values/money-formatter.ts';
import { readDecimal, writeDecimal } from '../values/decimal.ts';

const currency = fc.constantFrom(...CURRENCIES);

test('in every currency an amount that is written is read again as it was', () => {
  fc.assert(
    fc.property(currency, fc.nat(1_000_000_000), fc.boolean(), (code, amountMinor, isMoney) => {
      const decimals = decimalsOf(code);
      assert.equal(readDecimal(writeDecimal(amountMinor, decimals, isMoney), decimals), amountMinor);
      assert.equal(readDecimal(toMajorUnits(amountMinor, decimals), decimals), amountMinor);
    }),
  );
});

test('in every currency the written amount has as many decimals as the currency', () => {
  for (const code of CURRENCIES) {
    const digits = moneyFormatter('en', code, 'code')(1_234_567).replaceAll(/\D/g, '');
    assert.equal(digits, '1234567', code);
    const [, fraction = ''] = moneyFormatter('en', code, 'code')(1_234_567).split('.');
    assert.equal(fraction.length, decimalsOf(code), code);
  }
});

test('an amount that may be either of two is refused', () => {
  assert.deepEqual(
    ['1,500', '12,500', '1.500', '0,500', '1500', '1,5'].map((typed) => readDecimal(typed, 3)),
    [null, null, 1_500, 500, 1_500_000, 1_500],
  );
  assert.deepEqual(
    ['1,500', '1.500', '1500', '15.00'].map((typed) => readDecimal(typed, 0)),
    [1_500, 1_500, 1_500, null],
  );
});

test('the example beside a wrong amount is a right one in every currency', () => {
  for (const code of CURRENCIES)
    assert.equal(readDecimal(exampleAmount(code), decimalsOf(code)), 1_500_050, code);
});

// Taxes and refunds: src/orders/taxes-add-up.test.ts.
test('in every currency quote, discount and fee add up to what is paid', () => {
  const units = fc.integer({ min: 1, max: 100_000 });
  const share = fc.integer({ min: 0, max: 10_000 });
  fc.assert(
    fc.property(currency, units, units, share, share, (code, price, other, fee, percent) => {
      const minor = (major: number): number => readDecimal(String(major), decimalsOf(code)) ?? 0;
      const lines = [
        { sku: 'a', name: 'A', quantity: 3, priceMinor: minor(price) },
        { sku: 'b', name: 'B', quantity: 2, priceMinor: minor(other) + 1 },
      ];
      const rule = { basisPoints: fee, flatMinor: 7, capMinor: null, isAbsorbed: false };
      const cart = priceCart(lines, rule, { percentBasisPoints: percent, skus: null });
      const gross = lines.reduce((sum, { quantity, priceMinor }) => sum + quantity * priceMinor, 0);
      assert.equal(cart.total, gross - cart.discount + cart.totalFees);
      assert.equal(
        cart.items.reduce((sum, { total }) => sum + total, 0),
        cart.total,
      );
    }),
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decimalsOf, partInMajorUnits, toMajorUnits, toMinorUnits } from './major-units.ts';

const amounts = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const decimals = fc.constantFrom(0, 2, 3);

test('every amount there and back is the same amount', () => {
  fc.assert(
    fc.property(amounts, decimals, (amountMinor, count) => {
      assert.equal(toMinorUnits(toMajorUnits(amountMinor, count), count), amountMinor);
    }),
  );
});

test('the text has the digits of the amount, with a point before the last ones', () => {
  fc.assert(
    fc.property(amounts, decimals, (amountMinor, count) => {
      const major = toMajorUnits(amountMinor, count);
      assert.match(major, count === 0 ? /^\d+$/ : new RegExp(`^\\d+\\.\\d{${count}}$`));
      assert.equal(BigInt(major.replace('.', '')), BigInt(amountMinor));
    }),
  );
});

test('an amount may come with fewer zeros, more zeros or as a power of ten', () => {
  for (const same of ['7500.5', '7500.50', '7500.5000', '7.5005E3', '7.5005e+3', '07500.5']) {
    assert.equal(toMinorUnits(same, 2), 750_050, same);
  }
  assert.equal(toMinorUnits('7500', 2), 750_000);
  assert.equal(toMinorUnits('7500.00', 0), 7_500);
  assert.equal(toMinorUnits('0', 2), 0);
});

test('sums that a float would get wrong are right', () => {
  assert.equal(toMinorUnits('1.005', 3), 1_005);
  assert.equal(toMinorUnits('8.2', 2), 820);
  assert.equal(toMinorUnits('90071992547409.91', 2), Number.MAX_SAFE_INTEGER);
});

test('a text that is not an amount of the currency is none', () => {
  const wrong = [
    '',
    ' 1',
    '-1',
    '+1',
    '1.',
    '.5',
    '1,5',
    'NaN',
    'Infinity',
    '0x10',
    '1e-2',
    '1e999',
    '1.005',
    'null',
  ];
  for (const major of [...wrong, '90071992547409.92', '9'.repeat(30)])
    assert.equal(toMinorUnits(major, 2), null, major);
  assert.equal(toMinorUnits('0.5', 0), null);
});

test('no text makes it throw, or answer anything but a whole number', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.double().map(String)), decimals, (major, count) => {
      const amountMinor = toMinorUnits(major, count);
      assert.ok(amountMinor === null || (Number.isSafeInteger(amountMinor) && amountMinor >= 0));
    }),
  );
});

test('a currency has as many decimals as it has', () => {
  assert.deepEqual(['NGN', 'GHS', 'ZAR', 'XOF'].map(decimalsOf), [2, 2, 2, 0]);
});

test('a part of an amount has further decimals, and all parts together are the amount again', () => {
  assert.equal(partInMajorUnits(1_000, { parts: 3, decimals: 2, further: 4 }), '3.333333');
  assert.equal(partInMajorUnits(5, { parts: 2, decimals: 0, further: 0 }), '3');
  assert.equal(partInMajorUnits(1, { parts: 8, decimals: 2, further: 1 }), '0.001');
  fc.assert(
    fc.property(amounts, decimals, fc.integer({ min: 1, max: 10_000 }), (amountMinor, count, parts) => {
      const part = partInMajorUnits(amountMinor, { parts, decimals: count, further: 6 });
      const finer = BigInt(part.replace('.', '')) * BigInt(parts) - BigInt(amountMinor) * 1_000_000n;
      assert.ok(2n * (finer < 0n ? -finer : finer) <= BigInt(parts), part);
    }),
  );
});

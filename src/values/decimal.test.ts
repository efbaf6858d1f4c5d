import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readDecimal, writeDecimal } from './decimal.ts';

test('numbers are read as people type them, digit by digit', () => {
  const read: [string, number | null][] = [
    ['12.5', 1250],
    ['12,5', 1250],
    ['0.1', 10],
    ['1500', 150_000],
    ['1,500', 150_000],
    ['1.500', 150_000],
    ['1,500.50', 150_050],
    ['1.500,50', 150_050],
    ['1 500 000', 150_000_000],
    ['', null],
    ['-1', null],
    ['1e3', null],
    ['0x10', null],
    ['12.345', 1_234_500],
    ['12.3456', null],
    ['1,50,000', null],
    ['9999999999999999', null],
    ['1’500', 150_000],
    ['1 5', null],
    ['1 2 3', null],
    ["1'5", null],
    ['１５００', 150_000],
    ['１，５００．５０', 150_050],
    ['١٥٠٠', 150_000],
    ['١٬٥٠٠٫٥٠', 150_050],
    ['۱۵۰۰٫۵', 150_050],
    ['١٫٥٠٠', null],
  ];
  for (const [text, number] of read) assert.equal(readDecimal(text, 2), number, text);
  assert.equal(readDecimal('12', 0), 12);
  assert.equal(readDecimal('1.5', 0), null);
  assert.equal(readDecimal('١٫٥٠٠', 3), 1_500);
  assert.equal(readDecimal('1 500', 3), 1_500_000);
});

test('a written decimal is read again as it was', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000_000), fc.constantFrom(0, 2, 3), fc.boolean(), (number, decimals, isMoney) =>
      assert.equal(readDecimal(writeDecimal(number, decimals, isMoney), decimals), number),
    ),
  );
  assert.equal(writeDecimal(1250, 2), '12.5');
  assert.equal(writeDecimal(1250, 2, true), '12.50');
  assert.equal(writeDecimal(1200, 2, true), '12');
  assert.equal(writeDecimal(5, 2), '0.05');
});

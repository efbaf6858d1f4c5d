import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDecimal, writeDecimal } from '../../../values/decimal.ts';
import { DASHBOARD_LANGUAGES } from '../../../values/language.ts';
import { withDecimalComma } from './decimal-comma.ts';

test('a number in a field is written as the reader writes it, and read as it was', () => {
  assert.equal(withDecimalComma('25.50', 'fr-DE'), '25,50');
  assert.equal(withDecimalComma('25.50', 'en-NG'), '25.50');
  assert.equal(withDecimalComma('7', 'pt-PT'), '7');
  for (const language of DASHBOARD_LANGUAGES)
    for (const decimals of [0, 2, 3])
      for (const number of [0, 5, 1500, 2550, 123_456]) {
        const written = withDecimalComma(writeDecimal(number, decimals, true), language);
        assert.equal(readDecimal(written, decimals), number, `${language}: ${written}`);
      }
});

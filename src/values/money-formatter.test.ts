import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnFormatter, moneyFormatter } from './money-formatter.ts';

const SPACES = /\s/g;

test('money is written as the country does, in the buyer’s language', () => {
  assert.equal(moneyFormatter('en-NG', 'NGN')(1_500_000), '₦15,000.00');
  assert.equal(moneyFormatter('fr-NG', 'NGN')(1_500_000).replace(SPACES, ' '), '15 000,00 ₦');
  assert.equal(moneyFormatter('en-NG', 'NGN')(5), '₦0.05');
  assert.equal(moneyFormatter('en-NG', 'NGN')(-100_000), '-₦1,000.00');
});

test('money in Arabic has the currency’s own letters, or its sign in one piece', () => {
  const write = (currency: string): string =>
    moneyFormatter('ar-EG-u-nu-latn', currency)(1_500_000).replace(SPACES, ' ');
  assert.equal(write('EGP').replaceAll(/\p{Cf}/gu, ''), '15,000.00 ج.م.');
  assert.equal(write('MAD').replaceAll(/\p{Cf}/gu, ''), '15,000.00 د.م.');
  assert.equal(write('USD'), '\u200f15,000.00 US$\u200e\u200f');
});

test('an amount beyond what a float can hold keeps its last digit', () => {
  const digits = moneyFormatter('en-NG', 'NGN')(Number.MAX_SAFE_INTEGER).replace(/\D/g, '');
  assert.equal(digits, String(Number.MAX_SAFE_INTEGER));
});

test('a column has the numbers of its currency without the sign, as money is written', () => {
  assert.equal(columnFormatter('en-DE', 'EUR')('1234.50'), '1,234.50');
  assert.equal(columnFormatter('fr-FR', 'EUR')('1234.50').replace(SPACES, ' '), '1 234,50');
  assert.equal(columnFormatter('en-JP', 'JPY')('22000'), '22,000');
  assert.equal(columnFormatter('en-KW', 'KWD')('25.500'), '25.500');
  const price = columnFormatter('en-NG', 'NGN', { further: 2 });
  assert.deepEqual([price('5.0000'), price('5.1250'), price('5.12345')], ['5.00', '5.125', '5.1235']);
});

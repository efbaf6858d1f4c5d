import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moneyFormatter } from './money-formatter.ts';

const SPACES = /\s/g;

test('money is written as the country does, in the buyer’s language', () => {
  assert.equal(moneyFormatter('en-NG', 'NGN')(1_500_000), '₦15,000.00');
  assert.equal(moneyFormatter('fr-NG', 'NGN')(1_500_000).replace(SPACES, ' '), '15 000,00 ₦');
  assert.equal(moneyFormatter('en-NG', 'NGN')(5), '₦0.05');
  assert.equal(moneyFormatter('en-NG', 'NGN')(-100_000), '-₦1,000.00');
});

test('an amount beyond what a float can hold keeps its last digit', () => {
  const digits = moneyFormatter('en-NG', 'NGN')(Number.MAX_SAFE_INTEGER).replace(/\D/g, '');
  assert.equal(digits, String(Number.MAX_SAFE_INTEGER));
});

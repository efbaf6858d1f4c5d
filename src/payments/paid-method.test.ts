import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMethod } from './paid-method.ts';

test('the gateway’s word for what a payment was made with is one of a few of ours, or nothing', () => {
  const words = ['card', 'creditcard', 'MOBILEMONEYRW', 'ideal', 'google_pay', 'customer_balance'];
  assert.deepEqual(words.map(readMethod), [
    'card',
    'card',
    'mobile_money',
    'bank',
    'wallet',
    'bank_transfer',
  ]);
  for (const unknown of ['', 'klarna', 'constructor', '__proto__', 'x'.repeat(10_000), null])
    assert.equal(readMethod(unknown), null);
});

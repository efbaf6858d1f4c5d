import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asksPostalCode } from './postal-code.ts';

test('a postal code is optional only where not every address has one', () => {
  assert.equal(asksPostalCode('DE'), true);
  assert.equal(asksPostalCode('KE'), false);
  assert.equal(asksPostalCode(''), false);
});

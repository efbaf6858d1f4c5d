import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readShortCode, shortCodeNumber, showShortCode, toShortCode } from './short-code.ts';

test('a short code is eight letters for a number of forty bits, and back', () => {
  for (const number of [0n, 1n, 31n, 32n, 0x12_3456_789an, 2n ** 40n - 1n]) {
    const letters = toShortCode(number);
    assert.match(letters, /^[0-9A-HJKMNP-TV-Z]{8}$/);
    assert.equal(shortCodeNumber(letters), number);
  }
  assert.equal(toShortCode(2n ** 40n - 1n), 'ZZZZZZZZ');
  assert.equal(showShortCode('K7QM2XRD'), 'K7QM-2XRD');
});

test('what somebody types is read as it was meant, and nothing else is', () => {
  for (const typed of ['K7QM-20R1', 'k7qm 20r1', ' K7QM2OR1 ', 'k7qm-2orl', 'K7QM-2ORI'])
    assert.equal(readShortCode(typed), 'K7QM20R1', typed);
  for (const typed of ['', 'K7QM-20R', 'K7QM-20R12', 'K7QM-20RU', 'K7QM_20R1', '-'.repeat(17)])
    assert.equal(readShortCode(typed), null, typed);
});

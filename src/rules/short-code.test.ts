import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readShortCode, toShortCode } from './short-code.ts';

test('a short code is eight letters for a number of forty bits, and back', () => {
  for (const number of [0, 1, 31, 32, 0x12_3456_789a, 2 ** 40 - 1]) {
    const letters = toShortCode(number);
    assert.match(letters, /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    assert.equal(readShortCode(letters), number);
  }
  assert.equal(toShortCode(2 ** 40 - 1), 'ZZZZ-ZZZZ');
});

test('a typed code is read as it was meant, and nothing else is', () => {
  const number = readShortCode('K7QM-20R1');
  assert.ok(number);
  for (const typed of ['k7qm 20r1', ' K7QM2OR1 ', 'k7qm-2orl', 'K7QM-2ORI'])
    assert.equal(readShortCode(typed), number, typed);
  for (const typed of ['', 'K7QM-20R', 'K7QM-20R12', 'K7QM-20RU', 'K7QM_20R1', '-'.repeat(41)])
    assert.equal(readShortCode(typed), null, typed);
});

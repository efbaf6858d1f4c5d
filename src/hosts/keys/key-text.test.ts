import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { keyTypeOf, makeKey } from './key-text.ts';

const type = fc.constantFrom('public' as const, 'private' as const);
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

test('a key that was made is recognised by its type', () => {
  fc.assert(
    fc.property(type, (made) => {
      const key = makeKey(made);
      assert.match(key, made === 'public' ? /^pk_[0-9A-Za-z]{38}$/ : /^sk_[0-9A-Za-z]{38}$/);
      assert.equal(keyTypeOf(key), made);
    }),
  );
});

test('a key with one character mistyped is no key', () => {
  fc.assert(
    fc.property(type, fc.nat({ max: 37 }), fc.integer({ min: 1, max: 61 }), (made, index, shift) => {
      const key = makeKey(made);
      const at = index + 3;
      const other = BASE62[(BASE62.indexOf(key[at] ?? '') + shift) % 62] ?? '';
      assert.equal(keyTypeOf(key.slice(0, at) + other + key.slice(at + 1)), null);
    }),
  );
});

test('the other prefix, a missing or an extra character makes it no key', () => {
  const key = makeKey('public');
  assert.equal(keyTypeOf(`sk_${key.slice(3)}`), null);
  for (const text of ['', 'pk_', key.slice(1), key.slice(0, -1), `${key}0`, ` ${key}`, key.toUpperCase()])
    assert.equal(keyTypeOf(text), null);
});

test('any other text is no key', () => {
  fc.assert(fc.property(fc.string(), (text) => assert.equal(keyTypeOf(text), null)));
  fc.assert(
    fc.property(fc.stringMatching(/^[ps]k_[0-9A-Za-z]{38}$/), (text) => assert.equal(keyTypeOf(text), null)),
  );
});

test('keys differ from each other', () => {
  const keys = Array.from({ length: 1_000 }, () => makeKey('public'));
  assert.equal(new Set(keys).size, keys.length);
});

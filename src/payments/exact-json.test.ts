import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { exactNumber, fieldAt, parseExactJson, textAt } from './exact-json.ts';

test('a number keeps every digit it was sent with', () => {
  for (const digits of ['18446744073709551615', '0.1', '1.10', '1.0E7', '-0', '1e400']) {
    assert.deepEqual(parseExactJson(`{"id":[${digits}]}`), { id: [digits] });
    assert.equal(JSON.stringify({ id: exactNumber(digits) }), `{"id":${digits}}`);
  }
});

test('everything else is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const withoutNumbers = JSON.stringify(value, (_name, part: unknown) =>
        typeof part === 'number' ? String(part) : part,
      );
      assert.deepEqual(parseExactJson(withoutNumbers), JSON.parse(withoutNumbers));
    }),
  );
});

test('a text that is not JSON, or is nested without end, is undefined', () => {
  for (const text of [
    '',
    '{',
    'undefined',
    'NaN',
    '[1,]',
    '['.repeat(100_000),
    '['.repeat(100_000) + ']'.repeat(100_000),
  ]) {
    assert.equal(parseExactJson(text), undefined, text.slice(0, 20));
  }
});

test('a field that is not there is undefined, names that objects are born with included', () => {
  const json = parseExactJson(
    '{"a":{"b":"text","n":7,"e":""},"l":["x"],"s":"text","__proto__":{"toString":"x"}}',
  );
  assert.equal(textAt(json, 'a', 'b'), 'text');
  assert.equal(textAt(json, 'a', 'n'), '7');
  for (const path of [
    ['a'],
    ['a', 'e'],
    ['a', 'x'],
    ['l'],
    ['l', '0'],
    ['s', 'length'],
    ['a', 'toString'],
    ['constructor', 'name'],
  ]) {
    assert.equal(textAt(json, ...path), null, path.join('.'));
  }
  assert.equal(fieldAt(json, 'a', 'toString'), undefined);
  assert.equal(fieldAt(undefined, 'a'), undefined);
  assert.equal(fieldAt(null, 'a'), undefined);
});

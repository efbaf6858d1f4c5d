import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { rawMember } from './raw-member.ts';

test('a member comes back as it was sent, to the digit and the space', () => {
  const metadata = '{ "b":1.0, "10":1, "2":9007199254740993, "a":"\\u00e9\\"}", "n":[{"x":[]}, null] }';
  assert.equal(rawMember(`{"email":"a}\\"b","metadata" : ${metadata} , "x":true}`, 'metadata'), metadata);
});

test('a number or a literal ends where the object does', () => {
  assert.equal(rawMember('{"a":12}', 'a'), '12');
  assert.equal(rawMember('{"a":true ,"b":null\n}', 'b'), 'null');
});

test('a missing member is null, however deep its name occurs', () => {
  assert.equal(rawMember('{"a":{"metadata":1},"b":"metadata"}', 'metadata'), null);
  assert.equal(rawMember('{ }', 'metadata'), null);
});

test('a name is compared by its meaning, and the last of two counts, as in JSON.parse', () => {
  assert.equal(rawMember('{"metadata":1,"meta\\u0064ata":2}', 'metadata'), '2');
});

test('every member of any object is found, in any spacing', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.constantFrom(undefined, 1, '\t'),
      (object, space) => {
        const json = JSON.stringify(object, null, space);
        for (const [name, value] of Object.entries(JSON.parse(json) as object)) {
          assert.deepEqual(JSON.parse(rawMember(json, name) ?? ''), value);
        }
      },
    ),
  );
});

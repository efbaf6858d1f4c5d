import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { Refusal } from '../refusal.ts';
import { readCursor, writeCursor } from './list-cursor.ts';

const key = randomBytes(32);
const position = fc.record(
  { createdAtMs: fc.integer({ min: -8_640_000_000_000_000, max: 8_640_000_000_000_000 }), id: fc.uuid() },
  { noNullPrototype: true },
);

const isInvalid = (error: unknown): boolean => error instanceof Refusal && error.code === 'invalid_cursor';

test('a cursor gives back the position that it was written for', () => {
  fc.assert(
    fc.property(position, fc.string(), (written, list) => {
      assert.deepEqual(readCursor([key], list, writeCursor(key, list, written)), written);
    }),
  );
});

test('however long it is, what was never written is refused', () => {
  const cursor = writeCursor(key, 'list', { createdAtMs: 0, id: '01890000-0000-7000-8000-000000000000' });
  for (const length of [0, 1, 200, 10_000])
    assert.throws(() => readCursor([key], 'list', cursor.repeat(200).slice(0, length)), isInvalid);
});

test('another list or another key refuses it', () => {
  fc.assert(
    fc.property(position, fc.string(), fc.string(), (written, list, other) => {
      fc.pre(list !== other);
      const cursor = writeCursor(key, list, written);
      assert.throws(() => readCursor([key], other, cursor), isInvalid);
      assert.throws(() => readCursor([randomBytes(32)], list, cursor), isInvalid);
    }),
  );
});

test('a cursor with any one character changed, added or taken away is refused', () => {
  const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/= \n\u0000é';
  fc.assert(
    fc.property(position, fc.nat(), fc.constantFrom(...ALPHABET.split('')), (written, at, character) => {
      const cursor = writeCursor(key, 'list', written);
      const index = at % cursor.length;
      const changed = cursor.slice(0, index) + character + cursor.slice(index + 1);
      if (changed !== cursor) assert.throws(() => readCursor([key], 'list', changed), isInvalid);
      const added = cursor.slice(0, index) + character + cursor.slice(index);
      assert.throws(() => readCursor([key], 'list', added), isInvalid);
      const shorter = cursor.slice(0, index) + cursor.slice(index + 1);
      assert.throws(() => readCursor([key], 'list', shorter), isInvalid);
    }),
    { numRuns: 500 },
  );
});

test('any other text is refused', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (text) => {
      assert.throws(() => readCursor([key], 'list', text), isInvalid);
    }),
  );
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 37, maxLength: 37 }), (bytes) => {
      assert.throws(() => readCursor([key], 'list', Buffer.from(bytes).toString('base64url')), isInvalid);
    }),
  );
});

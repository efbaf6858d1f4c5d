import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { readPreviewToken, writePreviewToken } from './preview-token.ts';

test('a token opens its own event until its time, under any key that is accepted, and nothing else', () => {
  const [old, current, foreign] = [randomBytes(32), randomBytes(32), randomBytes(32)];
  const [eventId, other] = [randomUUID(), randomUUID()];
  const expiresAt = new Date('2027-03-06T18:00:00Z');
  for (const key of [old, current]) {
    const token = writePreviewToken(key, { eventId, expiresAt });
    assert.deepEqual(readPreviewToken([current, old], eventId, token), expiresAt);
    assert.equal(readPreviewToken([current, old], other, token), null);
    assert.equal(readPreviewToken([foreign], eventId, token), null);
    const [expiry = '', tag = ''] = token.split('.');
    for (const changed of [
      '',
      '.',
      expiry,
      `${expiry}0.${tag}`,
      `zzzzzz.${tag}`,
      `${expiry}.${tag}A`,
      `${expiry}.${tag.slice(1)}`,
    ])
      assert.equal(readPreviewToken([current, old], eventId, changed), null, changed);
  }
});

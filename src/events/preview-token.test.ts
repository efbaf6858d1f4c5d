import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { readPreviewToken, writePreviewToken } from './preview-token.ts';

test('a token opens its own event until its time, under any key that is accepted, and nothing else', () => {
  const [old, current, foreign] = [randomBytes(32), randomBytes(32), randomBytes(32)];
  const [eventId, other, bearerId] = [randomUUID(), randomUUID(), randomUUID()];
  const expiresAt = new Date('2027-03-06T18:00:00Z');
  for (const key of [old, current]) {
    const token = writePreviewToken(key, { eventId, bearerId, expiresAt });
    assert.deepEqual(readPreviewToken([current, old], eventId, token), { bearerId, expiresAt });
    assert.equal(readPreviewToken([current, old], other, token), null);
    assert.equal(readPreviewToken([foreign], eventId, token), null);
    const [expiry = '', person = '', tag = ''] = token.split('.');
    const nobody = '0'.repeat(32);
    for (const changed of [
      '',
      '.',
      expiry,
      `${expiry}.${tag}`,
      `${expiry}0.${person}.${tag}`,
      `zzzzzz.${person}.${tag}`,
      `${expiry}.${nobody}.${tag}`,
      `${expiry}.${person}.${tag}A`,
      `${expiry}.${person}.${tag.slice(1)}`,
    ])
      assert.equal(readPreviewToken([current, old], eventId, changed), null, changed);
  }
});

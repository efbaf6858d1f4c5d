import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildCall } from './build-call.ts';
import { complaintAboutKey } from './own-key.ts';

const KEY = `pk_${'a1'.repeat(19)}`;

test('a form becomes a call: the key is in a header, what is empty is left out, and texts are escaped', () => {
  const call = buildCall(
    { method: 'POST', path: '/api/v1/events/{slug}/orders', key: KEY },
    [
      { name: 'slug', place: 'path', value: 'a/b?c' },
      { name: 'q', place: 'query', value: 'x & y' },
      { name: 'cursor', place: 'query', value: '' },
      { name: 'X-Device-ID', place: 'header', value: 'd' },
      { name: 'Idempotency-Key', place: 'header', value: '' },
    ],
    { type: 'application/json', text: '{ "as": "typed" ' },
  );
  assert.deepEqual(call, {
    url: '/api/v1/events/a%2Fb%3Fc/orders?q=x+%26+y',
    method: 'POST',
    headers: {
      Accept: 'application/json',
      Authorization: `Bearer ${KEY}`,
      'Content-Type': 'application/json',
      'X-Device-ID': 'd',
    },
    body: '{ "as": "typed" ',
  });
  assert.ok(!call.url.includes('pk_'));
  const { headers, body } = buildCall({ method: 'GET', path: '/health', key: null }, [], null);
  assert.deepEqual([headers, body], [{ Accept: 'application/json' }, null]);
});

test('a key that can’t be a public one is refused in words', () => {
  assert.equal(complaintAboutKey(KEY), null);
  assert.match(complaintAboutKey(KEY.replace('pk_', 'sk_')) ?? '', /private key.*never be in a browser/);
  assert.match(complaintAboutKey('sk_') ?? '', /private key/);
  assert.match(complaintAboutKey(KEY.slice(0, -1)) ?? '', /begins with pk_ and has 41/);
  assert.match(complaintAboutKey('') ?? '', /Enter a public key/);
});

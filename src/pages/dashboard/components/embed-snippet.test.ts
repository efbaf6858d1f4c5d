import assert from 'node:assert/strict';
import { test } from 'node:test';
import { embedSnippet } from './embed-snippet.ts';

test('the code for a site names a second height only where it is another', () => {
  const heightsIn = (phone: number, desk: number) =>
    embedSnippet({
      title: 'Tickets',
      address: 'https://shop.example/checkout/jazz',
      heights: { phone, desk },
    }).match(/height: \d+px/g);
  assert.deepEqual(heightsIn(1_100, 900), ['height: 1100px', 'height: 900px']);
  assert.deepEqual(heightsIn(900, 900), ['height: 900px']);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapLink } from './map-link.ts';
import { readMapLink } from './read-map-link.ts';

test('a map link leads to the place, as the dashboard reads it', () => {
  const place = { lat: 6.428055123456, lng: -3.42 };
  const link = mapLink(place);
  assert.equal(link, 'https://www.google.com/maps/search/?api=1&query=6.428055%2C-3.42');
  assert.deepEqual(readMapLink(new URL(link ?? '')), { lat: 6.428055, lng: -3.42 });
  assert.equal(mapLink({ lat: 6.4, lng: null }), null);
  assert.equal(mapLink({ lat: 0, lng: 0 }), 'https://www.google.com/maps/search/?api=1&query=0%2C0');
});

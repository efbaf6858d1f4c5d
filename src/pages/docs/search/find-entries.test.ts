import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findEntries } from './find-entries.ts';
import type { SearchEntry } from './search-entry.ts';

const entry = (kind: SearchEntry['kind'], title: string, text = '', where = ''): SearchEntry => ({
  kind,
  title,
  where,
  href: `#${title}`,
  text,
});

const ENTRIES = [
  entry('guide', 'Delivery', 'A quote reference is no idempotency key.'),
  entry('field', 'quoteReference', 'The newest quote.', 'Order the held tickets, body'),
  entry('error', 'quote_mismatch', 'The cart changed.'),
  entry('operation', 'List events', 'Newest first.', 'GET /events'),
];
const titles = (query: string): string[] => findEntries(ENTRIES, query).map(({ entry: { title } }) => title);

test('a name is found by its parts, in any case and however it is written, before what only mentions it', () => {
  for (const query of ['quoteReference', 'quote reference', 'quote_ref']) {
    assert.deepEqual(titles(query), ['quoteReference', 'Delivery'], query);
  }
  assert.deepEqual(titles('QUOTEREFERENCE'), ['quoteReference']);
  assert.deepEqual(titles('quote_mismatch'), ['quote_mismatch']);
});

test('every word has to be there, in the name, the place or the text', () => {
  assert.deepEqual(titles('quote held'), ['quoteReference']);
  assert.deepEqual(titles('get events'), ['List events']);
  assert.deepEqual(titles('events nowhere'), []);
  assert.deepEqual(titles('  '), []);
});

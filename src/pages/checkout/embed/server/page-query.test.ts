import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageLanguage, readPageQuery, sanitiseQuery } from './page-query.ts';

test('a bad theme, colour or language is as good as none', () => {
  assert.deepEqual(readPageQuery(new URLSearchParams('theme=dark&colorScheme=%23C8623F&lang=fr')), {
    theme: 'dark',
    color: 'c8623f',
    language: 'fr',
  });
  assert.deepEqual(readPageQuery(new URLSearchParams('theme=blue&colorScheme=red&lang=nl')), {
    theme: null,
    color: null,
    language: null,
  });
});

test('of the page’s query only what the page knows comes back', () => {
  assert.equal(
    sanitiseQuery('?lang=fr&theme=light&colorScheme=%23AABBCC&reference=TSR-1&next=//evil.example'),
    '?theme=light&colorScheme=aabbcc&lang=fr',
  );
  assert.equal(sanitiseQuery('theme=%00&x=%ZZ'), '');
});

test('the page speaks the language that its address asks for, or else the browser’s', () => {
  const speaks = (query: string, header?: string) => pageLanguage(new URLSearchParams(query), header);
  assert.equal(speaks('?lang=fr', 'en'), 'fr');
  assert.equal(speaks('?lang=en', 'fr'), 'en');
  assert.equal(speaks('?lang=nl', 'fr-CI,fr;q=0.9'), 'fr');
  assert.equal(speaks('', 'fr'), 'fr');
  assert.equal(speaks(''), 'en');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preferredLanguage, readPageQuery, sanitiseQuery } from './page-query.ts';

test('a bad theme, colour or language is as good as none', () => {
  assert.deepEqual(readPageQuery(new URLSearchParams('theme=dark&colorScheme=%23C8623F&lang=fr')), {
    theme: 'dark',
    color: 'c8623f',
    language: 'fr',
  });
  assert.deepEqual(readPageQuery(new URLSearchParams('theme=blue&colorScheme=red&lang=de')), {
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

test('the browser’s languages count in the order of their weights', () => {
  assert.equal(preferredLanguage('fr-CA,fr;q=0.8,en;q=0.5'), 'fr');
  assert.equal(preferredLanguage('de, en;q=0.5, fr;q=0.7'), 'fr');
  assert.equal(preferredLanguage('fr;q=0.2,en-GB;q=0.9'), 'en');
  assert.equal(preferredLanguage('fr;q=0, de'), 'en');
  assert.equal(preferredLanguage('*;q=;,,'), 'en');
  assert.equal(preferredLanguage(undefined), 'en');
});

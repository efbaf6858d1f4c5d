import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { knownLanguage, LANGUAGES, preferredLanguage, readLanguage } from './language.ts';

test('a language is known by its name alone', () => {
  for (const language of LANGUAGES) assert.equal(readLanguage(language), language);
  for (const name of [null, '', 'nl', 'FR', 'fr-CI', 'toString']) assert.equal(readLanguage(name), null);
});

test('a language on record that a newer program wrote down is English', () => {
  assert.equal(knownLanguage('de'), 'de');
  assert.equal(knownLanguage('nl'), 'en');
});

test('the languages of a header count in the order of their weights', () => {
  assert.equal(preferredLanguage('fr-CA,fr;q=0.8,en;q=0.5'), 'fr');
  assert.equal(preferredLanguage('nl, en;q=0.5, fr;q=0.7'), 'fr');
  assert.equal(preferredLanguage('fr;q=0.2,en-GB;q=0.9'), 'en');
  assert.equal(preferredLanguage('fr;q=0, nl'), 'en');
  assert.equal(preferredLanguage('fr;q=0.001'), 'fr');
});

test('of languages with the same weight the first is taken', () => {
  assert.equal(preferredLanguage('fr, en'), 'fr');
  assert.equal(preferredLanguage('en, fr'), 'en');
  assert.equal(preferredLanguage('nl, fr;q=0.5, en;q=0.5'), 'fr');
});

test('French is French in every country, and in capitals', () => {
  for (const header of ['fr-CI', 'fr-TG,fr;q=0.9', 'FR-bj', 'fr-Latn-CI']) {
    assert.equal(preferredLanguage(header), 'fr', header);
  }
  for (const header of ['fra', 'frr', 'x-fr', 'fr_CI']) assert.equal(preferredLanguage(header), 'en', header);
});

test('a star stands for every language that is not named', () => {
  assert.equal(preferredLanguage('*'), 'en');
  assert.equal(preferredLanguage('fr, *;q=0.5'), 'fr');
  assert.equal(preferredLanguage('fr;q=0.5, *'), 'en');
  assert.equal(preferredLanguage('en;q=0, *;q=0.1'), 'fr');
});

test('nonsense and nothing are English', () => {
  for (const header of [undefined, '', '*;q=;,,', ';;;', 'fr;q=x', 'fr;q=-1', 'fr;q=Infinity', 'fr;q=2']) {
    assert.equal(preferredLanguage(header), 'en', header);
  }
  fc.assert(
    fc.property(fc.string({ maxLength: 600 }), (header) => {
      assert.ok(LANGUAGES.includes(preferredLanguage(header)));
    }),
  );
});

test('a header is read no further than any browser writes', () => {
  assert.equal(preferredLanguage(`${'nl,'.repeat(100)}fr`), 'fr');
  assert.equal(preferredLanguage(`${'nl,'.repeat(1_000_000)}fr`), 'en');
});

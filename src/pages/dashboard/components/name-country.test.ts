import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COUNTRY_CHOICES } from '../../../money/countries.ts';
import { nameCountries } from './name-country.ts';

test('countries stand in a list by their names in the reader’s language', () => {
  const french = nameCountries(COUNTRY_CHOICES, 'fr').map(({ name }) => name);
  assert.deepEqual(french.slice(0, 4), ['Afghanistan', 'Afrique du Sud', 'Albanie', 'Algérie']);
  assert.ok(french.indexOf('Égypte') < french.indexOf('France'), 'accents sort with their letter');
  const english = nameCountries(COUNTRY_CHOICES, 'en').map(({ name }) => name);
  assert.ok(english.indexOf('Germany') > english.indexOf('France'));
});

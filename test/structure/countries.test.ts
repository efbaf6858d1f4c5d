import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  CLIENT_FILE,
  COUNTRIES_FILE,
  DECIMALS_FILE,
  makeClientCountries,
  makeCountries,
  makeDecimals,
} from '../../scripts/make-countries.ts';
import { COUNTRIES, COUNTRY_CHOICES, COUNTRY_NAMES } from '../../src/money/countries.ts';
import { decimalsOf } from '../../src/values/major-units.ts';

test('countries and decimals are what their sources say: after an update of those, run npm run countries', () => {
  const countries = makeCountries();
  assert.equal(readFileSync(COUNTRIES_FILE, 'utf8'), countries);
  assert.equal(readFileSync(CLIENT_FILE, 'utf8'), makeClientCountries(countries));
  assert.equal(readFileSync(DECIMALS_FILE, 'utf8'), makeDecimals());
});

// Integrators compare them. More may follow; then they are here with them.
const OUT = 249;
const HASH = 'b75bdcd7d94ef080bdf5e707351bfbcc00bb480ef17291e7cd6e64ba01861cc9';

test('a name that is out is never renamed, moved or removed', () => {
  assert.ok(COUNTRY_NAMES.length >= OUT);
  const named = COUNTRY_NAMES.slice(0, OUT).map((name) => `${name} ${COUNTRIES[name].region}`);
  assert.equal(createHash('sha256').update(named.join('\n')).digest('hex'), HASH);
  for (const name of COUNTRY_NAMES) assert.match(name, /^[A-Z]+(_[A-Z]+)*$/);
  assert.ok(
    COUNTRY_NAMES.every((name) => name.length <= 40),
    'the database keeps 40 characters',
  );
});

test('countries have the facts that hosts know of them', () => {
  const { KENYA, JAPAN, KUWAIT, GERMANY, UNITED_STATES, COTE_D_IVOIRE, UNITED_KINGDOM, INDIA } = COUNTRIES;
  assert.deepEqual(
    [KENYA, JAPAN, KUWAIT, GERMANY, UNITED_STATES, COTE_D_IVOIRE, UNITED_KINGDOM].map((one) => [
      one.region,
      one.currency,
      one.levels.state,
      one.levels.lga,
      one.timezone,
    ]),
    [
      ['KE', 'KES', null, 'city', 'Africa/Nairobi'],
      ['JP', 'JPY', 'prefecture', null, 'Asia/Tokyo'],
      ['KW', 'KWD', null, 'city', 'Asia/Kuwait'],
      ['DE', 'EUR', null, 'city', 'Europe/Berlin'],
      ['US', 'USD', 'state', 'city', 'America/New_York'],
      ['CI', 'XOF', null, 'city', 'Africa/Abidjan'],
      ['GB', 'GBP', null, 'post_town', 'Europe/London'],
    ],
  );
  assert.deepEqual(INDIA.timezones, ['Asia/Kolkata'], 'by the name of today');
  assert.ok(UNITED_STATES.timezones.includes('America/Los_Angeles'));
  assert.equal(COUNTRY_CHOICES.length, COUNTRY_NAMES.length);
});

test('every time zone is known to dates, and every currency has decimals', () => {
  for (const { timezones, currency } of Object.values(COUNTRIES)) {
    for (const timeZone of timezones) assert.doesNotThrow(() => new Intl.DateTimeFormat('en', { timeZone }));
    assert.match(currency, /^[A-Z]{3}$/);
    assert.ok([0, 2, 3].includes(decimalsOf(currency)));
  }
});

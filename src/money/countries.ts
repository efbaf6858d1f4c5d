import type { CountryCode } from 'libphonenumber-js/core';
import { LANGUAGE_FACTS, type Language } from '../values/language.ts';
import type { AddressLevel } from '../rules/address-levels.ts';
import { COUNTRY_ROWS } from './country-rows.ts';

/** A country by its name on the wire. */
export type Country = keyof typeof COUNTRY_ROWS;

type CountryFacts = {
  /** ISO 3166, for `Intl`. */
  region: string;
  /** The currency of prices. */
  currency: string;
  /** For numbers without `+`. Undefined where nobody has a telephone. */
  phoneRegion: CountryCode | undefined;
  /** Empty where there is none. */
  samplePhone: string;
  /** The words for the levels of its addresses. */
  levels: AddressLevels;
  /** The main one. */
  timezone: string;
  timezones: string[];
};

/** The words for `state` and `lga`; null: the country has no such level. */
export type AddressLevels = { state: AddressLevel | null; lga: AddressLevel | null };

const readLevel = (word: string): AddressLevel | null => (word === '-' ? null : (word as AddressLevel));

function readRow(row: string): CountryFacts {
  const [region = '', currency = '', phone = '-', state = '-', lga = '-', ...timezones] = row.split(' ');
  const hasPhone = phone !== '-';
  return {
    region,
    currency,
    phoneRegion: hasPhone ? (region as CountryCode) : undefined,
    samplePhone: hasPhone ? phone : '',
    levels: { state: readLevel(state), lga: readLevel(lga) },
    timezone: timezones[0] ?? 'UTC',
    timezones,
  };
}

/** The countries that hosts are in and events take place in. */
export const COUNTRIES = Object.fromEntries(
  Object.entries(COUNTRY_ROWS).map(([country, row]) => [country, readRow(row)]),
) as Readonly<Record<Country, CountryFacts>>;

export const COUNTRY_NAMES = Object.keys(COUNTRY_ROWS) as Country[];

/** ISO 3166, of every country. */
export const COUNTRY_CODES: string[] = COUNTRY_NAMES.map((country) => COUNTRIES[country].region).toSorted();

/** A country in a list, by the code that its name is made from. */
export type CountryChoice = { country: Country; region: string; currency: string };

export const COUNTRY_CHOICES: CountryChoice[] = COUNTRY_NAMES.map((country) => {
  const { region, currency } = COUNTRIES[country];
  return { country, region, currency };
});

/** For `Intl`: dates and amounts as the country writes them, in this language. */
export const localeOf = (language: Language, country: Country): string =>
  `${language}-${COUNTRIES[country].region}${LANGUAGE_FACTS[language].digits ?? ''}`;

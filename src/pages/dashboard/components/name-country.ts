import type { CountryChoice } from '../../../money/countries.ts';
import type { Language } from '../../../values/language.ts';

/** A country's name in the reader's language, by its two letters. */
export const nameCountry = (region: string, language: Language): string =>
  new Intl.DisplayNames(language, { type: 'region' }).of(region) ?? region;

export type NamedCountry = CountryChoice & { name: string };

/** Countries for a list, with their names, in the reader's alphabet. On the server alone: browsers know other names and orders. */
export function nameCountries(countries: CountryChoice[], language: Language): NamedCountry[] {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  return countries
    .map((row) => ({ ...row, name: names.of(row.region) ?? row.region }))
    .toSorted((one, other) => one.name.localeCompare(other.name, language));
}

import type { Language } from '../../../values/language.ts';

/** A country's name in the reader's language, by its two letters. */
export const nameCountry = (region: string, language: Language): string =>
  new Intl.DisplayNames(language, { type: 'region' }).of(region) ?? region;

/** Countries for a list, with their names, in the reader's alphabet. */
export function nameCountries<Row extends { region: string }>(
  countries: Row[],
  language: string,
): (Row & { name: string })[] {
  const names = new Intl.DisplayNames([language], { type: 'region' });
  return countries
    .map((row) => ({ ...row, name: names.of(row.region) ?? row.region }))
    .toSorted((one, other) => one.name.localeCompare(other.name, language));
}

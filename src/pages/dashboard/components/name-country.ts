/** A country's English name, by its two letters. */
export const nameCountry = (region: string): string =>
  new Intl.DisplayNames('en', { type: 'region' }).of(region) ?? region;

/** A country by its two letters, as English calls it. */
export const nameCountry = (region: string): string =>
  new Intl.DisplayNames('en', { type: 'region' }).of(region) ?? region;

import type { Language } from '../values/language.ts';

/** The countries that tickets are sold in. A new row here is all that a new country needs. */
export const COUNTRIES = {
  NIGERIA: {
    currency: 'NGN',
    timezone: 'Africa/Lagos',
    region: 'NG',
    samplePhone: '+2348031234567',
  },
  GHANA: {
    currency: 'GHS',
    timezone: 'Africa/Accra',
    region: 'GH',
    samplePhone: '+233241234567',
  },
  SOUTH_AFRICA: {
    currency: 'ZAR',
    timezone: 'Africa/Johannesburg',
    region: 'ZA',
    samplePhone: '+27821234567',
  },
} as const satisfies Record<
  string,
  { currency: string; timezone: string; region: string; samplePhone: string }
>;

export type Country = keyof typeof COUNTRIES;

/** A country in a list, by the code that its name is made from. */
export type CountryChoice = { country: Country; region: string; currency: string };

export const COUNTRY_CHOICES: CountryChoice[] = (Object.keys(COUNTRIES) as Country[]).map((country) => {
  const { region, currency } = COUNTRIES[country];
  return { country, region, currency };
});

/** For `Intl`: dates and amounts as the country writes them, in this language. */
export const localeOf = (language: Language, country: Country): string =>
  `${language}-${COUNTRIES[country].region}`;

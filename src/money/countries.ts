/** The countries that tickets are sold in. A new row here is all that a new country needs. */
export const COUNTRIES = {
  NIGERIA: {
    currency: 'NGN',
    locale: 'en-NG',
    timezone: 'Africa/Lagos',
    region: 'NG',
    samplePhone: '+2348031234567',
  },
  GHANA: {
    currency: 'GHS',
    locale: 'en-GH',
    timezone: 'Africa/Accra',
    region: 'GH',
    samplePhone: '+233241234567',
  },
  SOUTH_AFRICA: {
    currency: 'ZAR',
    locale: 'en-ZA',
    timezone: 'Africa/Johannesburg',
    region: 'ZA',
    samplePhone: '+27821234567',
  },
} as const satisfies Record<
  string,
  { currency: string; locale: string; timezone: string; region: string; samplePhone: string }
>;

export type Country = keyof typeof COUNTRIES;

/** The countries that tickets are sold in. A new row here is all that a new country needs. */
export const COUNTRIES = {
  NIGERIA: { currency: 'NGN', locale: 'en-NG', timezone: 'Africa/Lagos' },
  GHANA: { currency: 'GHS', locale: 'en-GH', timezone: 'Africa/Accra' },
  SOUTH_AFRICA: { currency: 'ZAR', locale: 'en-ZA', timezone: 'Africa/Johannesburg' },
} as const satisfies Record<string, { currency: string; locale: string; timezone: string }>;

export type Country = keyof typeof COUNTRIES;

import type { CountryFixedBy } from '../../../hosts/country-of-host.ts';
import type { NamedCountry } from '../components/name-country.ts';
import type { HostSettings } from '../../../hosts/read-settings.ts';

/** A host's settings, and the facts that the form needs. */
export type SettingsView = {
  settings: HostSettings;
  /** The host's public page, or null if there is none yet. */
  pageUrl: string | null;
  countries: NamedCountry[];
  countryFixedBy: CountryFixedBy;
  fees: FeesView;
};

/** The rates are the operator's. Amounts are in minor units of the currency. */
export type FeesView = {
  currency: string;
  /** For `Intl`. */
  locale: string;
  basisPoints: number;
  flatMinor: number;
  capMinor: number | null;
  /** The fees of one ticket. */
  example: { priceMinor: number; feeMinor: number };
};

import { publicHostUrl } from '../../../events/public-address.ts';
import { changeSettings } from '../../../hosts/change-settings.ts';
import { countryFixedBy } from '../../../hosts/country-of-host.ts';
import { findPublicSlug } from '../../../hosts/find-public-slug.ts';
import { readSettings } from '../../../hosts/read-settings.ts';
import { describeFees } from '../../../inventory/describe-fees.ts';
import { nameCountries } from '../components/name-country.ts';
import { COUNTRIES, COUNTRY_CHOICES, localeOf } from '../../../money/countries.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { SettingsBody } from './bodies.ts';
import type { PageRoutes } from '../access/page-routes.ts';

/** The settings of a host. */
export function registerSettings(
  { view, change }: PageRoutes,
  { database, publicUrl }: Pick<DashboardDeps, 'database' | 'publicUrl'>,
): void {
  view(ROUTES.settings.view, { shows: 'settings' }, async ({ params: { hostId }, member }) => {
    const [settings, slug, fixedBy, fees] = await Promise.all([
      readSettings(database, hostId),
      findPublicSlug(database, hostId),
      countryFixedBy(database, hostId),
      describeFees(database, hostId),
    ]);
    const { currency } = COUNTRIES[settings.country];
    return {
      settings,
      pageUrl: slug === null ? null : publicHostUrl(publicUrl, slug),
      countries: nameCountries(
        COUNTRY_CHOICES.filter(({ country }) => fixedBy === null || country === settings.country),
        member.language,
      ),
      countryFixedBy: fixedBy,
      fees: { ...fees, currency, locale: localeOf(member.language, settings.country) },
    };
  });

  change(
    ROUTES.settings.change,
    { body: SettingsBody },
    async (tx, { hostId, actor, version, ...changes }) => ({
      settings: await changeSettings(tx, { hostId, actor, version, changes }),
    }),
  );
}

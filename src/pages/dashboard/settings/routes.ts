import { Type } from 'typebox';
import { publicHostUrl } from '../../../events/public-address.ts';
import { changeSettings } from '../../../hosts/change-settings.ts';
import { countryFixedBy } from '../../../hosts/country-of-host.ts';
import { findPublicSlug } from '../../../hosts/find-public-slug.ts';
import { readSettings } from '../../../hosts/read-settings.ts';
import { Id } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { describeFees } from '../../../inventory/describe-fees.ts';
import { COUNTRIES, localeOf, type Country } from '../../../money/countries.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { actorOf, memberOf } from '../access/find-visitor.ts';
import { SettingsBody } from './bodies.ts';

const ByHost = Type.Object({ hostId: Id() });

/** What a host says of itself, and how it sells. */
export function registerSettings(scope: HttpServer, deps: DashboardDeps): void {
  const { database, change, sendView, publicUrl } = deps;

  scope.get(ROUTES.settings.view.path, { schema: { params: ByHost } }, async (request, reply) => {
    const { hostId } = memberOf(request);
    const [settings, slug, fixedBy, fees] = await Promise.all([
      readSettings(database, hostId),
      findPublicSlug(database, hostId),
      countryFixedBy(database, hostId),
      describeFees(database, hostId),
    ]);
    const { currency } = COUNTRIES[settings.country];
    return sendView(request, reply, {
      view: 'settings',
      data: {
        settings,
        pageUrl: slug === null ? null : publicHostUrl(publicUrl, slug),
        countries: (Object.keys(COUNTRIES) as Country[]).map((country) => {
          const { region, currency: itsCurrency } = COUNTRIES[country];
          return { country, region, currency: itsCurrency };
        }),
        countryFixedBy: fixedBy,
        fees: { ...fees, currency, locale: localeOf('en', settings.country) },
      },
    });
  });

  scope.patch(
    ROUTES.settings.change.path,
    { schema: { params: ByHost, body: SettingsBody } },
    async (request) => {
      const { hostId } = memberOf(request);
      const { version, ...changes } = request.body;
      const settings = await change(request, (tx) =>
        changeSettings(tx, { hostId, actor: actorOf(request), version, changes }),
      );
      return { settings };
    },
  );
}

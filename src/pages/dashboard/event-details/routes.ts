import { changeDetails } from '../../../events/details/change-details.ts';
import { datesFixedBy } from '../../../events/details/dates-fixed-by.ts';
import { readDetails } from '../../../events/details/read-details.ts';
import { listCategories } from '../../../events/categories.ts';
import { previewDescription } from '../../../events/details/preview-description.ts';
import { pictureSources } from '../../../media/picture-sources.ts';
import { COUNTRIES } from '../../../money/countries.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import { DetailsBody, PreviewBody } from './bodies.ts';
import type { PreviewAnswer } from './data.ts';
import type { PageRoutes } from '../access/page-routes.ts';

/** The event's details as buyers see them. */
export function registerEventDetails(
  { view, answer, change }: PageRoutes,
  deps: Pick<DashboardDeps, 'database' | 'checkoutUrl' | 'mediaUrl' | 'paymentWindowMinutes'>,
): void {
  const { database, checkoutUrl, mediaUrl, paymentWindowMinutes } = deps;
  const routes = ROUTES.eventDetails;

  view(routes.view, { shows: 'eventDetails' }, async ({ member, params }) => {
    const { event } = await loadEvent(database, member, params.eventId);
    const stored = await readDetails(database, params);
    const { region, levels, timezones } = COUNTRIES[stored.event.country];
    return {
      event,
      details: stored.details,
      pictures: Object.fromEntries(
        stored.details.headliners.flatMap(({ imageFile: file }) =>
          file === null ? [] : [[file, pictureSources(mediaUrl, file)]],
        ),
      ),
      mediaUrl,
      categories: (await listCategories(database)).map(({ slug, name }) => ({ slug, name })),
      datesFixedBy: await datesFixedBy(database, stored.event),
      isSlugFixed: stored.event.firstPublicAt !== null,
      levels,
      region,
      timezonesOfCountry: timezones,
      paymentMinutesByDefault: paymentWindowMinutes,
      checkoutUrl,
    };
  });

  change(
    routes.change,
    { body: DetailsBody },
    async (tx, { hostId, eventId, actor, version, ...changes }) => ({
      details: await changeDetails(tx, { hostId, eventId, actor, version, changes }),
    }),
  );

  answer(routes.preview, { body: PreviewBody }, async ({ params, body }): Promise<PreviewAnswer> => ({
    blocks: await previewDescription(database, { ...params, ...body }),
  }));
}

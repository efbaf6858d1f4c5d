import { Type } from 'typebox';
import { changeDetails } from '../../../events/details/change-details.ts';
import { datesFixedBy } from '../../../events/details/dates-fixed-by.ts';
import { readDetails } from '../../../events/details/read-details.ts';
import { listCategories } from '../../../events/categories.ts';
import { previewDescription } from '../../../events/details/preview-description.ts';
import { Id } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { pictureSources } from '../../../media/picture-sources.ts';
import { COUNTRIES } from '../../../money/countries.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import { actorOf, memberOf } from '../access/find-visitor.ts';
import { DetailsBody, PreviewBody } from './bodies.ts';
import type { PreviewAnswer } from './data.ts';

const ByEvent = Type.Object({ hostId: Id(), eventId: Id() });

/** What buyers read about the event, and where and when it is. */
export function registerEventDetails(scope: HttpServer, deps: DashboardDeps): void {
  const { database, change, sendView, checkoutUrl, mediaUrl, paymentWindowMinutes } = deps;

  scope.get(ROUTES.eventDetails.view.path, { schema: { params: ByEvent } }, async (request, reply) => {
    const member = memberOf(request);
    const { eventId } = request.params;
    const { event } = await loadEvent(database, member, eventId);
    const stored = await readDetails(database, { hostId: member.hostId, eventId });
    const { region, timezone } = COUNTRIES[stored.event.country];
    return sendView(request, reply, {
      view: 'eventDetails',
      data: {
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
        country: stored.event.country,
        region,
        timezoneOfCountry: timezone,
        paymentMinutesByDefault: paymentWindowMinutes,
        checkoutUrl,
      },
    });
  });

  scope.patch(
    ROUTES.eventDetails.change.path,
    { schema: { params: ByEvent, body: DetailsBody } },
    async (request) => {
      const { version, ...changes } = request.body;
      const { hostId } = memberOf(request);
      const details = await change(request, (tx) =>
        changeDetails(tx, {
          hostId,
          eventId: request.params.eventId,
          actor: actorOf(request),
          version,
          changes,
        }),
      );
      return { details };
    },
  );

  scope.post(
    ROUTES.eventDetails.preview.path,
    { schema: { params: ByEvent, body: PreviewBody } },
    async (request): Promise<PreviewAnswer> => ({
      blocks: await previewDescription(database, {
        hostId: memberOf(request).hostId,
        eventId: request.params.eventId,
        ...request.body,
      }),
    }),
  );
}

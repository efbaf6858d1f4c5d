import { randomUUIDv7 } from 'node:crypto';
import { Type } from 'typebox';
import { listCategories } from '../../../events/categories.ts';
import { createDraft, EventMadeAlready } from '../../../events/create-draft.ts';
import { readDraft, type Draft } from '../../../events/read-draft.ts';
import { saveDraft } from '../../../events/save-draft.ts';
import { Id } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { pictureSources } from '../../../media/picture-sources.ts';
import { COUNTRIES, localeOf } from '../../../money/countries.ts';
import { ROUTES } from '../../../routes.ts';
import { toWallTime } from '../../../values/wall-time.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { actorOf, memberOf } from '../access/find-visitor.ts';
import { DraftBody, NewEventBody } from './bodies.ts';
import type { DraftView } from './data.ts';

const ByHost = Type.Object({ hostId: Id() });
const ByEvent = Type.Object({ hostId: Id(), eventId: Id() });
const OfDraft = Type.Object({ draft: Type.Optional(Id()) });

/** An event is made: a draft at once, which the rest is saved to as it is filled in. */
export function registerNewEvent(scope: HttpServer, deps: DashboardDeps): void {
  const { database, change, sendView, mediaUrl } = deps;
  const routes = ROUTES.newEvent;

  scope.get(
    routes.view.path,
    { schema: { params: ByHost, querystring: OfDraft } },
    async (request, reply) => {
      const { hostId, country } = memberOf(request);
      const { draft: eventId } = request.query;
      const [categories, draft] = await Promise.all([
        listCategories(database),
        eventId === undefined ? null : readDraft(database, { hostId, eventId }),
      ]);
      const where = draft ?? { country, timezone: COUNTRIES[country].timezone };
      return sendView(request, reply, {
        view: 'newEvent',
        data: {
          eventId: eventId ?? randomUUIDv7(),
          categories: categories.map(({ slug, name }) => ({ slug, name })),
          country: where.country,
          currency: COUNTRIES[where.country].currency,
          locale: localeOf('en', where.country),
          timezone: where.timezone,
          draft: draft && showDraft(draft, mediaUrl),
        },
      });
    },
  );

  scope.post(routes.create.path, { schema: { params: ByHost, body: NewEventBody } }, async (request) => {
    const { hostId } = memberOf(request);
    const { eventId } = request.body;
    await change(request, (tx) =>
      createDraft(tx, { ...request.body, hostId, name: request.body.name.trim(), actor: actorOf(request) }),
    ).catch(ignoreSecondPress);
    return { draft: showDraft(await readDraft(database, { hostId, eventId }), mediaUrl) };
  });

  scope.patch(routes.save.path, { schema: { params: ByEvent, body: DraftBody } }, async (request) => {
    const { hostId } = memberOf(request);
    const { eventId } = request.params;
    const { version, ...changes } = request.body;
    await change(request, (tx) =>
      saveDraft(tx, { hostId, eventId, actor: actorOf(request), version, changes }),
    );
    return { draft: showDraft(await readDraft(database, { hostId, eventId }), mediaUrl) };
  });
}

/** The answer to both presses of a button is the event that the first one made. */
export function ignoreSecondPress(error: unknown): void {
  if (!(error instanceof EventMadeAlready)) throw error;
}

const showDraft = (draft: Draft, mediaUrl: string): DraftView => ({
  eventId: draft.eventId,
  version: draft.version,
  slug: draft.slug,
  name: draft.name,
  kind: draft.kind,
  categorySlug: draft.categorySlug,
  startsAt: toWallTime(draft.startsAt, draft.timezone),
  closesAt: toWallTime(draft.closesAt, draft.timezone),
  doorsMinutes: draft.doorsMinutes,
  hasSuggestedDate: draft.hasSuggestedDate,
  state: draft.state,
  lga: draft.lga,
  street: draft.street,
  poster:
    draft.posterFile === null
      ? null
      : { shown: pictureSources(mediaUrl, draft.posterFile), ratio: draft.posterAspectRatio ?? 1 },
  ticketType: draft.ticketType,
  ticketTypeCount: draft.ticketTypeCount,
});

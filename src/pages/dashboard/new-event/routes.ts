import { randomUUIDv7 } from 'node:crypto';
import { Type } from 'typebox';
import { listCategories } from '../../../events/categories.ts';
import { createDraft } from '../../../events/create-draft.ts';
import { readDraft, type Draft } from '../../../events/read-draft.ts';
import { saveDraft } from '../../../events/save-draft.ts';
import { Id } from '../../../http/schema.ts';
import { pictureSources } from '../../../media/picture-sources.ts';
import { COUNTRIES, localeOf } from '../../../money/countries.ts';
import { ROUTES } from '../../../routes.ts';
import { toWallTime } from '../../../values/wall-time.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { DraftBody, NewEventBody } from './bodies.ts';
import type { DraftView } from './data.ts';
import type { PageRoutes } from '../access/page-routes.ts';
import { registerDuplicateEvent } from './duplicate-routes.ts';
import { ignoreSecondPress } from './server/ignore-second-press.ts';

const OfDraft = Type.Object({ draft: Type.Optional(Id()) });

/** Creates an event: a draft at once, then saves of the fields as they are filled in. */
export function registerNewEvent(
  pages: PageRoutes,
  deps: Pick<DashboardDeps, 'database' | 'mediaUrl'>,
): void {
  const { view, answer } = pages;
  const { database, mediaUrl } = deps;
  const routes = ROUTES.newEvent;
  registerDuplicateEvent(pages, deps);

  view(routes.view, { shows: 'newEvent', query: OfDraft }, async ({ member, query: { draft: eventId } }) => {
    const { hostId, country, language } = member;
    const [categories, draft] = await Promise.all([
      listCategories(database),
      eventId === undefined ? null : readDraft(database, { hostId, eventId }),
    ]);
    const where = draft ?? { country, timezone: COUNTRIES[country].timezone };
    return {
      eventId: eventId ?? randomUUIDv7(),
      categories: categories.map(({ slug, name }) => ({ slug, name })),
      levels: COUNTRIES[where.country].levels,
      currency: COUNTRIES[where.country].currency,
      locale: localeOf(language, where.country),
      timezone: where.timezone,
      draft: draft && showDraft(draft, mediaUrl),
    };
  });

  answer(routes.create, { body: NewEventBody }, async ({ member, actor, body, inChange }) => {
    const { eventId } = body;
    const { hostId, language } = member;
    await inChange((tx) =>
      createDraft(tx, { ...body, hostId, language, name: body.name.trim(), actor }),
    ).catch(ignoreSecondPress);
    return { draft: showDraft(await readDraft(database, { hostId, eventId }), mediaUrl) };
  });

  answer(routes.save, { body: DraftBody }, async ({ params, actor, body, inChange }) => {
    const { version, ...changes } = body;
    await inChange((tx) => saveDraft(tx, { ...params, actor, version, changes }));
    return { draft: showDraft(await readDraft(database, params), mediaUrl) };
  });
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
  lga: draft.lga || null,
  venue: draft.venue,
  street: draft.street,
  isOnline: draft.isOnline,
  poster:
    draft.posterFile === null
      ? null
      : { shown: pictureSources(mediaUrl, draft.posterFile), ratio: draft.posterAspectRatio ?? 1 },
  ticketType: draft.ticketType,
  ticketTypeCount: draft.ticketTypeCount,
});

import { Type } from 'typebox';
import { findPosters } from '../../../events/find-posters.ts';
import { hasNoEvent } from '../../../events/find-host-events.ts';
import type { Member } from '../../../hosts/members/find-member.ts';
import { OneOf } from '../../../http/schema.ts';
import { pictureSources } from '../../../media/picture-sources.ts';
import { SHOWN_EVENTS } from '../../../orders/event-figures.ts';
import { listEventFigures } from '../../../orders/list-event-figures.ts';
import { mayUse } from '../../../powers.ts';
import { ROUTES } from '../../../routes.ts';
import { cursorKeysOf } from '../../../secrets/cursor-keys.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import type { PageRoutes } from '../access/page-routes.ts';
import { showEvent } from '../event-layout/data.ts';
import type { LeadsTo } from './data.ts';

// A form that is sent by the browser itself names every field, the empty ones too.
const Query = Type.Object({
  shown: OneOf(['', ...SHOWN_EVENTS], { default: '' }),
  q: Type.String({ maxLength: 200, format: 'text', default: '' }),
  for: OneOf(['', 'guests', 'check-in'], { default: '' }),
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
});

// People come to the door on the day before at the earliest.
const SOON_MS = 24 * 60 * 60 * 1000;

/** All events of a host, and the ways to guests and check-in of the one that is on. */
export function registerEventList(
  { view, answer }: PageRoutes,
  deps: Pick<DashboardDeps, 'database' | 'databaseNowMs' | 'base' | 'mediaUrl' | 'secretKeys'>,
): void {
  const { database, base, mediaUrl } = deps;
  const cursorKeys = cursorKeysOf(deps.secretKeys);

  view(ROUTES.dashboard.events, { shows: 'events', query: Query }, async ({ member, query }) => {
    const { q, for: leadsTo, cursor = null } = query;
    const shown = query.shown === '' ? 'upcoming' : query.shown;
    const seesFigures = mayUse(member.role, 'figures.see');
    const [{ items, nextCursor }, isFirst] = await Promise.all([
      listEventFigures(database, { ...member, shown, search: q.trim(), cursor, cursorKeys }),
      hasNoEvent(database, member.hostId),
    ]);
    const posters = await findPosters(
      database,
      items.map(({ eventId }) => eventId),
    );
    const events = items.map((event) => {
      const file = posters.get(event.eventId);
      const poster = file === undefined ? null : pictureSources(mediaUrl, file);
      return { ...showEvent(event, { seesFigures, language: member.language }), poster };
    });
    return { shown, leadsTo, isFirst, events, nextCursor };
  });

  /** The address of that page of the only event that is on or next; else the choice of an event. */
  async function findWay(member: Member, leadsTo: Exclude<LeadsTo, ''>): Promise<string> {
    const { items } = await listEventFigures(database, {
      ...member,
      shown: 'upcoming',
      cursor: null,
      cursorKeys,
    });
    const soon = items.filter(({ startsAt }) => startsAt.getTime() - SOON_MS < deps.databaseNowMs());
    const [only, ...others] = soon.length > 0 ? soon : items;
    const events = `${base}/hosts/${member.hostId}/events`;
    return only && others.length === 0 ? `${events}/${only.eventId}/${leadsTo}` : `${events}?for=${leadsTo}`;
  }
  answer(ROUTES.dashboard.guests, {}, async ({ member, reply }) =>
    reply.redirect(await findWay(member, 'guests'), 303),
  );
  answer(ROUTES.dashboard.checkIn, {}, async ({ member, reply }) =>
    reply.redirect(await findWay(member, 'check-in'), 303),
  );
}

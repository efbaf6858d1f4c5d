import { ROUTES } from '../../../routes.ts';
import { momentAt } from '../../../values/wall-time.ts';
import {
  changeList,
  openList,
  releaseList,
  resumeList,
  skipEntry,
  stopList,
} from '../../../waiting-list/change-list.ts';
import { readList, readListed, readListedTypes } from '../../../waiting-list/read-list.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import type { PageRoutes } from '../access/page-routes.ts';
import { loadEvent } from '../event-layout/data.ts';
import { ChangeListBody, OpenListBody } from './bodies.ts';

// Long enough for somebody who is at work, short enough for the next.
const SUGGESTED = { offerMinutes: 360, drawsAt: null };

/** The waiting list of an event, as hosts see it. */
export function registerEventWaitingList(
  pages: PageRoutes,
  { database, secretKeys }: Pick<DashboardDeps, 'database' | 'secretKeys'>,
): void {
  const routes = ROUTES.eventWaitingList;
  pages.view(routes.view, { shows: 'eventWaitingList' }, async ({ member, params }) => {
    const { event } = await loadEvent(database, member, params.eventId);
    const list = await readList(database, params);
    return {
      event,
      list: list && { ...list, drawsAt: list.drawsAt?.toISOString() ?? null },
      types: list ? await readListedTypes(database, params) : [],
      entries: (await readListed(database, params)).map(({ confirmedAt, offeredUntil, ...entry }) => ({
        ...entry,
        confirmedAt: confirmedAt.toISOString(),
        offeredUntil: offeredUntil?.toISOString() ?? null,
      })),
      suggested: SUGGESTED,
    };
  });

  pages.answer(
    routes.open,
    { body: OpenListBody, status: 201 },
    async ({ member, params, actor, body: { drawsAt, offerMinutes }, inChange }) => {
      const { event } = await loadEvent(database, member, params.eventId);
      const settings = { offerMinutes, drawsAt: drawsAt === null ? null : momentAt(drawsAt, event.timezone) };
      await inChange((tx) => openList(tx, { ...params, actor, settings, secretKeys }));
    },
  );
  pages.change(routes.change, { body: ChangeListBody }, changeList);
  pages.change(routes.stop, {}, stopList);
  pages.change(routes.resume, {}, resumeList);
  pages.change(routes.release, {}, releaseList);
  pages.change(routes.skip, {}, skipEntry);
}

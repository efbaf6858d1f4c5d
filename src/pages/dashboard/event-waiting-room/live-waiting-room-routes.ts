import { eventText, openEventStream } from '../../../http/event-stream.ts';
import { ROUTES } from '../../../routes.ts';
import { readRoom, type HostRoom } from '../../../waiting-room/read-room.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import { createWatch } from '../live/server/create-watch.ts';
import { findAllowed } from '../live/server/find-allowed.ts';
import type { Watcher } from '../live/server/watched-things.ts';
import type { LiveRoom } from './data.ts';
import { showRoom } from './room-data.ts';
import type { PageRoutes } from '../access/page-routes.ts';

type RoomWatcher = Watcher & { timezone: string };

/** Streams the live figures of the waiting room to its open pages. */
export function registerLiveWaitingRoom(
  { scope, answer }: PageRoutes,
  deps: Pick<DashboardDeps, 'database' | 'logger' | 'isProduction'>,
): void {
  const { database, logger } = deps;
  const watch = createWatch<RoomWatcher, HostRoom | null, { text: string }>({
    look: ({ hostId, eventId }) => readRoom(database, { hostId, eventId: eventId ?? '' }),
    findAllowed: (hostId, watchers) => findAllowed(deps, { hostId, power: 'figures.see', watchers }),
    tellNews: ({ timezone }, told, { seen, isFirst }) => {
      const news: LiveRoom = { room: seen && showRoom(seen, timezone) };
      const text = eventText('waiting_room', news);
      if (!isFirst && told.text === text) return null;
      told.text = text;
      return text;
    },
    nothingTold: () => ({ text: '' }),
    logger,
  });
  scope.addHook('preClose', async () => watch.close());

  answer(ROUTES.eventWaitingRoom.live, {}, async ({ session, member, params: { eventId }, reply }) => {
    const { sessionId, personId } = session;
    const { event } = await loadEvent(database, member, eventId);
    const { hostId, role, eventIds } = member;
    await watch.join(
      { hostId, eventId },
      { sessionId, personId, member: { role, eventIds }, timezone: event.timezone },
      () => openEventStream(reply),
    );
  });
}

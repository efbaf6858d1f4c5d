import { readCheckIn } from '../../../check-in/read-check-in.ts';
import { eventText, openEventStream } from '../../../http/event-stream.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import { createWatch } from '../live/server/create-watch.ts';
import { findAllowed } from '../live/server/find-allowed.ts';
import { showLive } from './data.ts';
import type { PageRoutes } from '../access/page-routes.ts';

/** Sends the state of check-in live to everybody who has its page open. */
export function registerLiveCheckIn(
  { scope, answer }: PageRoutes,
  deps: Pick<DashboardDeps, 'database' | 'logger' | 'isProduction'>,
): void {
  const { database, logger } = deps;
  const watch = createWatch({
    look: async ({ hostId, eventId }) =>
      eventText('check_in', showLive(await readCheckIn(database, { hostId, eventId: eventId ?? '' }))),
    findAllowed: (hostId, watchers) => findAllowed(deps, { hostId, power: 'check_in.see', watchers }),
    tellNews: (_, told: { text: string }, { seen, isFirst }) => {
      if (!isFirst && told.text === seen) return null;
      told.text = seen;
      return seen;
    },
    nothingTold: () => ({ text: '' }),
    logger,
  });
  scope.addHook('preClose', async () => watch.close());

  answer(ROUTES.eventCheckIn.live, {}, async ({ session, member, params: { eventId }, reply }) => {
    const { sessionId, personId } = session;
    await loadEvent(database, member, eventId);
    const { hostId, role, eventIds } = member;
    await watch.join({ hostId, eventId }, { sessionId, personId, member: { role, eventIds } }, () =>
      openEventStream(reply),
    );
  });
}

import { Type } from 'typebox';
import { openEventStream } from '../../../http/event-stream.ts';
import { listUpcomingFigures } from '../../../orders/list-event-figures.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { createWatch } from './server/create-watch.ts';
import { findAllowed } from './server/find-allowed.ts';
import { nothingTold, tellFigures, type FiguresWatcher } from './server/tell-figures.ts';
import type { PageRoutes } from '../access/page-routes.ts';

// The events of a page, separated by commas.
const MAX_SHOWN_CHARACTERS = 50 * 37;
const Query = Type.Object({ shown: Type.Optional(Type.String({ maxLength: MAX_SHOWN_CHARACTERS })) });

/** Streams the changes of a host's figures. */
export function registerLive(
  { scope, answer }: PageRoutes,
  deps: Pick<DashboardDeps, 'database' | 'logger' | 'isProduction'>,
): void {
  const { database, logger } = deps;
  const watch = createWatch({
    look: ({ hostId }) => listUpcomingFigures(database, hostId),
    findAllowed: (hostId, watchers) => findAllowed(deps, { hostId, power: 'host.enter', watchers }),
    tellNews: tellFigures,
    nothingTold,
    logger,
  });
  scope.addHook('preClose', async () => watch.close());

  answer(ROUTES.dashboard.live, { query: Query }, async ({ session, member, query, reply }) => {
    const { sessionId, personId } = session;
    const { hostId, role, eventIds, language } = member;
    const shown = new Set((query.shown ?? '').split(','));
    const watcher: FiguresWatcher = { sessionId, personId, member: { role, eventIds }, language, shown };
    await watch.join({ hostId, eventId: null }, watcher, () => openEventStream(reply));
  });
}

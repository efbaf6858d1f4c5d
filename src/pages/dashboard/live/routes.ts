import { Type } from 'typebox';
import { Id } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { openEventStream } from '../../../http/event-stream.ts';
import { listUpcomingFigures } from '../../../orders/list-event-figures.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { memberOf, sessionOf } from '../access/find-visitor.ts';
import { createWatch } from './server/create-watch.ts';
import { findAllowed } from './server/find-allowed.ts';
import { nothingTold, tellFigures, type FiguresWatcher } from './server/tell-figures.ts';

// A page of events, by commas.
const MAX_SHOWN_CHARACTERS = 50 * 37;

const schema = {
  params: Type.Object({ hostId: Id() }),
  querystring: Type.Object({ shown: Type.Optional(Type.String({ maxLength: MAX_SHOWN_CHARACTERS })) }),
};

/** How a host's figures change, as it happens. */
export function registerLive(scope: HttpServer, deps: DashboardDeps): void {
  const { database, logger } = deps;
  const watch = createWatch({
    look: ({ hostId }) => listUpcomingFigures(database, hostId),
    findAllowed: (hostId, watchers) => findAllowed(deps, { hostId, power: 'host.enter', watchers }),
    tellNews: tellFigures,
    nothingTold,
    logger,
  });
  scope.addHook('preClose', async () => watch.close());

  // Without HEAD: it would open a stream that nobody reads.
  scope.get(ROUTES.dashboard.live.path, { schema, exposeHeadRoute: false }, async (request, reply) => {
    const { sessionId, personId } = sessionOf(request);
    const { hostId, role, eventIds } = memberOf(request);
    const shown = new Set((request.query.shown ?? '').split(','));
    const watcher: FiguresWatcher = { sessionId, personId, member: { role, eventIds }, shown };
    await watch.join({ hostId, eventId: null }, watcher, () => openEventStream(reply));
  });
}

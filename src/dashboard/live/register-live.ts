import { Type } from 'typebox';
import { Id } from '../../http/schema.ts';
import type { HttpServer } from '../../http/server.ts';
import { openEventStream } from '../../http/event-stream.ts';
import { findMembers } from '../../hosts/members/find-member.ts';
import { listUpcomingFigures } from '../../orders/list-event-figures.ts';
import { listLiveSessions } from '../../people/sessions.ts';
import { Refusal } from '../../refusal.ts';
import { ROUTES } from '../../routes.ts';
import type { DashboardParts } from '../dashboard-parts.ts';
import { memberOf, requirePower, sessionOf } from '../frame/find-visitor.ts';
import { createFiguresWatch } from './watch-figures.ts';
import type { Watcher } from './watched-hosts.ts';

// A page of events, by commas.
const MAX_SHOWN_CHARACTERS = 50 * 37;

const schema = {
  params: Type.Object({ hostId: Id() }),
  querystring: Type.Object({ shown: Type.Optional(Type.String({ maxLength: MAX_SHOWN_CHARACTERS })) }),
};

/** How a host's figures change, as it happens. */
export function registerLive(scope: HttpServer, parts: DashboardParts): void {
  const { database, logger } = parts;
  const watch = createFiguresWatch({
    look: (hostId) => listUpcomingFigures(database, hostId),
    findAllowed: (hostId, watchers) => findAllowed(parts, hostId, watchers),
    logger,
  });
  scope.addHook('preClose', async () => watch.close());

  // Without HEAD: it would open a stream that nobody reads.
  scope.get(ROUTES.dashboard.live.path, { schema, exposeHeadRoute: false }, async (request, reply) => {
    const { sessionId, personId } = sessionOf(request);
    const { hostId, role, eventIds } = memberOf(request);
    const shown = new Set((request.query.shown ?? '').split(','));
    const watcher: Watcher = { sessionId, personId, member: { role, eventIds }, shown };
    await watch.join(hostId, watcher, () => openEventStream(reply));
  });
}

/** Who is signed in still, and is the same member as when the stream began: a change of role or events begins a new one. */
async function findAllowed<W extends Watcher>(
  { database, isProduction }: Pick<DashboardParts, 'database' | 'isProduction'>,
  hostId: string,
  watchers: W[],
): Promise<ReadonlySet<W>> {
  const sessions = await listLiveSessions(
    database,
    watchers.map(({ sessionId }) => sessionId),
  );
  const members = await findMembers(database, {
    hostId,
    personIds: sessions.map(({ personId }) => personId),
  });
  const isAllowed = (watcher: W): boolean => {
    const session = sessions.find(({ sessionId }) => sessionId === watcher.sessionId);
    const member = members.find(({ personId }) => personId === watcher.personId);
    if (!session || !member) return false;
    try {
      requirePower(session, member, { power: 'host.enter', isProduction });
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
    return member.role === watcher.member.role && String(member.eventIds) === String(watcher.member.eventIds);
  };
  return new Set(watchers.filter(isAllowed));
}

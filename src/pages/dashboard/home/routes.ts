import { Type } from 'typebox';
import { hasNoEvent } from '../../../events/find-host-events.ts';
import { findHostToEnter } from '../../../hosts/members/find-member.ts';
import { Id, OneOf } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { SHOWN_EVENTS } from '../../../orders/event-figures.ts';
import { listEventFigures, sumUpcomingFigures } from '../../../orders/list-event-figures.ts';
import { mayUse } from '../../../powers.ts';
import { ROUTES } from '../../../routes.ts';
import { cursorKeysOf } from '../../../secrets/cursor-keys.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { memberOf, sessionOf } from '../access/find-visitor.ts';
import { showAttention } from '../attention/data.ts';
import { showEvent, showSum } from '../event-layout/data.ts';

const schema = {
  params: Type.Object({ hostId: Id() }),
  querystring: Type.Object({
    shown: Type.Optional(OneOf(SHOWN_EVENTS)),
    cursor: Type.Optional(Type.String({ maxLength: 200 })),
  }),
};

/** The first page of a host, and the way there. */
export function registerHome(scope: HttpServer, deps: DashboardDeps): void {
  const { database, sendView, base } = deps;
  const cursorKeys = cursorKeysOf(deps.secretKeys);

  for (const { path } of [ROUTES.dashboard.enter, ROUTES.dashboard.enterWithSlash]) {
    scope.get(path, async (request, reply) => {
      const hostId = await findHostToEnter(database, sessionOf(request).personId);
      return reply.redirect(hostId === null ? `${base}/me` : `${base}/hosts/${hostId}`, 303);
    });
  }

  scope.get(ROUTES.dashboard.home.path, { schema }, async (request, reply) => {
    const member = memberOf(request);
    const { shown = 'upcoming', cursor = null } = request.query;
    const seesFigures = mayUse(member.role, 'figures.see');
    const [{ items, nextCursor }, sums, attention, isFirst] = await Promise.all([
      listEventFigures(database, { ...member, shown, cursor, cursorKeys }),
      seesFigures ? sumUpcomingFigures(database, member) : null,
      showAttention(database, { ...deps, session: sessionOf(request), member }),
      hasNoEvent(database, member.hostId),
    ]);
    return sendView(request, reply, {
      view: 'home',
      data: {
        shown,
        isFirst,
        events: items.map((event) => showEvent(event, { seesFigures })),
        nextCursor,
        sums: sums?.map(showSum) ?? null,
        attention,
      },
    });
  });
}

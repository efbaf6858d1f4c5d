import { Type } from 'typebox';
import { hasNoEvent } from '../../../events/find-host-events.ts';
import { findHostToEnter } from '../../../hosts/members/find-member.ts';
import { listHostsToEnter } from '../../../hosts/support/find-visitors.ts';
import { listEventFigures, sumUpcomingFigures } from '../../../orders/list-event-figures.ts';
import { mayUse } from '../../../powers.ts';
import { ROUTES } from '../../../routes.ts';
import { cursorKeysOf } from '../../../secrets/cursor-keys.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { showAttention } from '../attention/data.ts';
import { showEvent, showSum } from '../event-layout/data.ts';
import type { PageRoutes } from '../access/page-routes.ts';

const HomeQuery = Type.Object({ cursor: Type.Optional(Type.String({ maxLength: 200 })) });

/** A host's first page, and the redirect to it. */
export function registerHome(
  { view, answer }: PageRoutes,
  deps: Pick<DashboardDeps, 'database' | 'base' | 'secretKeys' | 'hasSandbox'>,
): void {
  const { database, base } = deps;
  const cursorKeys = cursorKeysOf(deps.secretKeys);

  for (const route of [ROUTES.dashboard.enter, ROUTES.dashboard.enterWithSlash]) {
    answer(route, {}, async ({ session, reply }) => {
      const { personId } = session;
      const hostId =
        (await findHostToEnter(database, personId)) ??
        (await listHostsToEnter(database, personId))[0]?.hostId;
      return reply.redirect(hostId === undefined ? `${base}/me` : `${base}/hosts/${hostId}`, 303);
    });
  }

  view(ROUTES.dashboard.home, { shows: 'home', query: HomeQuery }, async ({ member, session, query }) => {
    const { cursor = null } = query;
    const seesFigures = mayUse(member.role, 'figures.see');
    const [{ items, nextCursor }, sums, attention, isFirst] = await Promise.all([
      listEventFigures(database, { ...member, shown: 'upcoming', cursor, cursorKeys }),
      seesFigures ? sumUpcomingFigures(database, member) : null,
      showAttention(database, { ...deps, session, member }),
      hasNoEvent(database, member.hostId),
    ]);
    return {
      isFirst,
      events: items.map((event) => showEvent(event, { seesFigures, language: member.language })),
      nextCursor,
      sums: sums?.map((sum) => showSum(sum, member.language)) ?? null,
      attention,
    };
  });
}

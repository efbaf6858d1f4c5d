import { describeDevice } from '../../../people/sessions/describe-device.ts';
import { endOtherSessions, endSession } from '../../../people/sessions/end-session.ts';
import { listSessions } from '../../../people/sessions/list-sessions.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import type { PageRoutes } from '../access/page-routes.ts';

/** Lists and ends the person's sessions. */
export function registerSessions(
  { view, answer, change }: PageRoutes,
  { database, cookie }: Pick<DashboardDeps, 'database' | 'cookie'>,
): void {
  const routes = ROUTES.me;

  view(routes.sessions, { shows: 'mySessions' }, async ({ session: { personId, sessionId } }) => {
    const listed = await listSessions(database, personId);
    const sessions = listed.map(({ userAgent, ...one }) => ({
      ...one,
      ...describeDevice(userAgent),
      startedAt: one.startedAt.toISOString(),
      lastUsedAt: one.lastUsedAt.toISOString(),
      isThisOne: one.sessionId === sessionId,
    }));
    return { sessions };
  });

  answer(routes.endSession, {}, async ({ session, params: { sessionId }, actor, inChange, reply }) => {
    await inChange((tx) => endSession(tx, { actor, personId: session.personId, sessionId }));
    if (sessionId === session.sessionId) cookie.clear(reply);
  });

  change(routes.endOtherSessions, {}, (tx, { actor }, { session: { personId, sessionId } }) =>
    endOtherSessions(tx, { actor, personId, sessionId }),
  );
}

import { Type } from 'typebox';
import { describeDevice } from '../../../people/describe-device.ts';
import { endOtherSessions, endSession } from '../../../people/end-session.ts';
import { listSessions } from '../../../people/list-sessions.ts';
import { Id } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { actorOf, sessionOf } from '../access/find-visitor.ts';

const BySession = Type.Object({ sessionId: Id() });

/** Where the person is signed in, and the end of it. */
export function registerSessions(scope: HttpServer, deps: DashboardDeps): void {
  const { database, change, sendView, cookie } = deps;

  scope.get(ROUTES.me.sessions.path, async (request, reply) => {
    const { personId, sessionId } = sessionOf(request);
    const listed = await listSessions(database, personId);
    const sessions = listed.map(({ userAgent, ...one }) => ({
      ...one,
      ...describeDevice(userAgent),
      startedAt: one.startedAt.toISOString(),
      lastUsedAt: one.lastUsedAt.toISOString(),
      isThisOne: one.sessionId === sessionId,
    }));
    return sendView(request, reply, { view: 'mySessions', data: { sessions } });
  });

  scope.delete(ROUTES.me.endSession.path, { schema: { params: BySession } }, async (request, reply) => {
    const { personId, sessionId: own } = sessionOf(request);
    const { sessionId } = request.params;
    await change(request, (tx) => endSession(tx, { actor: actorOf(request), personId, sessionId }));
    if (sessionId === own) cookie.clear(reply);
    return {};
  });

  scope.post(ROUTES.me.endOtherSessions.path, async (request) => {
    const { personId, sessionId } = sessionOf(request);
    return change(request, (tx) => endOtherSessions(tx, { actor: actorOf(request), personId, sessionId }));
  });
}

import { Type } from 'typebox';
import { Id } from '../../http/schema.ts';
import type { HttpServer } from '../../http/server.ts';
import { ROUTES } from '../../routes.ts';
import { listHostsOf } from '../../hosts/members/find-member.ts';
import type { DashboardParts } from '../dashboard-parts.ts';
import { sessionOf } from '../frame/find-visitor.ts';

const schema = { params: Type.Object({ hostId: Id() }) };

/** The first page of a host, and the way there. */
export function registerHome(scope: HttpServer, parts: DashboardParts): void {
  const { database, sendView, base } = parts;
  scope.get(ROUTES.dashboard.enter.path, async (request, reply) => {
    const [first] = await listHostsOf(database, sessionOf(request).personId);
    return reply.redirect(first ? `${base}/hosts/${first.hostId}` : `${base}/me`, 303);
  });
  scope.get(ROUTES.dashboard.home.path, { schema }, async (request, reply) =>
    sendView(request, reply, { view: 'home', data: { events: [] } }),
  );
}

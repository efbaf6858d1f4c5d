import { Type } from 'typebox';
import { Id } from '../../http/schema.ts';
import type { HttpServer } from '../../http/server.ts';
import { ROUTES } from '../../routes.ts';
import type { DashboardParts } from '../dashboard-parts.ts';
import { loadEvent } from '../events/load-event.ts';
import { memberOf } from '../frame/find-visitor.ts';

const ByEvent = Type.Object({ hostId: Id(), eventId: Id() });

/** What the holders of an event's tickets are told. */
export function registerEventMessages(scope: HttpServer, { database, sendView }: DashboardParts): void {
  scope.get(ROUTES.eventMessages.view.path, { schema: { params: ByEvent } }, async (request, reply) => {
    const { event } = await loadEvent(database, memberOf(request), request.params.eventId);
    return sendView(request, reply, { view: 'eventMessages', data: { event } });
  });
}

import { Type } from 'typebox';
import { Id } from '../../http/schema.ts';
import type { HttpServer } from '../../http/server.ts';
import { ROUTES } from '../../routes.ts';
import type { DashboardParts } from '../dashboard-parts.ts';
import { loadEvent } from '../events/load-event.ts';
import { memberOf } from '../frame/find-visitor.ts';

const ByEvent = Type.Object({ hostId: Id(), eventId: Id() });

/** Who comes to an event. */
export function registerEventGuests(scope: HttpServer, { database, sendView }: DashboardParts): void {
  scope.get(ROUTES.eventGuests.view.path, { schema: { params: ByEvent } }, async (request, reply) => {
    const { event } = await loadEvent(database, memberOf(request), request.params.eventId);
    return sendView(request, reply, { view: 'eventGuests', data: { event } });
  });
}

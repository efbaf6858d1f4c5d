import { Type } from 'typebox';
import { Id } from '../../http/schema.ts';
import type { HttpServer } from '../../http/server.ts';
import { ROUTES } from '../../routes.ts';
import type { DashboardParts } from '../dashboard-parts.ts';
import { loadEvent } from '../events/load-event.ts';
import { memberOf } from '../frame/find-visitor.ts';

const ByEvent = Type.Object({ hostId: Id(), eventId: Id() });

/** The seats of the hall, and which ticket type each is sold as. */
export function registerEventSeats(scope: HttpServer, parts: DashboardParts): void {
  const { database, sendView } = parts;

  scope.get(ROUTES.eventSeats.view.path, { schema: { params: ByEvent } }, async (request, reply) => {
    const { event } = await loadEvent(database, memberOf(request), request.params.eventId);
    return sendView(request, reply, { view: 'eventSeats', data: { event } });
  });
}

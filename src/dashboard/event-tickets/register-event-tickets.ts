import { Type } from 'typebox';
import { Id } from '../../http/schema.ts';
import type { HttpServer } from '../../http/server.ts';
import { ROUTES } from '../../routes.ts';
import type { DashboardParts } from '../dashboard-parts.ts';
import { loadEvent } from '../events/load-event.ts';
import { memberOf } from '../frame/find-visitor.ts';

const ByEvent = Type.Object({ hostId: Id(), eventId: Id() });

/** What is sold: prices, how many there are, and when. */
export function registerEventTickets(scope: HttpServer, parts: DashboardParts): void {
  const { database, sendView } = parts;

  scope.get(ROUTES.eventTickets.view.path, { schema: { params: ByEvent } }, async (request, reply) => {
    const { event } = await loadEvent(database, memberOf(request), request.params.eventId);
    return sendView(request, reply, { view: 'eventTickets', data: { event } });
  });
}

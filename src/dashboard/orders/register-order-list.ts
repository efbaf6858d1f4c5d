import { Type } from 'typebox';
import { Id } from '../../http/schema.ts';
import type { HttpServer } from '../../http/server.ts';
import { ROUTES } from '../../routes.ts';
import type { DashboardParts } from '../dashboard-parts.ts';
import { loadEvent } from '../events/load-event.ts';
import { memberOf } from '../frame/find-visitor.ts';

const ByHost = Type.Object({ hostId: Id() });
const ByEvent = Type.Object({ hostId: Id(), eventId: Id() });

/** A host's orders, and those of one event. */
export function registerOrderList(scope: HttpServer, { database, sendView }: DashboardParts): void {
  scope.get(ROUTES.orders.list.path, { schema: { params: ByHost } }, async (request, reply) =>
    sendView(request, reply, { view: 'orders', data: { event: null } }),
  );
  scope.get(ROUTES.orders.ofEvent.path, { schema: { params: ByEvent } }, async (request, reply) => {
    const { event } = await loadEvent(database, memberOf(request), request.params.eventId);
    return sendView(request, reply, { view: 'eventOrders', data: { event } });
  });
}

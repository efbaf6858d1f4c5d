import { Type } from 'typebox';
import { Id, OneOf } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { listTicketTypes } from '../../../inventory/ticket-type-fields.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import { memberOf } from '../access/find-visitor.ts';
import { listGuestLists } from '../../../orders/guest-lists/list-guest-lists.ts';
import { registerGive } from './give-routes.ts';
import { WAYS } from './data.ts';

const ByEvent = Type.Object({ hostId: Id(), eventId: Id() });
const Query = Type.Object({ way: Type.Optional(OneOf(WAYS)) });

/** Tickets that the host gives away, or sells without a gateway. */
export function registerAddGuests(scope: HttpServer, deps: DashboardDeps): void {
  const { database, sendView } = deps;
  registerGive(scope, deps);

  scope.get(
    ROUTES.eventGuests.addView.path,
    { schema: { params: ByEvent, querystring: Query } },
    async (request, reply) => {
      const member = memberOf(request);
      const { eventId } = request.params;
      const { event, figures } = await loadEvent(database, member, eventId);
      const which = { hostId: member.hostId, eventId };
      const [types, lists] = await Promise.all([
        listTicketTypes(database, which),
        listGuestLists(database, which),
      ]);
      const left = new Map(figures.types.map((type) => [type.ticketTypeId, type.left]));
      return sendView(request, reply, {
        view: 'addGuests',
        data: {
          event,
          way: request.query.way ?? 'give',
          ticketTypes: types.map(({ ticketTypeId, name, kind, priceMinor }) => ({
            ticketTypeId,
            name,
            kind,
            priceMinor,
            left: left.get(ticketTypeId) ?? 0,
          })),
          lists: lists.map((list) => ({ ...list, createdAt: list.createdAt.toISOString() })),
        },
      });
    },
  );
}

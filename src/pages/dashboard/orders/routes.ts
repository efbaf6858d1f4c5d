import { Type } from 'typebox';
import type { Transaction } from '../../../db/database.ts';
import { listEventsToChoose } from '../../../hosts/members/list-events-to-choose.ts';
import { Id } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { COUNTRIES } from '../../../money/countries.ts';
import { resendOrders } from '../../../orders/resend-orders.ts';
import { listTypesOfCodes } from '../../../reservations/promo-codes/list-promo-codes.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import { actorOf, memberOf } from '../access/find-visitor.ts';
import { loadOrders } from './data.ts';
import { OrdersQuerySchema } from './server/orders-query.ts';
import { loadResending, registerResendings } from './resendings-routes.ts';
import { ResendBody } from './bodies.ts';

const ByHost = Type.Object({ hostId: Id() });
const ByEvent = Type.Object({ hostId: Id(), eventId: Id() });

/** A host's orders, and those of one event. */
export function registerOrderList(scope: HttpServer, deps: DashboardDeps): void {
  const { database, change, sendView, hostMailsPerDay: mailsPerDay } = deps;
  const { list, ofEvent, resend } = ROUTES.orders;
  registerResendings(scope, deps);

  scope.post(resend.path, { schema: { params: ByHost, body: ResendBody } }, (request) => {
    const { hostId, eventIds } = memberOf(request);
    const { references } = request.body;
    const inTransaction = (work: (tx: Transaction) => Promise<void>) => change(request, work);
    const actor = actorOf(request);
    return resendOrders(database, inTransaction, { hostId, eventIds, references, actor, mailsPerDay });
  });

  scope.get(
    list.path,
    { schema: { params: ByHost, querystring: OrdersQuerySchema } },
    async (request, reply) => {
      const member = memberOf(request);
      const { timezone } = COUNTRIES[member.country];
      const { cursor: _cursor, ...query } = request.query;
      const [page, events] = await Promise.all([
        // A ticket type is of one event.
        loadOrders(deps, { member, timezone, eventId: null, query: { ...request.query, type: '' } }),
        listEventsToChoose(database, member.hostId),
      ]);
      return sendView(request, reply, {
        view: 'orders',
        data: {
          event: null,
          ...page,
          query: { ...query, type: '' },
          events: events
            .filter(({ eventId }) => member.eventIds === null || member.eventIds.includes(eventId))
            .map(({ eventId, name }) => ({ eventId, name })),
          ticketTypes: [],
          timezone,
          resending: await loadResending(deps, member),
        },
      });
    },
  );

  scope.get(
    ofEvent.path,
    { schema: { params: ByEvent, querystring: OrdersQuerySchema } },
    async (request, reply) => {
      const member = memberOf(request);
      const { hostId } = member;
      const { eventId } = request.params;
      const { event } = await loadEvent(database, member, eventId);
      const { timezone } = event;
      const { cursor: _cursor, ...query } = request.query;
      const [page, ticketTypes] = await Promise.all([
        loadOrders(deps, { member, timezone, eventId, query: request.query }),
        listTypesOfCodes(database, { hostId, eventId }),
      ]);
      return sendView(request, reply, {
        view: 'eventOrders',
        data: {
          event,
          ...page,
          query: { ...query, event: '' },
          events: [],
          ticketTypes,
          timezone,
          resending: await loadResending(deps, member),
        },
      });
    },
  );
}

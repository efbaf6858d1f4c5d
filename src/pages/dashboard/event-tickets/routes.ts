import { Type } from 'typebox';
import { Id } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { addTicketType } from '../../../inventory/add-ticket-type.ts';
import { changeTicketType } from '../../../inventory/change-ticket-type.ts';
import { deleteTicketType } from '../../../inventory/delete-ticket-type.ts';
import { listPools } from '../../../inventory/pools/pool-fields.ts';
import { reorderTicketTypes } from '../../../inventory/reorder-ticket-types.ts';
import { goOnSelling, stopSelling } from '../../../inventory/stop-selling.ts';
import { asTyped } from '../../../inventory/ticket-type-fields.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import { actorOf, memberOf } from '../access/find-visitor.ts';
import { registerPools } from './pools-routes.ts';
import { showTicketTypes } from './data.ts';
import { ChangeTicketTypeBody, TicketTypeBody } from './bodies.ts';
import { GoOnSellingBody, TicketTypeIdsBody } from './server/ticket-types-bodies.ts';

const ByEvent = Type.Object({ hostId: Id(), eventId: Id() });
const ByType = Type.Object({ hostId: Id(), eventId: Id(), ticketTypeId: Id() });

/** What is sold: prices, how many there are, and when. */
export function registerEventTickets(scope: HttpServer, deps: DashboardDeps): void {
  const { database, change, sendView } = deps;
  const routes = ROUTES.eventTickets;
  registerPools(scope, deps);

  scope.get(routes.view.path, { schema: { params: ByEvent } }, async (request, reply) => {
    const member = memberOf(request);
    const { event, figures } = await loadEvent(database, member, request.params.eventId);
    const { hostId } = member;
    const [types, pools] = await Promise.all([
      showTicketTypes(database, { hostId, figures }),
      listPools(database, { hostId, eventId: figures.eventId }),
    ]);
    // Seats and their prices are shown as such.
    const shared = pools.filter(
      ({ poolId }) => !types.some((type) => type.poolId === poolId && type.kind === 'SEATED'),
    );
    return sendView(request, reply, { view: 'eventTickets', data: { event, types, pools: shared } });
  });

  scope.post(routes.add.path, { schema: { params: ByEvent, body: TicketTypeBody } }, async (request) => {
    const { hostId } = memberOf(request);
    const { eventId } = request.params;
    const { kind, seatsOf, ...typed } = request.body;
    return change(request, (tx) =>
      addTicketType(tx, { hostId, eventId, actor: actorOf(request), kind, seatsOf, typed }),
    );
  });

  scope.patch(
    routes.change.path,
    { schema: { params: ByType, body: ChangeTicketTypeBody } },
    async (request) => {
      const { hostId } = memberOf(request);
      const { version, ...changes } = request.body;
      const { eventId, ticketTypeId } = request.params;
      const which = { hostId, eventId, ticketTypeId, actor: actorOf(request) };
      const type = await change(request, (tx) => changeTicketType(tx, { ...which, version, changes }));
      return { ticketType: asTyped(type) };
    },
  );

  scope.delete(routes.delete.path, { schema: { params: ByType } }, async (request) => {
    const { hostId } = memberOf(request);
    const { eventId, ticketTypeId } = request.params;
    await change(request, (tx) =>
      deleteTicketType(tx, { hostId, eventId, ticketTypeId, actor: actorOf(request) }),
    );
    return {};
  });

  scope.post(
    routes.reorder.path,
    { schema: { params: ByEvent, body: TicketTypeIdsBody } },
    async (request) => {
      const { hostId } = memberOf(request);
      const which = { hostId, eventId: request.params.eventId, actor: actorOf(request) };
      await change(request, (tx) => reorderTicketTypes(tx, { ...which, ...request.body }));
      return {};
    },
  );

  scope.post(
    routes.stopSelling.path,
    { schema: { params: ByEvent, body: TicketTypeIdsBody } },
    async (request) => {
      const { hostId } = memberOf(request);
      const which = { hostId, eventId: request.params.eventId, actor: actorOf(request) };
      return { stopped: await change(request, (tx) => stopSelling(tx, { ...which, ...request.body })) };
    },
  );

  scope.post(
    routes.goOnSelling.path,
    { schema: { params: ByEvent, body: GoOnSellingBody } },
    async (request) => {
      const { hostId } = memberOf(request);
      const which = { hostId, eventId: request.params.eventId, actor: actorOf(request) };
      const ends = request.body.ends.map(({ ticketTypeId, saleEndsAt }) => ({
        ticketTypeId,
        saleEndsAt: saleEndsAt === null ? null : new Date(saleEndsAt),
      }));
      await change(request, (tx) => goOnSelling(tx, { ...which, ends }));
      return {};
    },
  );
}

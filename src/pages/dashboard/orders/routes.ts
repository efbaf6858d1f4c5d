import { listEventsToChoose } from '../../../hosts/members/list-events-to-choose.ts';
import { COUNTRIES } from '../../../money/countries.ts';
import { resendOrders } from '../../../orders/resend-orders.ts';
import { listTypesOfCodes } from '../../../reservations/promo-codes/list-promo-codes.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import { loadOrders } from './data.ts';
import { OrdersQuerySchema } from './server/orders-query.ts';
import { loadResending, registerResendings } from './resendings-routes.ts';
import { ResendBody } from './bodies.ts';
import type { PageRoutes } from '../access/page-routes.ts';

/** A host's orders, and those of one event. */
export function registerOrderList(
  pages: PageRoutes,
  deps: Pick<DashboardDeps, 'database' | 'secretKeys' | 'hostMailsPerDay'>,
): void {
  const { view, answer } = pages;
  const { database, hostMailsPerDay: mailsPerDay } = deps;
  const routes = ROUTES.orders;
  registerResendings(pages, deps);

  answer(routes.resend, { body: ResendBody }, ({ member, actor, body: { references }, inChange }) => {
    const { hostId, eventIds } = member;
    return resendOrders(database, inChange, { hostId, eventIds, references, actor, mailsPerDay });
  });

  view(routes.list, { shows: 'orders', query: OrdersQuerySchema }, async ({ member, query: asked }) => {
    const { timezone } = COUNTRIES[member.country];
    // A ticket type belongs to one event.
    const { cursor: _cursor, ...query } = { ...asked, type: '' };
    const [page, events] = await Promise.all([
      loadOrders(deps, { member, timezone, eventId: null, query: { ...asked, type: '' } }),
      listEventsToChoose(database, member.hostId),
    ]);
    return {
      event: null,
      ...page,
      query,
      events: events
        .filter(({ eventId }) => member.eventIds === null || member.eventIds.includes(eventId))
        .map(({ eventId, name }) => ({ eventId, name })),
      ticketTypes: [],
      timezone,
      resending: await loadResending(deps, member),
    };
  });

  view(
    routes.ofEvent,
    { shows: 'eventOrders', query: OrdersQuerySchema },
    async ({ member, params, query: asked }) => {
      const { event } = await loadEvent(database, member, params.eventId);
      const { eventId, timezone } = event;
      const { cursor: _cursor, ...query } = asked;
      const [page, ticketTypes] = await Promise.all([
        loadOrders(deps, { member, timezone, eventId, query: asked }),
        listTypesOfCodes(database, params),
      ]);
      return {
        event,
        ...page,
        query: { ...query, event: '' },
        events: [],
        ticketTypes,
        timezone,
        resending: await loadResending(deps, member),
      };
    },
  );
}

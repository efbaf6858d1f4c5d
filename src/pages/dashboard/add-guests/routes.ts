import { Type } from 'typebox';
import { OneOf } from '../../../http/schema.ts';
import { listTicketTypes } from '../../../inventory/ticket-type-fields.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import { listGuestLists } from '../../../orders/guest-lists/list-guest-lists.ts';
import { registerGive } from './give-routes.ts';
import { WAYS } from './data.ts';
import type { PageRoutes } from '../access/page-routes.ts';
import { registerCounter } from './counter-routes.ts';

const Query = Type.Object({ way: Type.Optional(OneOf(WAYS)) });

/** Tickets that the host gives away, or sells without a gateway. */
export function registerAddGuests(
  pages: PageRoutes,
  deps: Pick<DashboardDeps, 'database' | 'hostMailsPerDay'>,
): void {
  const { database } = deps;
  registerGive(pages, deps);
  registerCounter(pages, deps);

  pages.view(
    ROUTES.eventGuests.addView,
    { shows: 'addGuests', query: Query },
    async ({ member, params, query }) => {
      const { event, figures } = await loadEvent(database, member, params.eventId);
      const [types, lists] = await Promise.all([
        listTicketTypes(database, params),
        listGuestLists(database, params),
      ]);
      const left = new Map(figures.types.map((type) => [type.ticketTypeId, type.left]));
      return {
        event,
        way: query.way ?? 'give',
        ticketTypes: types.map(({ ticketTypeId, name, kind, priceMinor }) => ({
          ticketTypeId,
          name,
          kind,
          priceMinor,
          left: left.get(ticketTypeId) ?? 0,
        })),
        lists: lists.map((list) => ({ ...list, createdAt: list.createdAt.toISOString() })),
      };
    },
  );
}

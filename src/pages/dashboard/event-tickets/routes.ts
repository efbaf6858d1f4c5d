import { readTaxRates } from '../../../hosts/tax-rates.ts';
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
import { showTicketTypes } from './data.ts';
import {
  ChangeTicketTypeBody,
  TicketTypeBody,
  ChangePoolBody,
  DissolvePoolBody,
  PoolBody,
} from './bodies.ts';
import { GoOnSellingBody, TicketTypeIdsBody } from './server/ticket-types-bodies.ts';
import { changePool, dissolvePool } from '../../../inventory/pools/change-pool.ts';
import { shareStock } from '../../../inventory/pools/share-stock.ts';
import type { PageRoutes } from '../access/page-routes.ts';

/** The ticket types of an event: prices, quantities and sale dates. */
export function registerEventTickets(pages: PageRoutes, { database }: Pick<DashboardDeps, 'database'>): void {
  const { view, change } = pages;
  const routes = ROUTES.eventTickets;
  registerPools(pages);

  view(routes.view, { shows: 'eventTickets' }, async ({ member, params }) => {
    const { event, figures } = await loadEvent(database, member, params.eventId);
    const [types, pools, { taxRates }] = await Promise.all([
      showTicketTypes(database, { hostId: member.hostId, figures }),
      listPools(database, params),
      readTaxRates(database, member.hostId),
    ]);
    // Seats and their prices are shown as such.
    const shared = pools.filter(
      ({ poolId }) => !types.some((type) => type.poolId === poolId && type.kind === 'SEATED'),
    );
    return { event, types, pools: shared, taxRates };
  });

  change(routes.add, { body: TicketTypeBody }, (tx, input) => {
    const { hostId, eventId, actor, kind, seatsOf, ...typed } = input;
    return addTicketType(tx, { hostId, eventId, actor, kind, seatsOf, typed });
  });
  change(routes.change, { body: ChangeTicketTypeBody }, async (tx, input) => {
    const { hostId, eventId, ticketTypeId, actor, version, ...changes } = input;
    const type = await changeTicketType(tx, { hostId, eventId, ticketTypeId, actor, version, changes });
    return { ticketType: asTyped(type) };
  });
  change(routes.delete, {}, deleteTicketType);
  change(routes.reorder, { body: TicketTypeIdsBody }, reorderTicketTypes);
  change(routes.stopSelling, { body: TicketTypeIdsBody }, async (tx, input) => ({
    stopped: await stopSelling(tx, input),
  }));
  change(routes.goOnSelling, { body: GoOnSellingBody }, (tx, { ends, ...event }) =>
    goOnSelling(tx, {
      ...event,
      ends: ends.map(({ ticketTypeId, saleEndsAt }) => ({
        ticketTypeId,
        saleEndsAt: saleEndsAt === null ? null : new Date(saleEndsAt),
      })),
    }),
  );
}

/** Ticket types that share a capacity. */
function registerPools({ change }: PageRoutes): void {
  const routes = ROUTES.eventTickets;
  change(routes.shareStock, { body: PoolBody }, shareStock);
  change(routes.changePool, { body: ChangePoolBody }, async (tx, pool) => ({
    pool: await changePool(tx, pool),
  }));
  change(routes.dissolvePool, { body: DissolvePoolBody }, dissolvePool);
}

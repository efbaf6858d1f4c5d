import { listTicketTypes } from '../../../inventory/ticket-type-fields.ts';
import { addUp } from '../../../orders/event-figures.ts';
import { ROUTES } from '../../../routes.ts';
import { readRoom } from '../../../waiting-room/read-room.ts';
import { readReport } from '../../../waiting-room/report-room.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import { registerLiveWaitingRoom } from './live-waiting-room-routes.ts';
import { registerRoomChanges } from './room-changes-routes.ts';
import { showReport, showRoom } from './room-data.ts';
import { findFirstSale, suggestSettings } from './server/suggest-settings.ts';
import type { PageRoutes } from '../access/page-routes.ts';

/** The waiting room of an event, as hosts see it. */
export function registerEventWaitingRoom(
  pages: PageRoutes,
  deps: Pick<
    DashboardDeps,
    'database' | 'logger' | 'isProduction' | 'checkoutUrl' | 'databaseNowMs' | 'secretKeys'
  >,
): void {
  const { database, checkoutUrl, databaseNowMs } = deps;
  registerLiveWaitingRoom(pages, deps);
  registerRoomChanges(pages, deps);

  pages.view(ROUTES.eventWaitingRoom.view, { shows: 'eventWaitingRoom' }, async ({ member, params }) => {
    const { event, figures } = await loadEvent(database, member, params.eventId);
    const { timezone } = event;
    const room = await readRoom(database, params);
    const report = room?.phase === 'closed' ? await readReport(database, params) : null;
    const nowMs = databaseNowMs();
    const types = await listTicketTypes(database, params);
    const firstSaleAt = findFirstSale(
      types.map(({ saleStartsAt }) => saleStartsAt),
      nowMs,
    );
    const address = `${checkoutUrl}/${event.slug}/room`;
    return {
      event,
      room: room && showRoom(room, timezone),
      report: report && showReport(report),
      suggested: suggestSettings({ timezone, firstSaleAt, ticketsLeft: addUp(figures.types).left, nowMs }),
      firstSaleAt: firstSaleAt?.toISOString() ?? null,
      addresses: { room: address, fairness: `${address}/fairness`, draw: `${address}/draw` },
    };
  });
}

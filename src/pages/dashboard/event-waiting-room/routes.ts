import { Type } from 'typebox';
import { Id } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { listTicketTypes } from '../../../inventory/ticket-type-fields.ts';
import { addUp } from '../../../orders/event-figures.ts';
import { ROUTES } from '../../../routes.ts';
import { readRoom } from '../../../waiting-room/read-room.ts';
import { readReport } from '../../../waiting-room/report-room.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import { memberOf } from '../access/find-visitor.ts';
import { registerLiveWaitingRoom } from './live-waiting-room-routes.ts';
import { registerRoomChanges } from './room-changes-routes.ts';
import { showReport, showRoom } from './room-data.ts';
import { findFirstSale, suggestSettings } from './server/suggest-settings.ts';

const ByEvent = Type.Object({ hostId: Id(), eventId: Id() });

/** The waiting room of an event, as hosts see it. */
export function registerEventWaitingRoom(scope: HttpServer, deps: DashboardDeps): void {
  const { database, sendView, checkoutUrl, databaseNowMs } = deps;
  registerLiveWaitingRoom(scope, deps);
  registerRoomChanges(scope, deps);

  scope.get(ROUTES.eventWaitingRoom.view.path, { schema: { params: ByEvent } }, async (request, reply) => {
    const member = memberOf(request);
    const which = { hostId: member.hostId, eventId: request.params.eventId };
    const { event, figures } = await loadEvent(database, member, which.eventId);
    const room = await readRoom(database, which);
    const report = room?.phase === 'closed' ? await readReport(database, which) : null;
    const nowMs = databaseNowMs();
    const types = await listTicketTypes(database, which);
    const firstSaleAt = findFirstSale(
      types.map(({ saleStartsAt }) => saleStartsAt),
      nowMs,
    );
    const address = `${checkoutUrl}/${event.slug}/room`;
    return sendView(request, reply, {
      view: 'eventWaitingRoom',
      data: {
        event,
        room: room && showRoom(room, event.timezone),
        report: report && showReport(report),
        suggested: suggestSettings({
          timezone: event.timezone,
          firstSaleAt,
          ticketsLeft: addUp(figures.types).left,
          nowMs,
        }),
        firstSaleAt: firstSaleAt?.toISOString() ?? null,
        addresses: { room: address, fairness: `${address}/fairness`, draw: `${address}/draw` },
      },
    });
  });
}

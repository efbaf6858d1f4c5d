import { Type } from 'typebox';
import { Id } from '../../http/schema.ts';
import type { HttpServer } from '../../http/server.ts';
import { findEventFigures } from '../../orders/list-event-figures.ts';
import { mayUse } from '../../powers.ts';
import { Refusal } from '../../refusal.ts';
import { ROUTES } from '../../routes.ts';
import type { DashboardParts } from '../dashboard-parts.ts';
import { memberOf } from '../frame/find-visitor.ts';
import { showEvent, showFigures } from '../home/shown-figures.ts';

const schema = { params: Type.Object({ hostId: Id(), eventId: Id() }) };

/** One event of a host: what is sold of it. */
export function registerEvents(scope: HttpServer, parts: DashboardParts): void {
  const { database, sendView, checkoutUrl, baseUrl } = parts;
  scope.get(ROUTES.dashboard.event.path, { schema }, async (request, reply) => {
    const { hostId, role } = memberOf(request);
    const event = await findEventFigures(database, { hostId, eventId: request.params.eventId });
    if (!event) throw new Refusal('not_found', 'There is no such event, or it is not among yours.');
    const seesFigures = mayUse(role, 'figures.see');
    const types = event.types.map(({ ticketTypeId, name, priceMinor, status, ...figures }) => ({
      ticketTypeId,
      name,
      priceMinor,
      status,
      figures: showFigures(figures),
    }));
    return sendView(request, reply, {
      view: 'event',
      data: {
        event: showEvent(event, { seesFigures }),
        types: seesFigures ? types : [],
        checkoutUrl: `${checkoutUrl}/${event.slug}`,
        apiUrl: `${baseUrl}/events/${event.slug}`,
      },
    });
  });
}

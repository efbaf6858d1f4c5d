import { Type } from 'typebox';
import { publicEventUrl } from '../../events/public-address.ts';
import { Id } from '../../http/schema.ts';
import type { HttpServer } from '../../http/server.ts';
import { mayUse } from '../../powers.ts';
import { ROUTES } from '../../routes.ts';
import type { DashboardParts } from '../dashboard-parts.ts';
import { memberOf } from '../frame/find-visitor.ts';
import { showFigures } from '../home/shown-figures.ts';
import { loadEvent } from './load-event.ts';
import { loadPublishing } from './load-publishing.ts';

const schema = { params: Type.Object({ hostId: Id(), eventId: Id() }) };

/** One event of a host: what is sold of it. */
export function registerEvents(scope: HttpServer, parts: DashboardParts): void {
  const { database, sendView, checkoutUrl, baseUrl, publicUrl } = parts;
  scope.get(ROUTES.dashboard.event.path, { schema }, async (request, reply) => {
    const member = memberOf(request);
    const { event, figures } = await loadEvent(database, member, request.params.eventId);
    const publishing = mayUse(member.role, 'events.change')
      ? await loadPublishing(parts, { hostId: member.hostId, eventId: event.eventId })
      : null;
    const types = figures.types.map(({ ticketTypeId, name, priceMinor, status, ...ofType }) => ({
      ticketTypeId,
      name,
      priceMinor,
      status,
      figures: showFigures(ofType),
    }));
    return sendView(request, reply, {
      view: 'event',
      data: {
        event,
        types: mayUse(member.role, 'figures.see') ? types : [],
        pageUrl: publicEventUrl(publicUrl, event.slug),
        checkoutUrl: `${checkoutUrl}/${event.slug}`,
        apiUrl: `${baseUrl}/events/${event.slug}`,
        publishing,
      },
    });
  });
}

import { Type } from 'typebox';
import { publicEventUrl } from '../../../events/public-address.ts';
import { Id, OneOf } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { mayUse } from '../../../powers.ts';
import { ROUTES } from '../../../routes.ts';
import { SALES_PERIODS } from '../../../values/sales-periods.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { memberOf } from '../access/find-visitor.ts';
import { showSalesAttention } from '../attention/data.ts';
import { showFigures, loadEvent } from '../event-layout/data.ts';
import { loadPublishing, loadSales } from './data.ts';

const schema = {
  params: Type.Object({ hostId: Id(), eventId: Id() }),
  querystring: Type.Object({ period: Type.Optional(OneOf(['', ...SALES_PERIODS])) }),
};

/** One event of a host: what is sold of it. */
export function registerEvents(scope: HttpServer, deps: DashboardDeps): void {
  const { database, sendView, checkoutUrl, baseUrl, publicUrl } = deps;
  scope.get(ROUTES.dashboard.event.path, { schema }, async (request, reply) => {
    const member = memberOf(request);
    const { event, figures } = await loadEvent(database, member, request.params.eventId);
    const { hostId, role } = member;
    const { eventId } = event;
    const showsSales = mayUse(role, 'figures.see') && event.state !== 'draft';
    const period = request.query.period || 'all';
    const publishing = mayUse(role, 'events.change') ? await loadPublishing(deps, { hostId, eventId }) : null;
    const types = figures.types.map(({ ticketTypeId, name, priceMinor, status, ...ofType }) => ({
      ticketTypeId,
      name,
      priceMinor,
      status,
      figures: showFigures(ofType),
    }));
    const [sales, attention] = await Promise.all([
      showsSales ? loadSales(database, { hostId, eventId, period }) : null,
      showSalesAttention(database, { ...deps, member, eventIds: [eventId] }),
    ]);
    return sendView(request, reply, {
      view: 'event',
      data: {
        event,
        types: mayUse(role, 'figures.see') ? types : [],
        sales,
        attention,
        pageUrl: publicEventUrl(publicUrl, event.slug),
        checkoutUrl: `${checkoutUrl}/${event.slug}`,
        apiUrl: `${baseUrl}/events/${event.slug}`,
        publishing,
      },
    });
  });
  // The chart alone, while something is sold.
  scope.get(ROUTES.dashboard.eventSales.path, { schema }, async (request) => {
    const { hostId } = memberOf(request);
    const { eventId } = request.params;
    return loadSales(database, { hostId, eventId, period: request.query.period || 'all' });
  });
}

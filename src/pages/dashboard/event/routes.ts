import { Type } from 'typebox';
import { publicEventUrl } from '../../../events/public-address.ts';
import { OneOf } from '../../../http/schema.ts';
import { SALES_PERIODS } from './sales-periods.ts';
import { mayUse } from '../../../powers.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { showSalesAttention, showUntakenPrices } from '../attention/data.ts';
import { showFigures, loadEvent } from '../event-layout/data.ts';
import { loadPublishing, loadSales } from './data.ts';
import { deleteDraft } from '../../../events/delete-draft.ts';
import { changeVisibility, publishEvent, unpublishEvent } from '../../../events/publish-event.ts';
import { PreviewLinkBody, PublishBody, VisibilityBody } from './bodies.ts';
import { createPreviewLink, revokePreviewLink } from '../../../events/preview-links.ts';
import { showPreview } from '../event-layout/preview-data.ts';
import type { PageRoutes } from '../access/page-routes.ts';

const PeriodQuery = Type.Object({ period: Type.Optional(OneOf(['', ...SALES_PERIODS])) });

type Deps = Pick<
  DashboardDeps,
  | 'database'
  | 'base'
  | 'secretKeys'
  | 'databaseNowMs'
  | 'hasSandbox'
  | 'checkoutUrl'
  | 'baseUrl'
  | 'publicUrl'
>;

/** One event of a host: its sales and its visibility. */
export function registerEvents(pages: PageRoutes, deps: Deps): void {
  const { view, answer } = pages;
  const { database, checkoutUrl, baseUrl, publicUrl } = deps;
  const routes = ROUTES.dashboard;
  registerPublishing(pages, deps);
  registerPreview(pages, deps);

  view(routes.event, { shows: 'event', query: PeriodQuery }, async ({ member, params, query }) => {
    const { event, figures } = await loadEvent(database, member, params.eventId);
    const { hostId, role } = member;
    const { eventId } = event;
    const showsSales = mayUse(role, 'figures.see') && event.state !== 'draft';
    const sells = event.state === 'on_sale' || event.state === 'coming_soon';
    const publishing = mayUse(role, 'events.change') ? await loadPublishing(deps, { hostId, eventId }) : null;
    const types = figures.types.map(({ ticketTypeId, name, priceMinor, status, ...ofType }) => ({
      ticketTypeId,
      name,
      priceMinor,
      status,
      figures: showFigures(ofType),
    }));
    const [preview, sales, troubles, prices] = await Promise.all([
      publishing?.status === 'DRAFT' ? showPreview(deps, { personId: member.personId, event }) : null,
      showsSales ? loadSales(database, { hostId, eventId, period: query.period || 'all' }) : null,
      showSalesAttention(database, { ...deps, member, eventIds: [eventId] }),
      sells ? showUntakenPrices(database, { ...deps, member, event }) : [],
    ]);
    return {
      event,
      types: mayUse(role, 'figures.see') ? types : [],
      sales,
      attention: [...troubles, ...prices],
      preview,
      pageUrl: publicEventUrl(publicUrl, event.slug),
      checkoutUrl: `${checkoutUrl}/${event.slug}`,
      apiUrl: `${baseUrl}/events/${event.slug}`,
      publishing,
    };
  });

  // The chart alone, for updates.
  answer(routes.eventSales, { query: PeriodQuery }, ({ params, query }) =>
    loadSales(database, { ...params, period: query.period || 'all' }),
  );
}

/** Publishes, unpublishes or deletes a draft, and changes the visibility of a public event. */
function registerPublishing(
  { change }: PageRoutes,
  deps: Pick<DashboardDeps, 'secretKeys' | 'hasSandbox'>,
): void {
  const routes = ROUTES.dashboard;
  change(routes.publishEvent, { body: PublishBody }, async (tx, input) => {
    await publishEvent(tx, deps, input);
  });
  change(routes.unpublishEvent, {}, async (tx, event) => {
    await unpublishEvent(tx, event);
  });
  change(
    routes.changeVisibility,
    { body: VisibilityBody },
    async (tx, { hostId, eventId, actor, ...changes }) => {
      await changeVisibility(tx, { hostId, eventId, actor, changes });
    },
  );
  change(routes.deleteDraft, {}, deleteDraft);
}

function registerPreview({ answer, change }: PageRoutes, deps: Deps): void {
  const routes = ROUTES.eventPreview;
  answer(routes.show, {}, async ({ member, params, reply }) => {
    const { event } = await loadEvent(deps.database, member, params.eventId);
    const { pageUrl } = await showPreview(deps, { personId: member.personId, event });
    return reply.redirect(pageUrl, 303);
  });
  change(routes.share, { body: PreviewLinkBody }, async (tx, input) => {
    await createPreviewLink(tx, input);
  });
  change(routes.revoke, {}, revokePreviewLink);
}

import { Type, type Static } from 'typebox';
import { listPublicKeys } from '../../../hosts/keys/public-keys.ts';
import { OneOf } from '../../../http/schema.ts';
import { ROUTES } from '../../../routes.ts';
import { DELIVERY_STATUSES, EVENT_TYPES } from '../../../webhooks/delivery/list-event-deliveries.ts';
import { SAMPLE_RECEIVERS } from '../../../webhooks/sample-receivers.ts';
import { requireEvent } from '../../../webhooks/subscriptions/event-of-host.ts';
import { MAX_ENABLED } from '../../../webhooks/subscriptions/event-subscriptions.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import { registerDeliveries } from './deliveries-routes.ts';
import { registerWebhooks } from './webhooks-routes.ts';
import { showLog, type LogQuestion } from './data.ts';
import type { PageRoutes } from '../access/page-routes.ts';

// A form that the browser sends itself names every field, even empty ones.
const Query = Type.Object({
  status: OneOf(['', ...DELIVERY_STATUSES], { default: '' }),
  type: OneOf(['', ...EVENT_TYPES], { default: '' }),
  receiver: Type.String({ format: 'uuid-or-empty', default: '' }),
  search: Type.String({ maxLength: 100, format: 'text', default: '' }),
  cursor: Type.Optional(Type.String({ maxLength: 100, format: 'text' })),
});

/** Webhooks send each purchase to the host's own server. */
export function registerEventIntegrations(
  pages: PageRoutes,
  deps: Pick<DashboardDeps, 'database' | 'guard' | 'baseUrl' | 'publicUrl'>,
): void {
  const { view, answer } = pages;
  const { database, baseUrl, publicUrl } = deps;
  const routes = ROUTES.eventIntegrations;

  view(routes.view, { shows: 'eventIntegrations', query: Query }, async ({ member, params, query }) => {
    const { event } = await loadEvent(database, member, params.eventId);
    const [shown, keys] = await Promise.all([
      showLog(database, questionIn(params, query)),
      listPublicKeys(database, member.hostId),
    ]);
    return {
      event,
      ...shown,
      maxEnabled: MAX_ENABLED,
      connect: {
        apiUrl: baseUrl,
        docsUrl: `${publicUrl}/docs`,
        keys: keys.filter(({ revokedAt }) => revokedAt === null).map(({ name, key }) => ({ name, key })),
      },
      samples: SAMPLE_RECEIVERS,
    };
  });

  // The page repeats this request while it is open.
  answer(routes.log, { query: Query }, async ({ params, query, reply }) => {
    await requireEvent(database, params);
    reply.header('cache-control', 'no-store');
    return (await showLog(database, questionIn(params, query))).log;
  });

  registerWebhooks(pages, deps);
  registerDeliveries(pages, deps);
}

const questionIn = (
  event: { hostId: string; eventId: string },
  query: Static<typeof Query>,
): LogQuestion => ({
  ...event,
  status: query.status || null,
  eventType: query.type || null,
  subscriptionId: query.receiver || null,
  search: query.search,
  cursor: query.cursor || null,
});

import { Type, type Static } from 'typebox';
import { listPublicKeys } from '../../../hosts/keys/public-keys.ts';
import { Id, OneOf } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { ROUTES } from '../../../routes.ts';
import { DELIVERY_STATUSES, EVENT_TYPES } from '../../../webhooks/delivery/list-event-deliveries.ts';
import { SAMPLE_RECEIVERS } from '../../../webhooks/sample-receivers.ts';
import { requireEvent } from '../../../webhooks/subscriptions/event-of-host.ts';
import { MAX_ENABLED } from '../../../webhooks/subscriptions/event-subscriptions.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import { memberOf } from '../access/find-visitor.ts';
import { registerDeliveries } from './deliveries-routes.ts';
import { registerWebhooks } from './webhooks-routes.ts';
import { showLog, type LogQuestion } from './data.ts';

const ByEvent = Type.Object({ hostId: Id(), eventId: Id() });
// A form that is sent by the browser itself names every field, the empty ones too.
const Query = Type.Object({
  status: OneOf(['', ...DELIVERY_STATUSES], { default: '' }),
  type: OneOf(['', ...EVENT_TYPES], { default: '' }),
  receiver: Type.Union([Type.Literal(''), Id()], { default: '' }),
  search: Type.String({ maxLength: 100, format: 'text', default: '' }),
  cursor: Type.Optional(Type.String({ maxLength: 100, format: 'text' })),
});

/** Webhooks: what your own server is told of each purchase. */
export function registerEventIntegrations(scope: HttpServer, deps: DashboardDeps): void {
  const { database, sendView, baseUrl, publicUrl } = deps;
  const schema = { params: ByEvent, querystring: Query };

  scope.get(ROUTES.eventIntegrations.view.path, { schema }, async (request, reply) => {
    const member = memberOf(request);
    const { event } = await loadEvent(database, member, request.params.eventId);
    const [shown, keys] = await Promise.all([
      showLog(database, questionIn(request)),
      listPublicKeys(database, member.hostId),
    ]);
    return sendView(request, reply, {
      view: 'eventIntegrations',
      data: {
        event,
        ...shown,
        maxEnabled: MAX_ENABLED,
        connect: {
          apiUrl: baseUrl,
          docsUrl: `${publicUrl}/docs`,
          keys: keys.filter(({ revokedAt }) => revokedAt === null).map(({ name, key }) => ({ name, key })),
        },
        samples: SAMPLE_RECEIVERS,
      },
    });
  });

  // What the page asks for while somebody looks at it.
  scope.get(ROUTES.eventIntegrations.log.path, { schema }, async (request, reply) => {
    await requireEvent(database, request.params);
    reply.header('cache-control', 'no-store');
    return (await showLog(database, questionIn(request))).log;
  });

  registerWebhooks(scope, deps);
  registerDeliveries(scope, deps);
}

function questionIn({
  params,
  query,
}: {
  params: Static<typeof ByEvent>;
  query: Static<typeof Query>;
}): LogQuestion {
  return {
    ...params,
    status: query.status || null,
    eventType: query.type || null,
    subscriptionId: query.receiver || null,
    search: query.search,
    cursor: query.cursor || null,
  };
}

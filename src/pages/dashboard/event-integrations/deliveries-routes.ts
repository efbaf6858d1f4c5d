import { Type } from 'typebox';
import { Id } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { Refusal } from '../../../refusal.ts';
import { ROUTES } from '../../../routes.ts';
import { findDelivery, type FoundDelivery } from '../../../webhooks/delivery/find-delivery.ts';
import { redeliver, redeliverFailed } from '../../../webhooks/delivery/redeliver.ts';
import { requireEvent } from '../../../webhooks/subscriptions/event-of-host.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import { actorOf, memberOf } from '../access/find-visitor.ts';
import type { EventDeliveryView } from './data.ts';
import { SendFailedAgainBody } from './bodies.ts';

const ByEvent = Type.Object({ hostId: Id(), eventId: Id() });
const ByDelivery = Type.Object({ hostId: Id(), eventId: Id(), deliveryId: Id() });

/** What was sent, each with every attempt, and what is sent again. */
export function registerDeliveries(scope: HttpServer, deps: DashboardDeps): void {
  const { database, change, sendView } = deps;
  const { delivery, sendAgain, sendFailedAgain } = ROUTES.eventIntegrations;

  scope.get(delivery.path, { schema: { params: ByDelivery } }, async (request, reply) => {
    const { event } = await loadEvent(database, memberOf(request), request.params.eventId);
    const found = await findDelivery(database, request.params);
    return sendView(request, reply, {
      view: 'eventDelivery',
      data: { event, delivery: showDelivery(found) },
    });
  });

  scope.post(sendAgain.path, { schema: { params: ByDelivery } }, async (request, reply) => {
    const sent = await change(request, (tx) => redeliver(tx, { ...request.params, actor: actorOf(request) }));
    reply.code(201);
    return sent;
  });

  scope.post(
    sendFailedAgain.path,
    { schema: { params: ByEvent, body: SendFailedAgainBody } },
    async (request) =>
      change(request, async (tx) => {
        const { hours } = request.body;
        await requireEvent(tx, request.params);
        const sent = await redeliverFailed(tx, { ...request.params, actor: actorOf(request), hours });
        // Nothing changes, so that nothing is left in the log either.
        if (sent.count === 0) throw nothingToSend();
        return sent;
      }),
  );
}

const nothingToSend = (): Refusal =>
  new Refusal(
    'validation_failed',
    'There is nothing to send again: nothing was given up in that time by a receiver that is on, or it is on its way already.',
  );

function showDelivery({ id, others, ...found }: FoundDelivery): EventDeliveryView['delivery'] {
  const { url, eventType, reference, status, failure, isReceiverEnabled, isReceiverRemoved } = found;
  return {
    deliveryId: id,
    url,
    eventType,
    reference,
    status,
    failure,
    createdAt: found.createdAt.toISOString(),
    isReceiverEnabled,
    isReceiverRemoved,
    body: found.body,
    signature: found.signature,
    attempts: found.attempts,
    others: others.map((other) => ({
      deliveryId: other.id,
      status: other.status,
      createdAt: other.createdAt,
    })),
  };
}

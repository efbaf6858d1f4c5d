import { Type } from 'typebox';
import { Id } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { takeAttempt } from '../../../people/attempts/take-attempt.ts';
import { ROUTES } from '../../../routes.ts';
import { sendTest } from '../../../webhooks/delivery/send-test.ts';
import { addSubscription } from '../../../webhooks/subscriptions/add-subscription.ts';
import { requireEvent } from '../../../webhooks/subscriptions/event-of-host.ts';
import { requireSubscription } from '../../../webhooks/subscriptions/event-subscriptions.ts';
import {
  disableSubscription,
  enableSubscription,
  removeSubscription,
} from '../../../webhooks/subscriptions/switch-subscription.ts';
import { newReceiverLane, testLane } from '../../../webhooks/webhook-lanes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { actorOf } from '../access/find-visitor.ts';
import { WebhookBody } from './bodies.ts';

const ByEvent = Type.Object({ hostId: Id(), eventId: Id() });
const BySubscription = Type.Object({ hostId: Id(), eventId: Id(), subscriptionId: Id() });

/** The receivers of an event. */
export function registerWebhooks(scope: HttpServer, { database, change, guard }: DashboardDeps): void {
  const { add, enable, disable, remove, test } = ROUTES.eventIntegrations;

  scope.post(add.path, { schema: { params: ByEvent, body: WebhookBody } }, async (request, reply) => {
    const { hostId } = request.params;
    await requireEvent(database, request.params);
    await takeAttempt(database, [newReceiverLane(hostId)]);
    // The name is resolved outside of the transaction, which is the one that leaves a line in the log.
    const transaction: typeof database.transaction = (work) => change(request, work);
    const input = { ...request.params, actor: actorOf(request), url: request.body.url };
    const added = await addSubscription({ guard, database: { transaction } }, input);
    reply.code(201);
    return added;
  });

  for (const [route, act] of [
    [enable, enableSubscription],
    [disable, disableSubscription],
  ] as const) {
    scope.post(route.path, { schema: { params: BySubscription } }, async (request) => {
      await change(request, (tx) => act(tx, { ...request.params, actor: actorOf(request) }));
      return {};
    });
  }

  scope.delete(remove.path, { schema: { params: BySubscription } }, async (request) => {
    await change(request, (tx) => removeSubscription(tx, { ...request.params, actor: actorOf(request) }));
    return {};
  });

  scope.post(test.path, { schema: { params: BySubscription } }, async (request, reply) => {
    await requireSubscription(database, request.params);
    await takeAttempt(database, [testLane(request.params.hostId)]);
    const { deliveryId } = await change(request, (tx) =>
      sendTest(tx, { ...request.params, actor: actorOf(request) }),
    );
    reply.code(201);
    return { deliveryId };
  });
}

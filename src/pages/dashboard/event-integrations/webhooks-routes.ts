import { countAttempt } from '../../../attempts/count-attempt.ts';
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
import { newReceiverLimit, testLimit } from '../../../webhooks/attempt-limits.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { WebhookBody } from './bodies.ts';
import type { PageRoutes } from '../access/page-routes.ts';

/** The receivers of an event. */
export function registerWebhooks(
  { answer, change }: PageRoutes,
  { database, guard }: Pick<DashboardDeps, 'database' | 'guard'>,
): void {
  const routes = ROUTES.eventIntegrations;

  answer(routes.add, { body: WebhookBody, status: 201 }, async ({ params, actor, body, inChange }) => {
    await requireEvent(database, params);
    await countAttempt(database, [newReceiverLimit(params.hostId)]);
    // Resolve the name outside of the transaction, which leaves a line in the audit log.
    return addSubscription(
      { guard, database: { transaction: inChange } },
      { ...params, actor, url: body.url },
    );
  });

  change(routes.enable, {}, enableSubscription);
  change(routes.disable, {}, disableSubscription);
  change(routes.remove, {}, removeSubscription);

  answer(routes.test, { status: 201 }, async ({ params, actor, inChange }) => {
    await requireSubscription(database, params);
    await countAttempt(database, [testLimit(params.hostId)]);
    const { deliveryId } = await inChange((tx) => sendTest(tx, { ...params, actor }));
    return { deliveryId };
  });
}

import { Refusal } from '../../../refusal.ts';
import { ROUTES } from '../../../routes.ts';
import { findDelivery, type FoundDelivery } from '../../../webhooks/delivery/find-delivery.ts';
import { redeliver, redeliverFailed } from '../../../webhooks/delivery/redeliver.ts';
import { requireEvent } from '../../../webhooks/subscriptions/event-of-host.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import type { EventDeliveryView } from './data.ts';
import { SendFailedAgainBody } from './bodies.ts';
import type { PageRoutes } from '../access/page-routes.ts';

/** The log of deliveries, each with every attempt, and the resending. */
export function registerDeliveries(
  { view, change }: PageRoutes,
  { database }: Pick<DashboardDeps, 'database'>,
): void {
  const routes = ROUTES.eventIntegrations;

  view(routes.delivery, { shows: 'eventDelivery' }, async ({ member, params }) => {
    const { event } = await loadEvent(database, member, params.eventId);
    return { event, delivery: showDelivery(await findDelivery(database, params)) };
  });

  change(routes.sendAgain, { status: 201 }, redeliver);

  change(routes.sendFailedAgain, { body: SendFailedAgainBody }, async (tx, input) => {
    await requireEvent(tx, input);
    const sent = await redeliverFailed(tx, input);
    // Nothing changes, so the audit log gets no line either.
    if (sent.count === 0) throw nothingToSend();
    return sent;
  });
}

const nothingToSend = (): Refusal =>
  new Refusal(
    'validation_failed',
    'Nothing to resend: no delivery to a webhook that is on failed in that time, or they are already being sent.',
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

import type { Queryable } from '../../../db/database.ts';
import {
  countPending,
  listEventDeliveries,
  type DeliveryFilters,
  type ListedDelivery,
} from '../../../webhooks/delivery/list-event-deliveries.ts';
import { listEventReceivers, type EventReceiver } from '../../../webhooks/delivery/list-event-receivers.ts';
import type { DeliveryLog, EventIntegrationsView, ShownDelivery, ShownReceiver } from './data.ts';

const PAGE = 25;

/** What of an event's deliveries is asked for. */
export type LogQuestion = DeliveryFilters & { hostId: string; eventId: string; cursor: string | null };

export async function showLog(
  db: Queryable,
  question: LogQuestion,
): Promise<Pick<EventIntegrationsView, 'log' | 'removedReceivers'>> {
  const [{ deliveries, nextCursor }, receivers, pending] = await Promise.all([
    listEventDeliveries(db, { ...question, limit: PAGE }),
    listEventReceivers(db, { hostId: question.hostId, eventId: question.eventId }),
    countPending(db, question),
  ]);
  const log: DeliveryLog = {
    deliveries: deliveries.map(showDelivery),
    nextCursor,
    pending,
    receivers: receivers.filter(({ isRemoved }) => !isRemoved).map(showReceiver),
  };
  const removed = receivers.filter(({ isRemoved }) => isRemoved);
  return { log, removedReceivers: removed.map(({ id, url }) => ({ subscriptionId: id, url })) };
}

const showReceiver = ({
  id,
  url,
  isEnabled,
  givenUp,
  lastFailure,
  ...times
}: EventReceiver): ShownReceiver => ({
  subscriptionId: id,
  url,
  isEnabled,
  createdAt: times.createdAt.toISOString(),
  failingSince: times.failingSince?.toISOString() ?? null,
  givenUp,
  lastArrivedAt: times.lastArrivedAt?.toISOString() ?? null,
  lastFailure,
});

const showDelivery = ({ id, createdAt, endedAt: _endedAt, ...delivery }: ListedDelivery): ShownDelivery => ({
  ...delivery,
  deliveryId: id,
  createdAt: createdAt.toISOString(),
});

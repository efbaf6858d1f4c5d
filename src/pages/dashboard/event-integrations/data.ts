import type { EventType } from '../../../webhooks/delivery/begin-attempts.ts';
import type { LoggedAttempt, LoggedDelivery } from '../../../webhooks/delivery/list-deliveries.ts';
import type { SampleReceiver } from '../../../webhooks/sample-receivers.ts';
import type { ShownEvent } from '../event-layout/data.ts';
import type { Queryable } from '../../../db/database.ts';
import {
  countPending,
  listEventDeliveries,
  type DeliveryFilters,
  type ListedDelivery,
} from '../../../webhooks/delivery/list-event-deliveries.ts';
import { listEventReceivers, type EventReceiver } from '../../../webhooks/delivery/list-event-receivers.ts';

/** The receivers of an event's purchases, and their state. Dates are in ISO 8601. */
export type ShownReceiver = {
  subscriptionId: string;
  url: string;
  isEnabled: boolean;
  createdAt: string;
  /** Nothing has arrived since then; null if the latest did. */
  failingSince: string | null;
  /** Purchases that it never received. */
  givenUp: number;
  lastArrivedAt: string | null;
  lastFailure: string | null;
};

/** A line of the log. */
export type ShownDelivery = {
  deliveryId: string;
  subscriptionId: string;
  url: string;
  eventType: EventType;
  reference: string;
  status: LoggedDelivery['status'];
  failure: string | null;
  /** It was sent again by hand. */
  isAgain: boolean;
  attempts: number;
  /** The latest attempt's answer. */
  statusCode: number | null;
  durationMs: number | null;
  createdAt: string;
};

/** Changes by itself while the page is open. */
export type DeliveryLog = {
  deliveries: ShownDelivery[];
  nextCursor: string | null;
  /** Being sent now. */
  pending: number;
  receivers: ShownReceiver[];
};

/** Webhooks send each purchase to the host's own server. */
export type EventIntegrationsView = {
  event: ShownEvent;
  log: DeliveryLog;
  maxEnabled: number;
  /** Removed, but still in the log. */
  removedReceivers: { subscriptionId: string; url: string }[];
  connect: { apiUrl: string; docsUrl: string; keys: { name: string; key: string }[] };
  samples: readonly SampleReceiver[];
};

/** One delivery, with every attempt and its body. */
export type EventDeliveryView = {
  event: ShownEvent;
  delivery: Pick<
    ShownDelivery,
    'deliveryId' | 'url' | 'eventType' | 'reference' | 'status' | 'failure' | 'createdAt'
  > & {
    isReceiverEnabled: boolean;
    isReceiverRemoved: boolean;
    body: string | null;
    signature: string | null;
    attempts: LoggedAttempt[];
    others: { deliveryId: string; status: LoggedDelivery['status']; createdAt: string }[];
  };
};

const PAGE = 25;

/** The filters of an event's deliveries. */
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

import type { EventType } from '../../../webhooks/delivery/begin-attempts.ts';
import type { LoggedAttempt, LoggedDelivery } from '../../../webhooks/delivery/list-deliveries.ts';
import type { SampleReceiver } from '../../../webhooks/sample-receivers.ts';
import type { HomeEvent } from '../home/data.ts';

/** Who is told of each purchase, and how that goes. Dates are in ISO 8601. */
export type ShownReceiver = {
  subscriptionId: string;
  url: string;
  isEnabled: boolean;
  createdAt: string;
  /** Nothing has arrived since then; null where the latest did. */
  failingSince: string | null;
  /** Purchases that it was never told of. */
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
  /** Of the latest attempt. */
  statusCode: number | null;
  durationMs: number | null;
  createdAt: string;
};

/** What changes by itself while one looks. */
export type DeliveryLog = {
  deliveries: ShownDelivery[];
  nextCursor: string | null;
  /** On their way now. */
  pending: number;
  receivers: ShownReceiver[];
};

/** Webhooks: what your own server is told of each purchase. */
export type EventIntegrationsView = {
  event: HomeEvent;
  log: DeliveryLog;
  maxEnabled: number;
  /** In the log for a while still. */
  removedReceivers: { subscriptionId: string; url: string }[];
  connect: { apiUrl: string; docsUrl: string; keys: { name: string; key: string }[] };
  samples: readonly SampleReceiver[];
};

/** One delivery, with every attempt and what was sent. */
export type EventDeliveryView = {
  event: HomeEvent;
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

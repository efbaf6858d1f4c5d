import type { Queryable, Transaction } from '../../db/database.ts';
import { noSuchEvent } from '../../events/slug.ts';
import { isUuid } from '../../values/is-uuid.ts';
import { Refusal } from '../../refusal.ts';
import { namesEvent, noEventOfHost, type EventOfHost } from './event-of-host.ts';

export const MAX_ENABLED = 3;

/** Locks an event of the host: others who count its subscriptions wait. */
export async function lockEvent(
  tx: Transaction,
  event: EventOfHost,
): Promise<{ eventId: string; slug: string }> {
  const { sql, values } = namesEvent(event);
  const { rows } = await tx.query<{ eventId: string; slug: string }>(
    `SELECT e.id AS "eventId", e.slug FROM events AS e WHERE ${sql} FOR NO KEY UPDATE`,
    values,
  );
  const [found] = rows;
  if (!found) throw 'slug' in event ? noSuchEvent(event.slug) : noEventOfHost();
  return found;
}

/** The event is locked. `field`: what of the request would make it a fourth. */
export async function refuseFourthEnabled(
  tx: Transaction,
  eventId: string,
  { field }: { field: string | null },
): Promise<void> {
  const { rows } = await tx.query<{ count: number }>(
    'SELECT count(*) AS count FROM webhook_subscriptions WHERE event_id = $1 AND removed_at IS NULL AND is_enabled',
    [eventId],
  );
  if ((rows[0]?.count ?? 0) >= MAX_ENABLED) {
    throw new Refusal(
      'validation_failed',
      `The event already has ${MAX_ENABLED} enabled webhooks, which is the maximum: disable one first.`,
      { field },
    );
  }
}

export type Subscription = { id: string; url: string; isEnabled: boolean; createdAt: Date };

const SUBSCRIPTION = 's.id, s.url, s.is_enabled AS "isEnabled", s.created_at AS "createdAt"';

export async function listSubscriptions(db: Queryable, event: EventOfHost): Promise<Subscription[]> {
  const { sql, values } = namesEvent(event);
  const { rows } = await db.query<Subscription>(
    `SELECT ${SUBSCRIPTION} FROM webhook_subscriptions AS s JOIN events AS e ON e.id = s.event_id
      WHERE ${sql} AND s.removed_at IS NULL
      ORDER BY s.id`,
    values,
  );
  return rows;
}

/** A subscription of the host; with `eventId` also of that event. */
export type SubscriptionOfHost = { hostId: string; eventId?: string; subscriptionId: string };

/** Throws `not_found` where there is none. */
export async function requireSubscription(
  db: Queryable,
  { hostId, eventId, subscriptionId }: Required<SubscriptionOfHost>,
): Promise<void> {
  const { rowCount } = await db.query(
    `SELECT 1 FROM webhook_subscriptions AS s JOIN events AS e ON e.id = s.event_id
      WHERE s.id = $1 AND s.removed_at IS NULL AND e.host_id = $2 AND e.id = $3`,
    [subscriptionId, hostId, eventId],
  );
  if (rowCount === 0) throw noSuchSubscription();
}

/** Finds a subscription of the host, locks its event, and answers it as it is from then on. Throws `not_found`. */
export async function lockSubscription(
  tx: Transaction,
  { hostId, eventId, subscriptionId }: SubscriptionOfHost,
): Promise<Subscription & { eventId: string }> {
  if (!isUuid(subscriptionId)) throw noSuchSubscription();
  const { rowCount } = await tx.query(
    `SELECT 1 FROM events AS e JOIN webhook_subscriptions AS s ON s.event_id = e.id
      WHERE s.id = $1 AND e.host_id = $2 AND ($3::uuid IS NULL OR e.id = $3) FOR NO KEY UPDATE OF e`,
    [subscriptionId, hostId, eventId ?? null],
  );
  // Read once the event is ours: another may have switched or removed it while we waited.
  const { rows } = await tx.query<Subscription & { eventId: string }>(
    `SELECT ${SUBSCRIPTION}, s.event_id AS "eventId" FROM webhook_subscriptions AS s
      WHERE s.id = $1 AND s.removed_at IS NULL`,
    [subscriptionId],
  );
  const [found] = rowCount === 1 ? rows : [];
  if (!found) throw noSuchSubscription();
  return found;
}

function noSuchSubscription(): Refusal {
  return new Refusal('not_found', 'There is no such webhook.');
}

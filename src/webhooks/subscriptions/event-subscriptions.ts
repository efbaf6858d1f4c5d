import type { Queryable, Transaction } from '../../db/database.ts';
import { isSlug, noSuchEvent } from '../../events/slug.ts';
import { isUuid } from '../../values/is-uuid.ts';
import { Refusal } from '../../refusal.ts';

export const MAX_ENABLED = 3;

/** Locks an event of the host: others who count its subscriptions wait. */
export async function lockEvent(
  tx: Transaction,
  input: { hostId: string; slug: string },
): Promise<{ eventId: string }> {
  const { rows } = await tx.query<{ id: string }>(
    'SELECT id FROM events WHERE slug = $1 AND host_id = $2 FOR NO KEY UPDATE',
    [input.slug, input.hostId],
  );
  const [event] = isSlug(input.slug) ? rows : [];
  if (!event) throw noSuchEvent(input.slug);
  return { eventId: event.id };
}

/** The event is locked. */
export async function refuseFourthEnabled(tx: Transaction, eventId: string): Promise<void> {
  const { rows } = await tx.query<{ count: number }>(
    'SELECT count(*) AS count FROM webhook_subscriptions WHERE event_id = $1 AND removed_at IS NULL AND is_enabled',
    [eventId],
  );
  if ((rows[0]?.count ?? 0) >= MAX_ENABLED) {
    throw new Refusal(
      'validation_failed',
      `The event has ${MAX_ENABLED} enabled webhooks, which is the most: disable one first.`,
    );
  }
}

export type Subscription = { id: string; url: string; isEnabled: boolean; createdAt: Date };

export async function listSubscriptions(
  db: Queryable,
  input: { hostId: string; slug: string },
): Promise<Subscription[]> {
  const { rows } = await db.query<Subscription>(
    `SELECT s.id, s.url, s.is_enabled AS "isEnabled", s.created_at AS "createdAt"
       FROM webhook_subscriptions AS s JOIN events AS e ON e.id = s.event_id
      WHERE e.slug = $1 AND e.host_id = $2 AND s.removed_at IS NULL
      ORDER BY s.id`,
    [input.slug, input.hostId],
  );
  return rows;
}

/** Finds a subscription of the host and locks its event. Throws `not_found`. */
export async function lockSubscription(
  tx: Transaction,
  input: { hostId: string; subscriptionId: string },
): Promise<Subscription & { eventId: string }> {
  if (!isUuid(input.subscriptionId)) throw noSuchSubscription();
  const { rows } = await tx.query<Subscription & { eventId: string }>(
    `SELECT s.id, s.url, s.is_enabled AS "isEnabled", s.created_at AS "createdAt", s.event_id AS "eventId"
       FROM webhook_subscriptions AS s JOIN events AS e ON e.id = s.event_id
      WHERE s.id = $1 AND e.host_id = $2 AND s.removed_at IS NULL
        FOR NO KEY UPDATE OF e`,
    [input.subscriptionId, input.hostId],
  );
  const [found] = rows;
  if (!found) throw noSuchSubscription();
  return found;
}

function noSuchSubscription(): Refusal {
  return new Refusal('not_found', 'There is no such webhook.');
}

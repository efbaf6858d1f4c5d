import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { isUuid } from '../../values/is-uuid.ts';
import { Refusal } from '../../refusal.ts';
import { namesEvent, type EventOfHost } from '../subscriptions/event-of-host.ts';
import { DELIVERIES_KEPT_DAYS } from './forget-old-deliveries.ts';
import { GIVEN_UP_SQL } from './given-up.ts';

// As many as one statement should write; for more, ask again.
const MAX_AT_ONCE = 10_000;

/**
 * Sends a purchase again that has come to its end, to the same receiver: a new delivery with the same body and reference,
 * signed with the private key of today.
 */
export async function redeliver(
  tx: Transaction,
  input: { hostId: string; eventId?: string; actor: Actor; deliveryId: string },
): Promise<{ deliveryId: string }> {
  const { rows } = isUuid(input.deliveryId)
    ? await tx.query<{
        slug: string;
        event_type: string;
        status: string;
        is_enabled: boolean;
        is_removed: boolean;
      }>(
        `SELECT e.slug, d.event_type, d.status, s.is_enabled, s.removed_at IS NOT NULL AS is_removed
           FROM webhook_deliveries AS d
           JOIN webhook_subscriptions AS s ON s.id = d.subscription_id
           JOIN events AS e ON e.id = s.event_id
          WHERE d.id = $1 AND e.host_id = $2 AND ($3::uuid IS NULL OR e.id = $3)`,
        [input.deliveryId, input.hostId, input.eventId ?? null],
      )
    : { rows: [] };
  const [found] = rows;
  if (!found) throw new Refusal('not_found', 'There is no such delivery.');
  if (found.event_type === 'WEBHOOK_TEST')
    throw new Refusal('validation_failed', 'A test can’t be sent again: send another.');
  if (found.status === 'pending') throw new Refusal('validation_failed', 'The delivery is still on its way.');
  if (found.is_removed)
    throw new Refusal('validation_failed', 'The webhook was removed, so nothing is sent there.');
  if (!found.is_enabled)
    throw new Refusal('validation_failed', 'The webhook is disabled: enable it, then send this again.');
  const [deliveryId] = await copyDeliveries(tx, [input.deliveryId]);
  if (!deliveryId)
    throw new Refusal('validation_failed', 'The same purchase is already on its way to this receiver.');
  const { hostId, actor } = input;
  const subject = { id: input.deliveryId, name: found.slug };
  await recordChange(tx, { hostId, actor, action: 'webhook.redeliver', subject });
  return { deliveryId };
}

/** Until now, unless it says until when; and thirty days, unless it says from when or how many hours. */
export type Period = { from?: Date | null; to?: Date | null; hours?: number };

/** Those that were given up in a period. Given are the expressions of its values. */
const givenUpIn = (from: string, to: string, hours: string): string =>
  `${GIVEN_UP_SQL}
   AND d.created_at BETWEEN coalesce(${from}, coalesce(${to}, now()) - ${hours} * interval '1 hour') AND coalesce(${to}, now())`;

const valuesOf = ({ from, to, hours }: Period): [Date | null, Date | null, number] => [
  from ?? null,
  to ?? null,
  hours ?? 24 * DELIVERIES_KEPT_DAYS,
];

/** The events with purchases that were given up in a period, and a receiver that is on: of a host, or of all. */
export async function findEventsWithFailed(
  db: Queryable,
  { hostId, ...period }: { hostId: string | null } & Period,
): Promise<{ hostId: string; slug: string }[]> {
  const { rows } = await db.query<{ hostId: string; slug: string }>(
    `SELECT e.host_id AS "hostId", e.slug FROM events AS e
      WHERE ($1::uuid IS NULL OR e.host_id = $1) AND EXISTS (
        SELECT 1 FROM webhook_subscriptions AS s
          JOIN webhook_deliveries AS d ON d.subscription_id = s.id AND d.reference <> ''
         WHERE s.event_id = e.id AND s.is_enabled AND ${givenUpIn('$2', '$3', '$4')})
      ORDER BY e.slug`,
    [hostId, ...valuesOf(period)],
  );
  return rows;
}

/**
 * Sends every purchase of an event again that was given up in a period and has not reached its receiver since; the period is the
 * last hours until now, thirty days of them unless told otherwise. Answers how many, and whether there are more than are sent at once.
 */
export async function redeliverFailed(
  tx: Transaction,
  input: EventOfHost & { actor: Actor } & Period,
): Promise<{ count: number; hasMore: boolean }> {
  const { sql, values } = namesEvent(input);
  const { rows } = await tx.query<{ id: string; slug: string }>(
    `SELECT max(d.id::text) AS id, e.slug
       FROM events AS e
       JOIN webhook_subscriptions AS s ON s.event_id = e.id AND s.is_enabled
       JOIN webhook_deliveries AS d ON d.subscription_id = s.id AND d.reference <> ''
      WHERE ${sql} AND ${givenUpIn('$3', '$4', '$5')}
      GROUP BY e.slug, coalesce(d.redelivery_of, d.id)
      ORDER BY 1
      LIMIT ${MAX_AT_ONCE + 1}`,
    [...values, ...valuesOf(input)],
  );
  const ids = rows.slice(0, MAX_AT_ONCE).map(({ id }) => id);
  const made = await copyDeliveries(tx, ids);
  const count = made.length;
  const { hostId, actor } = input;
  const after = { event: rows[0]?.slug, count };
  if (count > 0) await recordChange(tx, { hostId, actor, action: 'webhook.redeliver_failed', after });
  return { count, hasMore: rows.length > MAX_AT_ONCE };
}

/** Passes over a purchase that is on its way to the same receiver: asked twice at once, it is sent once. */
async function copyDeliveries(tx: Transaction, ids: string[]): Promise<string[]> {
  // The first of each is locked, in one order, before we look: another who asks for the same waits, and then sees these.
  await tx.query(
    `SELECT 1 FROM webhook_deliveries
      WHERE id = ANY (ARRAY(SELECT coalesce(redelivery_of, id) FROM webhook_deliveries WHERE id = ANY ($1::uuid[])))
      ORDER BY id FOR UPDATE`,
    [ids],
  );
  const { rows } = await tx.query<{ id: string }>(
    `WITH chosen AS MATERIALIZED (
       SELECT new_id() AS new_id, d.* FROM webhook_deliveries AS d
        WHERE d.id = ANY ($1::uuid[])
          AND NOT EXISTS (SELECT 1 FROM webhook_deliveries AS again
                           WHERE again.redelivery_of = coalesce(d.redelivery_of, d.id) AND again.status = 'pending')
     ), copied AS (
       INSERT INTO webhook_deliveries (id, subscription_id, event_type, order_id, reference, redelivery_of)
       SELECT new_id, subscription_id, event_type, order_id, reference, coalesce(redelivery_of, id) FROM chosen
     ), bodies AS (
       INSERT INTO webhook_bodies (delivery_id, body)
       SELECT chosen.new_id, b.body FROM chosen JOIN webhook_bodies AS b ON b.delivery_id = chosen.id
     )
     SELECT new_id AS id, pg_notify('webhooks_due', subscription_id::text) FROM chosen`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

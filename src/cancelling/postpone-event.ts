import { randomUUIDv7 } from 'node:crypto';
import type { Actor } from '../audit/actor.ts';
import type { Transaction } from '../db/database.ts';
import { changeEvent } from '../events/change-event.ts';
import { lockEvent, type StoredEvent } from '../events/event-fields.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { momentAt, type WallTime } from '../values/wall-time.ts';
import { personOf } from './acting-person.ts';

export type PostponeEvent = {
  hostId: string;
  eventId: string;
  actor: Actor;
  /** The version of the event that was seen. */
  version: number;
  /** On the clock of the event's place. */
  startsAt: WallTime;
  closesAt: WallTime;
  /** The message for holders; empty: none. */
  message: string;
  /** Until when buyers may give their tickets back for their money; null: it is not offered. */
  refundUntil: WallTime | null;
};

// Each mails all holders. Who has mistyped the day can mend that, several times.
const MAX_A_DAY = 5;

type Days = { startsAt: Date; closesAt: Date; refundUntil: Date | null };

/**
 * Moves an event to another day. Tickets and their codes stay good, and whatever shows the day shows the new one from the commit on; a
 * job tells the holders.
 */
export async function postponeEvent(
  tx: Transaction,
  input: PostponeEvent,
): Promise<{ postponementId: string; version: number }> {
  const { hostId, eventId, actor, version } = input;
  const event = await lockEvent(tx, { hostId, eventId });
  if (event.status === 'CANCELLED')
    throw new Refusal('validation_failed', 'A cancelled event can’t be moved to another day.');
  if (event.status === 'DRAFT')
    throw new Refusal(
      'validation_failed',
      'Nobody can see a draft yet: change its date in the event details.',
    );
  await requireFewMoves(tx, eventId);
  const { timezone } = event;
  const startsAt = momentAt(input.startsAt, timezone, event.startsAt);
  const closesAt = momentAt(input.closesAt, timezone, event.closesAt);
  const refundUntil = input.refundUntil === null ? null : momentAt(input.refundUntil, timezone);
  await checkDays(tx, { startsAt, closesAt, refundUntil }, event);
  const changed = await changeEvent(tx, {
    hostId,
    eventId,
    actor,
    version,
    action: 'event.postpone',
    // One that was over is on sale again.
    changes: { startsAt, closesAt, status: 'LIVE' },
  });
  const postponementId = randomUUIDv7();
  await tx.query(
    `INSERT INTO event_postponements (id, event_id, created_at, person_id, old_starts_at, old_closes_at, new_starts_at, new_closes_at,
                                      message, refund_until)
     VALUES ($1, $2, clock_timestamp(), $3, $4, $5, $6, $7, $8, $9)`,
    [
      postponementId,
      eventId,
      personOf(actor),
      event.startsAt,
      event.closesAt,
      startsAt,
      closesAt,
      input.message.trim(),
      refundUntil,
    ],
  );
  await enqueueJob(tx, { kind: 'tell_postponement', payload: { postponementId }, uniqueKey: postponementId });
  return { postponementId, version: changed.version };
}

/** Under the lock of the event, so that two at once are counted one after the other. */
async function requireFewMoves(tx: Transaction, eventId: string): Promise<void> {
  const { rows } = await tx.query<{ moves: number; seconds: number }>(
    `SELECT count(*)::integer AS moves,
            coalesce(ceil(extract(epoch FROM min(created_at) + interval '1 day' - clock_timestamp())), 1)::integer AS seconds
       FROM event_postponements WHERE event_id = $1 AND created_at > clock_timestamp() - interval '1 day'`,
    [eventId],
  );
  const { moves = 0, seconds = 1 } = rows[0] ?? {};
  if (moves < MAX_A_DAY) return;
  throw new Refusal(
    'rate_limited',
    `You can move an event at most ${MAX_A_DAY} times a day, because all buyers get an e-mail each time: try again tomorrow.`,
    { retryAfterSeconds: Math.max(1, seconds) },
  );
}

/** By the database's clock. */
async function checkDays(
  tx: Transaction,
  { startsAt, closesAt, refundUntil }: Days,
  event: StoredEvent,
): Promise<void> {
  if (startsAt.getTime() === event.startsAt.getTime() && closesAt.getTime() === event.closesAt.getTime())
    throw invalidField('startsAt', 'is already the date of the event.');
  if (closesAt <= startsAt) throw invalidField('closesAt', 'must be after the start.');
  const { rows } = await tx.query<{ isPast: boolean; isOfferPast: boolean }>(
    `SELECT $1::timestamptz <= clock_timestamp() AS "isPast",
            coalesce($2::timestamptz <= clock_timestamp() + interval '1 hour', false) AS "isOfferPast"`,
    [startsAt, refundUntil],
  );
  if (rows[0]?.isPast !== false) throw invalidField('startsAt', 'must be in the future.');
  if (rows[0].isOfferPast) throw invalidField('refundUntil', 'must be more than an hour from now.');
  if (refundUntil && refundUntil > startsAt)
    throw invalidField('refundUntil', 'must be before the event starts.');
}

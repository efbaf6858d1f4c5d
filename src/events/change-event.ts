import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import { changedFields, showFields } from '../audit/what-changed.ts';
import type { Transaction } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import { checkLinks } from './check-links.ts';
import { EVENT_COLUMNS, lockEvent, type EventFields, type StoredEvent } from './event-fields.ts';
import { requireConfirmedHost } from './require-confirmed-host.ts';
import { requireFreeSlug } from './require-free-slug.ts';

export type EventChange = {
  hostId: string;
  eventId: string;
  actor: Actor;
  /** The version that was seen; null where it does not matter what else has changed. */
  version: number | null;
  /** As the audit log calls it. */
  action: `event.${string}`;
  /** Clean already: these are written as they are. */
  changes: Partial<EventFields>;
  /** The changes in other tables, for the audit line. */
  besides?: { before: Record<string, unknown>; after: Record<string, unknown> };
};

/**
 * Changes the fields that are given, where nobody has changed any since `version`. Every process hears of it at once. Whether a
 * change makes sense is for the caller to say, under the lock (lockEvent) where it hangs on what is there.
 */
export async function changeEvent(tx: Transaction, change: EventChange): Promise<StoredEvent> {
  const { hostId, eventId, actor, version, action, changes, besides } = change;
  const now = await lockEvent(tx, { hostId, eventId });
  if (version !== null && now.version !== version) {
    throw new Refusal('changed_meanwhile', 'Somebody else has changed this event since you opened it.', {
      current: now,
    });
  }
  if (now.isStopped && changes.isComingSoon === false) {
    throw new Refusal(
      'wrong_state',
      'The operator of this service has stopped the sale of this event: contact them to resume it.',
    );
  }
  const next: StoredEvent = { ...now, ...changes, version: now.version + 1 };
  checkLinks(next);
  if (next.slug !== now.slug) await requireFreeSlug(tx, now, next.slug);
  if (next.status !== 'DRAFT') await requireConfirmedHost(tx, hostId);
  const changed = changedFields(now, next, Object.keys(EVENT_COLUMNS) as (keyof EventFields)[]);
  const assignments = changed.map((field, index) => `, ${EVENT_COLUMNS[field]} = $${index + 2}`);
  await tx.query(`UPDATE events SET version = version + 1${assignments.join('')} WHERE id = $1`, [
    eventId,
    ...changed.map((field) => next[field]),
  ]);
  await recordChange(tx, {
    hostId,
    actor,
    action,
    subject: { id: eventId, name: next.name },
    before: {
      ...showFields(now, changed),
      ...(besides && showFields(besides.before, Object.keys(besides.before))),
    },
    after: {
      ...showFields(next, changed),
      ...(besides && showFields(besides.after, Object.keys(besides.after))),
    },
  });
  return next;
}

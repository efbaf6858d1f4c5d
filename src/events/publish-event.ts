import type { Actor } from '../audit/actor.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import { changeEvent } from './change-event.ts';
import { lockEvent, type StoredEvent } from './event-fields.ts';
import { readPublishChecklist, type PaymentDeps } from './publish-checklist.ts';

type OfEvent = { hostId: string; eventId: string; actor: Actor };

/**
 * A draft becomes public, where it has all that it needs at this moment: whatever the page has shown, the list is made again here, under
 * the locks of the event and of its ticket types. From the commit on it is in the API and can be bought.
 */
export async function publishEvent(
  tx: Transaction,
  deps: PaymentDeps,
  { isComingSoon, isUnlisted, ...which }: OfEvent & { isComingSoon: boolean; isUnlisted: boolean },
): Promise<StoredEvent> {
  requireDraft(await lockEvent(tx, which));
  // Somebody who removes the last ticket type comes before this, or waits for it.
  await tx.query('SELECT 1 FROM ticket_types WHERE event_id = $1 ORDER BY id FOR SHARE', [which.eventId]);
  const checklist = await readPublishChecklist(tx, deps, which);
  if (checklist.some(({ isNeeded, isDone }) => isNeeded && !isDone)) {
    throw new Refusal('not_ready', 'The event can’t be published yet: finish the open steps first.', {
      current: { checklist },
    });
  }
  return changeEvent(tx, {
    ...which,
    version: null,
    action: 'event.publish',
    changes: { status: 'LIVE', isComingSoon, isUnlisted },
  });
}

function requireDraft({ status }: StoredEvent): void {
  if (status === 'DRAFT') return;
  throw new Refusal(
    'wrong_state',
    status === 'LIVE'
      ? 'Somebody else has already published the event.'
      : 'The event is over or cancelled: duplicate it for a new date.',
  );
}

/**
 * A public event is a draft again, where nobody has ever had a ticket of it in the hand or in a cart. Decided under the locks of its ticket
 * types, which whoever holds tickets needs: a buyer comes before this and is seen, or after it and is told that nothing is on sale.
 */
export async function unpublishEvent(tx: Transaction, which: OfEvent): Promise<StoredEvent> {
  const event = await lockEvent(tx, which);
  if (event.status === 'DRAFT') throw new Refusal('wrong_state', 'The event is already a draft.');
  await lockSales(tx, which.eventId);
  if (event.status !== 'LIVE' || (await isOver(tx, which.eventId))) {
    throw new Refusal('wrong_state', 'The event is over or cancelled: duplicate it for a new date.');
  }
  if (await wasEverHeld(tx, which.eventId)) {
    throw new Refusal(
      'wrong_state',
      'The event must stay public, because tickets were ordered or put into a cart in the last days: stop sales, make it unlisted, or cancel it.',
    );
  }
  return changeEvent(tx, {
    ...which,
    version: null,
    action: 'event.unpublish',
    changes: { status: 'DRAFT' },
  });
}

/** Nobody gets tickets of the event into a cart before the transaction ends. */
export const lockSales = (tx: Transaction, eventId: string): Promise<unknown> =>
  tx.query('SELECT 1 FROM ticket_types WHERE event_id = $1 ORDER BY id FOR NO KEY UPDATE', [eventId]);

/** Whether anybody has ordered or held tickets, as far as it is kept: carts are forgotten a week after their end. */
export async function wasEverHeld(tx: Queryable, eventId: string): Promise<boolean> {
  const { rows } = await tx.query<{ was: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM orders WHERE event_id = $1) OR EXISTS (SELECT 1 FROM reservations WHERE event_id = $1) AS was`,
    [eventId],
  );
  return rows[0]?.was === true;
}

async function isOver(tx: Transaction, eventId: string): Promise<boolean> {
  const { rowCount } = await tx.query('SELECT 1 FROM events WHERE id = $1 AND closes_at <= now()', [eventId]);
  return rowCount !== 0;
}

/** Whether an event is announced only, and whether it is in lists: of a draft, for when it is published. */
export async function changeVisibility(
  tx: Transaction,
  { changes, ...which }: OfEvent & { changes: { isComingSoon?: boolean; isUnlisted?: boolean } },
): Promise<StoredEvent> {
  const { status } = await lockEvent(tx, which);
  if (status === 'ENDED' || status === 'CANCELLED') {
    throw new Refusal('wrong_state', 'The event is over or cancelled: its tickets are no longer on sale.');
  }
  return changeEvent(tx, { ...which, version: null, action: 'event.change_visibility', changes });
}

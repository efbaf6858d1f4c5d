import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import { lockEvent } from './event-fields.ts';
import { lockSales, wasEverHeld } from './publish-event.ts';

/** The tables that belong to an event alone, in the order in which they can go. The rest goes with the event itself. */
const PARTS = ['promo_codes', 'seats', 'ticket_types', 'webhook_subscriptions'];

/**
 * A draft goes for good, with all that was made for it, where it never was public and nothing was ordered. Its pictures stay on record, as the
 * host's, until nothing has shown them for a day: copies of the event may, and their files are to go with their rows.
 */
export async function deleteDraft(
  tx: Transaction,
  { hostId, eventId, actor }: { hostId: string; eventId: string; actor: Actor },
): Promise<void> {
  const event = await lockEvent(tx, { hostId, eventId });
  await lockSales(tx, eventId);
  if (event.status !== 'DRAFT' || event.firstPublicAt !== null || (await wasEverHeld(tx, eventId))) {
    throw new Refusal(
      'wrong_state',
      'You can’t delete an event that was public or has orders: make it unlisted, or cancel it.',
    );
  }
  for (const table of PARTS) await tx.query(`DELETE FROM ${table} WHERE event_id = $1`, [eventId]);
  await tx.query('DELETE FROM events WHERE id = $1', [eventId]);
  await recordChange(tx, {
    hostId,
    actor,
    action: 'event.delete',
    subject: { id: eventId, name: event.name },
    before: { name: event.name, slug: event.slug },
  });
}

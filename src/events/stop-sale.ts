import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/database.ts';
import { enqueueToOwners } from '../people/mails/enqueue-to-owners.ts';
import { Refusal } from '../refusal.ts';
import type { SaleStopMail } from '../people/mails/person-mail.ts';
import { lockSales } from './publish-event.ts';
import { noSuchEvent } from './slug.ts';

type StopSale = { slug: string; actor: Actor; reason: string | null };
type StoppedSale = { name: string; isNew: boolean };

type EventRow = {
  id: string;
  host_id: string;
  name: string;
  status: string;
  is_over: boolean;
  is_stopped: boolean;
};

/**
 * Stops the sale of one event at once, in every process, until the operator ends it: nothing is held or ordered, and its host can't start
 * it again. What was bought stays good, and payments under way settle.
 */
export async function stopSale(tx: Transaction, { slug, actor, reason }: StopSale): Promise<StoppedSale> {
  const event = await lockBySlug(tx, slug);
  if (event.is_stopped) return { name: event.name, isNew: false };
  if (event.status !== 'LIVE' || event.is_over)
    throw new Refusal('wrong_state', 'The event is a draft, over or cancelled: it sells nothing.');
  await lockSales(tx, event.id);
  await tx.query(
    `UPDATE events SET stopped_at = now(), paused_before_stop = is_coming_soon, is_coming_soon = true, version = version + 1
      WHERE id = $1`,
    [event.id],
  );
  await recordChange(tx, {
    hostId: event.host_id,
    actor,
    action: 'event.stop_sale',
    subject: { id: event.id, name: event.name },
    ...(reason !== null && { after: { reason } }),
  });
  await tellOwners(tx, event, { what: 'stopped', reason });
  return { name: event.name, isNew: true };
}

/** The sale goes on as it was: one that its host had paused stays paused. */
export async function resumeSale(
  tx: Transaction,
  { slug, actor }: { slug: string; actor: Actor },
): Promise<StoppedSale & { isPaused: boolean }> {
  const event = await lockBySlug(tx, slug);
  const { rows } = await tx.query<{ is_coming_soon: boolean }>(
    `UPDATE events SET stopped_at = NULL, is_coming_soon = paused_before_stop, paused_before_stop = false, version = version + 1
      WHERE id = $1 AND stopped_at IS NOT NULL RETURNING is_coming_soon`,
    [event.id],
  );
  const [resumed] = rows;
  if (!resumed) return { name: event.name, isNew: false, isPaused: false };
  const subject = { id: event.id, name: event.name };
  await recordChange(tx, { hostId: event.host_id, actor, action: 'event.resume_sale', subject });
  await tellOwners(tx, event, { what: 'resumed', reason: null });
  return { name: event.name, isNew: true, isPaused: resumed.is_coming_soon };
}

async function tellOwners(
  tx: Transaction,
  { id: eventId, host_id: hostId, name: eventName }: EventRow,
  news: Pick<SaleStopMail, 'what' | 'reason'>,
): Promise<void> {
  const { rows } = await tx.query<{ at: Date }>('SELECT now() AS at');
  const about = { ...news, hostId, eventId, eventName, at: rows[0]?.at.toISOString() ?? '' };
  await enqueueToOwners(tx, hostId, (personId) => ({ mail: 'sale_stop', personId, ...about }));
}

async function lockBySlug(tx: Transaction, slug: string): Promise<EventRow> {
  const { rows } = await tx.query<EventRow>(
    `SELECT id, host_id, name, status, closes_at <= now() AS is_over, stopped_at IS NOT NULL AS is_stopped
       FROM events WHERE slug = $1 FOR NO KEY UPDATE`,
    [slug],
  );
  const [event] = rows;
  if (!event) throw noSuchEvent(slug);
  return event;
}

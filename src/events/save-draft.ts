import type { Actor } from '../audit/actor.ts';
import type { Transaction } from '../db/database.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { momentAt, type WallTime } from '../values/wall-time.ts';
import { changeEvent } from './change-event.ts';
import { lockEvent, type EventFields, type StoredEvent } from './event-fields.ts';
import { makeSlug } from './make-slug.ts';
import { NOWHERE } from './online-place.ts';
import { takeSlug } from './take-slug.ts';

export type DraftChanges = {
  name?: string;
  kind?: 'general' | 'seat_map';
  categorySlug?: string;
  /** On the clock of the event's place. */
  startsAt?: WallTime;
  closesAt?: WallTime;
  doorsMinutes?: number | null;
  state?: string;
  lga?: string | null;
  venue?: string | null;
  street?: string | null;
  isOnline?: boolean;
};

/** Saves a new event so far. While the slug is the one made from the name, it follows the name. */
export async function saveDraft(
  tx: Transaction,
  input: { hostId: string; eventId: string; actor: Actor; version: number; changes: DraftChanges },
): Promise<StoredEvent> {
  const { hostId, eventId, actor, version, changes } = input;
  const now = await lockEvent(tx, { hostId, eventId });
  if (now.status !== 'DRAFT') {
    throw new Refusal('wrong_state', 'The event is no longer a draft: change it on its own pages.');
  }
  const next = await readChanges(tx, now, changes);
  const saved = await changeEvent(tx, {
    hostId,
    eventId,
    actor,
    version,
    action: 'event.change',
    changes: next,
  });
  if (changes.kind === undefined || changes.kind === now.kind) return saved;
  await changeKind(tx, eventId, changes.kind);
  return { ...saved, kind: changes.kind };
}

async function readChanges(
  tx: Transaction,
  now: StoredEvent,
  changes: DraftChanges,
): Promise<Partial<EventFields>> {
  const { name, categorySlug, startsAt, closesAt, doorsMinutes } = changes;
  const dates = {
    ...(startsAt !== undefined && { startsAt: momentAt(startsAt, now.timezone, now.startsAt) }),
    ...(closesAt !== undefined && { closesAt: momentAt(closesAt, now.timezone, now.closesAt) }),
  };
  const { startsAt: start, closesAt: end } = { ...now, ...dates };
  if (end <= start) throw invalidField('closesAt', 'must be after the start.');
  return {
    ...dates,
    ...(doorsMinutes !== undefined && { doorsMinutes }),
    ...(name !== undefined && { name: name.trim(), slug: await followName(tx, now, name.trim()) }),
    ...(categorySlug !== undefined && { categoryId: await findCategory(tx, categorySlug) }),
    ...readPlace(now, changes),
  };
}

function readPlace(
  now: StoredEvent,
  { state, lga, venue, street, isOnline = now.isOnline }: DraftChanges,
): Partial<EventFields> {
  if (isOnline) return { isOnline, ...NOWHERE };
  return {
    // It was hidden because it was online.
    ...(now.isOnline && { isOnline, hideLocation: false }),
    ...(state !== undefined && { state: state.trim() }),
    ...(lga !== undefined && { lga: lga?.trim() ?? '' }),
    ...(venue !== undefined && { venue: venue?.trim() || null }),
    ...(street !== undefined && { street: street?.trim() || null }),
  };
}

/** A slug that the host has chosen, or that buyers may have, stays. */
async function followName(tx: Transaction, now: StoredEvent, name: string): Promise<string> {
  const isMade = now.slug.replace(/-\d+$/, '') === makeSlug(now.name) || now.slug === makeSlug(now.name);
  if (now.firstPublicAt !== null || !isMade || makeSlug(name) === makeSlug(now.name)) return now.slug;
  return takeSlug(tx, name);
}

async function findCategory(tx: Transaction, slug: string): Promise<string> {
  const { rows } = await tx.query<{ id: string }>('SELECT id FROM categories WHERE slug = $1', [slug]);
  if (!rows[0]) throw invalidField('categorySlug', 'must be one of the categories of this service.');
  return rows[0].id;
}

/** Ticket types go along, without what they shared, and those of seats have as many as there are seats: at first none. Seats themselves would be left without a map. */
async function changeKind(tx: Transaction, eventId: string, kind: 'general' | 'seat_map'): Promise<void> {
  const { rowCount } = await tx.query('SELECT 1 FROM seats WHERE event_id = $1 LIMIT 1', [eventId]);
  if (rowCount) throw invalidField('kind', 'can’t change while the event has seats: delete them first.');
  await tx.query('UPDATE events SET kind = $2 WHERE id = $1', [eventId, kind]);
  await tx.query(
    'UPDATE ticket_types SET kind = $2, capacity = 0, pool_id = NULL, seats_of = NULL, own_limit = NULL, version = version + 1 WHERE event_id = $1',
    [eventId, kind === 'seat_map' ? 'SEATED' : 'GENERAL'],
  );
  await tx.query('DELETE FROM pools WHERE event_id = $1', [eventId]);
}

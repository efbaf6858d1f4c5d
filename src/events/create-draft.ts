import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/database.ts';
import { COUNTRIES, type Country } from '../money/countries.ts';
import type { Language } from '../values/language.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { createEvent } from './create-event.ts';
import { suggestedStartSql } from './suggested-date.ts';
import { takeSlug } from './take-slug.ts';

export type NewDraft = {
  hostId: string;
  actor: Actor;
  /** Chosen by the page: a second press asks for the same one. */
  eventId: string;
  name: string;
  kind: 'general' | 'seat_map';
  categorySlug: string;
  language: Language;
};

// A season of every evening, thrice over. More is a script that has run away.
const MAX_DRAFTS = 200;

/** Nothing was made: the event is there already, by an earlier press of the same button. */
export class EventMadeAlready extends Error {}

/**
 * An event that nobody but the host's members sees. All that it must have and nobody has said yet is suggested: a date four weeks
 * ahead, the time zone of the host's country.
 */
export async function createDraft(
  tx: Transaction,
  draft: NewDraft,
): Promise<{ eventId: string; slug: string }> {
  const { hostId, actor, eventId, name, kind, categorySlug, language } = draft;
  await requireNewId(tx, { hostId, eventId });
  const { country, ...dates } = await suggestDates(tx, hostId);
  const slug = await takeSlug(tx, name);
  await createEvent(tx, {
    eventId,
    hostId,
    slug,
    name,
    kind,
    categorySlug,
    language,
    description: '',
    previewDescription: '',
    status: 'DRAFT',
    isComingSoon: false,
    isUnlisted: false,
    ...dates,
    timezone: COUNTRIES[country].timezone,
    posterFile: null,
    posterAspectRatio: null,
    instagram: null,
    website: null,
    xAccount: null,
    country,
    state: '',
    lga: '',
    street: null,
    directions: null,
    lng: null,
    lat: null,
    hideLocation: false,
    hostMessage: null,
  });
  await recordChange(tx, {
    hostId,
    actor,
    action: 'event.create',
    subject: { id: eventId, name },
    after: { name, slug, kind },
  });
  return { eventId, slug };
}

/** An id for a new draft, where the host has room for one. Presses of one button come one after the other: the first makes the event. */
export async function requireNewId(
  tx: Transaction,
  { hostId, eventId }: { hostId: string; eventId: string },
): Promise<void> {
  // Ids lie by time (UUIDv7): one that does not was not made by our page.
  if (!/^.{14}7/.test(eventId)) throw invalidField('eventId', 'must be the value that came with the page.');
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('new_event'), hashtext($1))`, [eventId]);
  const { rows } = await tx.query<{ isOwn: boolean }>(
    'SELECT host_id = $2 AS "isOwn" FROM events WHERE id = $1',
    [eventId, hostId],
  );
  if (rows[0]?.isOwn) throw new EventMadeAlready();
  if (rows[0]) throw invalidField('eventId', 'must be the value that came with the page.');
  await requireRoom(tx, hostId);
}

/** Two that come at once may both be let in: a few more do no harm. */
async function requireRoom(tx: Transaction, hostId: string): Promise<void> {
  const { rowCount } = await tx.query(
    `SELECT 1 FROM events WHERE host_id = $1 AND status = 'DRAFT' LIMIT ${MAX_DRAFTS}`,
    [hostId],
  );
  if ((rowCount ?? 0) >= MAX_DRAFTS) {
    throw new Refusal(
      'validation_failed',
      `A host can have at most ${MAX_DRAFTS} drafts: publish or delete some first.`,
    );
  }
}

async function suggestDates(
  tx: Transaction,
  hostId: string,
): Promise<{ country: Country; startsAt: Date; closesAt: Date }> {
  // Locked: the country is the host's own until its first event is there, and the event's from then on.
  const { rows } = await tx.query<{ country: Country }>('SELECT country FROM hosts WHERE id = $1 FOR SHARE', [
    hostId,
  ]);
  const country = rows[0]?.country;
  if (!country) throw new Refusal('not_found', 'There is no such host.');
  const { rows: dates } = await tx.query<{ startsAt: Date; closesAt: Date }>(
    `SELECT suggested AS "startsAt", suggested + interval '4 hours' AS "closesAt"
       FROM (SELECT ${suggestedStartSql('now()', '$1::text')} AS suggested) AS found`,
    [COUNTRIES[country].timezone],
  );
  if (!dates[0]) throw new Error('a SELECT without FROM has a row');
  return { country, ...dates[0] };
}

import type { Transaction } from '../db/database.ts';
import { invalidField } from '../refusal.ts';
import { lockSlug } from './take-slug.ts';
import { isFreeWord, isSlug, MAX_SLUG_CHARACTERS } from './slug.ts';

/**
 * Before an event gets another slug, under its lock. The database says the same (functions/keep_first_public.sql and the constraints of
 * `events`), less kindly. Two that take one slug at the same moment wait for each other here, and the second is told.
 */
export async function requireFreeSlug(
  tx: Transaction,
  event: { eventId: string; firstPublicAt: Date | null },
  slug: string,
): Promise<void> {
  if (event.firstPublicAt !== null) {
    throw invalidField(
      'slug',
      'can no longer change, because the event was public and people may have links to it.',
    );
  }
  if (!isSlug(slug)) {
    throw invalidField(
      'slug',
      `must be at most ${MAX_SLUG_CHARACTERS} characters: small letters a to z, digits, and single hyphens between them.`,
    );
  }
  if (!isFreeWord(slug)) throw invalidField('slug', 'is reserved by this service: add another word.');
  await lockSlug(tx, slug);
  const { rowCount } = await tx.query('SELECT 1 FROM events WHERE slug = $1 AND id <> $2', [
    slug,
    event.eventId,
  ]);
  if (rowCount) throw invalidField('slug', 'belongs to another event: choose another.');
}

import { randomBytes } from 'node:crypto';
import type { Transaction } from '../db/database.ts';
import { makeSlug } from './make-slug.ts';
import { isFreeWord } from './slug.ts';

// A host that makes its weekly event anew a whole year long gets a number that tells something.
const MAX_NUMBER = 60;

/**
 * A slug for a new event of this name that nobody has, with a number behind it if need be. Who asks for the same one at the same moment
 * waits until this transaction ends, and gets the next.
 */
export async function takeSlug(tx: Transaction, name: string): Promise<string> {
  const base = makeSlug(name);
  await lockSlug(tx, base);
  const numbered = Array.from({ length: MAX_NUMBER - 1 }, (_, index) => `${base}-${index + 2}`);
  const candidates = isFreeWord(base) ? [base, ...numbered] : numbered;
  const { rows } = await tx.query<{ slug: string }>('SELECT slug FROM events WHERE slug = ANY($1)', [
    candidates,
  ]);
  const taken = new Set(rows.map(({ slug }) => slug));
  for (const slug of candidates) {
    if (!taken.has(slug) && (slug === base || (await isStillFree(tx, slug)))) return slug;
  }
  return `${base}-${randomBytes(4).toString('hex')}`;
}

/** For everybody who gives an event its slug: until the transaction ends, nobody else who asks takes it. */
export async function lockSlug(tx: Transaction, slug: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('slug'), hashtext($1))`, [slug]);
}

/** An event whose own name ends in the number may have come first: asked again under the lock. */
async function isStillFree(tx: Transaction, slug: string): Promise<boolean> {
  await lockSlug(tx, slug);
  const { rowCount } = await tx.query('SELECT 1 FROM events WHERE slug = $1', [slug]);
  return !rowCount;
}

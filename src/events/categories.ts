import { randomUUIDv7 } from 'node:crypto';
import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { isLine } from '../values/person-name.ts';
import { isSlug } from './slug.ts';

export type Category = { slug: string; name: string; eventCount: number };
type NamedCategory = { slug: string; name: string; actor: Actor };

// As in the database's check.
const MAX_NAME_CHARACTERS = 100;

/** By name, with how many events are in each, whoever hosts them. */
export async function listCategories(database: Queryable): Promise<Category[]> {
  const { rows } = await database.query<Category>(
    `SELECT c.slug, c.name, (SELECT count(*) FROM events AS e WHERE e.category_id = c.id) AS "eventCount"
       FROM categories AS c ORDER BY c.name, c.slug`,
  );
  return rows;
}

/** The slug stays for good: shops ask for a category by it. */
export async function addCategory(tx: Transaction, { slug, name, actor }: NamedCategory): Promise<void> {
  if (!isSlug(slug))
    throw invalidField('slug', 'must be small letters, digits and single hyphens, such as food-drink.');
  const { rowCount } = await tx.query(
    'INSERT INTO categories (id, slug, name) VALUES ($1, $2, $3) ON CONFLICT (slug) DO NOTHING',
    [randomUUIDv7(), slug, readName(name)],
  );
  if (rowCount === 0) throw invalidField('slug', `${slug} is already a category.`);
  await record(tx, { slug, actor, action: 'category.add', after: { name: readName(name) } });
}

/** Every process shows the new name at once, and search finds it. */
export async function renameCategory(tx: Transaction, { slug, name, actor }: NamedCategory): Promise<void> {
  const { rows } = await tx.query<{ before: string }>(
    `UPDATE categories AS c SET name = $2 FROM categories AS was WHERE c.slug = $1 AND was.id = c.id
     RETURNING was.name AS before`,
    [slug, readName(name)],
  );
  const [row] = rows;
  if (!row) throw noSuchCategory(slug);
  const after = { name: readName(name) };
  await record(tx, { slug, actor, action: 'category.rename', before: { name: row.before }, after });
}

/** Refused while an event is in it, a draft or one long past too: an event always has its category. */
export async function removeCategory(
  tx: Transaction,
  { slug, actor }: { slug: string; actor: Actor },
): Promise<void> {
  // Locked: an event that is being made with it comes before this and is counted, or after it and finds it gone.
  const { rows: found } = await tx.query<{ id: string; name: string }>(
    'SELECT id, name FROM categories WHERE slug = $1 FOR UPDATE',
    [slug],
  );
  const [category] = found;
  if (!category) throw noSuchCategory(slug);
  const { rows } = await tx.query<{ count: number }>('SELECT count(*) FROM events WHERE category_id = $1', [
    category.id,
  ]);
  const count = rows[0]?.count ?? 0;
  if (count > 0) {
    const events = count === 1 ? 'one event' : `${count} events`;
    throw new Refusal(
      'validation_failed',
      `The category ${slug} has ${events}: you can rename it, but not remove it.`,
    );
  }
  await tx.query('DELETE FROM categories WHERE id = $1', [category.id]);
  await record(tx, { slug, actor, action: 'category.remove', before: { name: category.name } });
}

type Line = Parameters<typeof recordChange>[1];

const record = (
  tx: Transaction,
  { slug, ...line }: { slug: string } & Pick<Line, 'actor' | 'action' | 'before' | 'after'>,
): Promise<void> => recordChange(tx, { ...line, hostId: null, subject: { id: slug, name: slug } });

function readName(typed: string): string {
  const name = typed.trim();
  if (isLine(name) && name.length <= MAX_NAME_CHARACTERS) return name;
  throw invalidField('name', `must be one line of 1 to ${MAX_NAME_CHARACTERS} characters.`);
}

const noSuchCategory = (slug: string): Refusal =>
  new Refusal('not_found', `There is no category ${JSON.stringify(slug.slice(0, 100))}.`);

import { randomUUIDv7 } from 'node:crypto';
import type { Transaction } from '../db/database.ts';

/** Adds the categories that are not there yet. */
export async function createCategories(
  tx: Transaction,
  categories: { slug: string; name: string }[],
): Promise<void> {
  for (const { slug, name } of categories) {
    await tx.query(
      'INSERT INTO categories (id, slug, name) VALUES ($1, $2, $3) ON CONFLICT (slug) DO NOTHING',
      [randomUUIDv7(), slug, name],
    );
  }
}

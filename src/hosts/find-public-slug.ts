import type { Queryable } from '../db/database.ts';

/** The last part of the address of a host's page; null while it has no page: not confirmed, or suspended. */
export async function findPublicSlug(database: Queryable, hostId: string): Promise<string | null> {
  const { rows } = await database.query<{ slug: string }>(
    `SELECT slug FROM hosts WHERE id = $1 AND confirmed_at IS NOT NULL AND suspended_at IS NULL`,
    [hostId],
  );
  return rows[0]?.slug ?? null;
}

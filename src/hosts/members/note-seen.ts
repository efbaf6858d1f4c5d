import type { Queryable } from '../../db/database.ts';

// Written down once in this time: pages that are looked at cost a read and no write.
const NOTE_EVERY_MINUTES = 5;

/** A member works in the host, now. The team's page says when it was last. */
export async function noteSeen(database: Queryable, memberId: string): Promise<void> {
  await database.query(
    `UPDATE members SET last_seen_at = now()
      WHERE id = $1 AND (last_seen_at IS NULL OR last_seen_at < now() - interval '${NOTE_EVERY_MINUTES} minutes')`,
    [memberId],
  );
}

import type { Queryable } from '../db/database.ts';

/** The poster's file of each of these events that has one, by the event's id. */
export async function findPosters(database: Queryable, eventIds: string[]): Promise<Map<string, string>> {
  const { rows } = await database.query<{ id: string; file: string }>(
    'SELECT id, poster_file AS file FROM events WHERE id = ANY ($1) AND poster_file IS NOT NULL',
    [eventIds],
  );
  return new Map(rows.map(({ id, file }) => [id, file]));
}

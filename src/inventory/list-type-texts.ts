import type { Queryable } from '../db/database.ts';

/** Lists the buyers' texts of an event's ticket types, in order. */
export async function listTypeTexts(
  database: Queryable,
  eventId: string,
): Promise<{ name: string; description: string }[]> {
  const { rows } = await database.query<{ name: string; description: string }>(
    'SELECT name, description FROM ticket_types WHERE event_id = $1 ORDER BY position, id',
    [eventId],
  );
  return rows;
}

import type { Queryable } from '../../db/database.ts';

// A checklist that can be searched holds this many. Older events stay chosen where they are, and "all events" has them.
const MAX_EVENTS = 1_000;

export type EventToChoose = { eventId: string; name: string; startsAt: Date; timezone: string };

/** A host's events that a member can be given, the newest first. */
export async function listEventsToChoose(database: Queryable, hostId: string): Promise<EventToChoose[]> {
  const { rows } = await database.query<EventToChoose>(
    `SELECT id AS "eventId", name, starts_at AS "startsAt", timezone FROM events
      WHERE host_id = $1 ORDER BY starts_at DESC, id DESC LIMIT ${MAX_EVENTS}`,
    [hostId],
  );
  return rows;
}

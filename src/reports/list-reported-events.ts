import type { Queryable } from '../db/database.ts';

export type ReportedEvent = { eventId: string; name: string; startsAt: Date; timezone: string };

// As many as somebody looks through in a list; of a host with more, older ones are reported on with the others.
const MAX_LISTED = 300;

/** The events that a report can be narrowed to, latest first, with the one that it is narrowed to. Drafts have sold nothing. */
export async function listReportedEvents(
  tx: Queryable,
  { hostId, eventIds, chosenId }: { hostId: string; eventIds: string[] | null; chosenId: string | null },
): Promise<ReportedEvent[]> {
  const { rows } = await tx.query<ReportedEvent>(
    `(SELECT id AS "eventId", name, starts_at AS "startsAt", timezone FROM events
       WHERE host_id = $1 AND ($2::uuid[] IS NULL OR id = ANY ($2)) AND status <> 'DRAFT'
       ORDER BY starts_at DESC, id DESC LIMIT ${MAX_LISTED})
      UNION
      SELECT id, name, starts_at, timezone FROM events
       WHERE id = $3 AND host_id = $1 AND ($2::uuid[] IS NULL OR id = ANY ($2))
      ORDER BY "startsAt" DESC, "eventId" DESC`,
    [hostId, eventIds, chosenId],
  );
  return rows;
}

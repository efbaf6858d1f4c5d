import type { Queryable } from '../db/database.ts';
import { hasWordsSql } from './choose-listed.ts';
import { toSearchQuery } from './search-query.ts';

export type FoundEvent = {
  eventId: string;
  name: string;
  status: 'DRAFT' | 'LIVE' | 'ENDED' | 'CANCELLED';
  startsAt: Date;
  timezone: string;
  place: string;
};

/** A host's own events by what buyers would search for, drafts and past ones too. Typos are forgiven as they are to buyers. */
export async function findHostEvents(
  database: Queryable,
  input: { hostId: string; eventIds: string[] | null; typed: string; limit: number },
): Promise<FoundEvent[]> {
  const query = await toSearchQuery(database, input.hostId, input.typed);
  if (query === null) return [];
  const { rows } = await database.query<FoundEvent>(
    `SELECT id AS "eventId", name, CASE WHEN status = 'LIVE' AND closes_at <= now() THEN 'ENDED' ELSE status END AS status,
            starts_at AS "startsAt", timezone, concat_ws(', ', nullif(lga, ''), nullif(state, '')) AS place
       FROM events
      WHERE ${hasWordsSql('$3')} AND ($2::uuid[] IS NULL OR id = ANY ($2))
      ORDER BY ts_rank(search, $3::tsquery) DESC, starts_at DESC, id LIMIT $4`,
    [input.hostId, input.eventIds, query, input.limit],
  );
  return rows;
}

/** Whether the host has yet to make its first event. */
export async function hasNoEvent(database: Queryable, hostId: string): Promise<boolean> {
  const { rowCount } = await database.query('SELECT 1 FROM events WHERE host_id = $1 LIMIT 1', [hostId]);
  return rowCount === 0;
}

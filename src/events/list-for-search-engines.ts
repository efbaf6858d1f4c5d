import type { Queryable } from '../db/database.ts';

// A sitemap may have 50,000 addresses.
const MAX_EVENTS = 20_000;

/** The events that are to be found by anybody, the next one first, and the hosts that have them on. By slug. */
export async function listForSearchEngines(
  database: Queryable,
): Promise<{ events: string[]; hosts: string[] }> {
  const { rows } = await database.query<{ event: string; host: string }>(
    `SELECT event.slug AS event, host.slug AS host
       FROM events AS event JOIN hosts AS host ON host.id = event.host_id
      WHERE event.status = 'LIVE' AND event.closes_at > now() AND NOT event.is_unlisted
        AND host.confirmed_at IS NOT NULL AND host.suspended_at IS NULL
      ORDER BY event.closes_at, event.id LIMIT $1`,
    [MAX_EVENTS],
  );
  return { events: rows.map(({ event }) => event), hosts: [...new Set(rows.map(({ host }) => host))] };
}

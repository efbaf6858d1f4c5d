import type { Queryable } from '../db/database.ts';
import type { Draw } from '../waiting-room/read-draw.ts';

const PAGE_SIZE = 5_000;
const MAX_SKIPS = 10_000;

/** The head of the drawn list of a ticket type; null before the draw, or where nothing is drawn. */
export async function readListDraw(database: Queryable, ticketTypeId: string): Promise<Draw | null> {
  const { rows } = await database.query<Draw>(
    `SELECT encode(l.seed, 'hex') AS seed, encode(l.seed_hash, 'hex') AS "seedHash",
            (SELECT count(*)::integer FROM waiting_list_entries AS e WHERE e.ticket_type_id = t.id AND e.rank IS NOT NULL) AS count
       FROM ticket_types AS t JOIN waiting_lists AS l ON l.event_id = t.event_id WHERE t.id = $1 AND l.drawn_at IS NOT NULL`,
    [ticketTypeId],
  );
  return rows[0] ?? null;
}

/** The entries in the order of their ranks, also of those who have left since; some thousands at a time. */
export async function* readListEntries(database: Queryable, ticketTypeId: string): AsyncGenerator<string[]> {
  let after = Buffer.alloc(0);
  for (;;) {
    const { rows } = await database.query<{ id: string; rank: Buffer }>(
      `SELECT id, rank FROM waiting_list_entries WHERE ticket_type_id = $1 AND rank > $2 ORDER BY rank LIMIT ${PAGE_SIZE}`,
      [ticketTypeId, after],
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ id }) => id);
    after = Buffer.from(last.rank);
  }
}

/** The entries that members have taken off the list, and when: a line each. */
export async function readSkips(database: Queryable, ticketTypeId: string): Promise<string> {
  const { rows } = await database.query<{ id: string; at: Date }>(
    `SELECT id, ended_at AS at FROM waiting_list_entries WHERE ticket_type_id = $1 AND state = 'skipped'
      ORDER BY ended_at, id LIMIT ${MAX_SKIPS}`,
    [ticketTypeId],
  );
  return rows.map(({ id, at }) => `${at.toISOString()} ${id}\n`).join('');
}

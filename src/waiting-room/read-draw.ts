import type { Queryable } from '../db/database.ts';

export type Draw = { seed: string; seedHash: string; count: number };

const PAGE_SIZE = 5_000;

/** The head of the drawn list; null before the draw, or without a room. */
export async function readDraw(database: Queryable, eventId: string): Promise<Draw | null> {
  const { rows } = await database.query<Draw>(
    `SELECT encode(seed, 'hex') AS seed, encode(seed_hash, 'hex') AS "seedHash", early_count AS count
       FROM waiting_rooms WHERE event_id = $1 AND drawn_at IS NOT NULL`,
    [eventId],
  );
  return rows[0] ?? null;
}

/** The entries in the order of their ranks, some thousands at a time. Those of the draw alone: who came later was not drawn. */
export async function* readDrawnEntries(database: Queryable, eventId: string): AsyncGenerator<string[]> {
  let after = Buffer.alloc(0);
  for (;;) {
    const { rows } = await database.query<{ id: string; key: Buffer }>(
      `SELECT id, line_key AS key FROM waiting_entries
        WHERE event_id = $1 AND line_key > $2 AND line_key < '\\x01'
          AND EXISTS (SELECT 1 FROM waiting_rooms WHERE event_id = $1 AND drawn_at IS NOT NULL)
        ORDER BY line_key LIMIT ${PAGE_SIZE}`,
      [eventId, after],
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ id }) => id);
    after = Buffer.from(last.key);
  }
}

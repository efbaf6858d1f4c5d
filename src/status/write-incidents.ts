import type { Queryable } from '../db/database.ts';
import type { Words } from './incident.ts';

/** Opens one, from a moment on: now, earlier, or later if it is planned. Resolves to its number. */
export async function openIncident(
  db: Queryable,
  { title, beganAt }: { title: Words; beganAt: Date | null },
): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    'INSERT INTO incidents (title_en, title_fr, began_at) VALUES ($1, $2, coalesce($3, now())) RETURNING id',
    [title.en, title.fr ?? null, beganAt],
  );
  return rows[0]?.id ?? 0;
}

/** Written now, or at the moment that it is about. False: there is no incident with this number. */
export async function addNote(
  db: Queryable,
  { id, text, writtenAt = null }: { id: number; text: Words; writtenAt?: Date | null },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `INSERT INTO incident_notes (incident_id, text_en, text_fr, written_at)
     SELECT id, $2, $3, coalesce($4, now()) FROM incidents WHERE id = $1`,
    [id, text.en, text.fr ?? null, writtenAt],
  );
  return rowCount === 1;
}

/** Ends it. An end can be corrected by another moment, and stays without one; before its beginning, or in the future, is none. */
export async function closeIncident(
  db: Queryable,
  { id, endedAt }: { id: number; endedAt: Date | null },
): Promise<'closed' | 'was_over' | 'not_there' | 'bad_end'> {
  const { rows } = await db.query<{ isGood: boolean; wasOver: boolean }>(
    `WITH asked AS (
       SELECT id, coalesce($2, ended_at, now())::timestamptz(3) AS ended_at, began_at, ended_at IS NOT NULL AS was_over FROM incidents WHERE id = $1 FOR UPDATE
     ), done AS (
       UPDATE incidents AS i SET ended_at = a.ended_at FROM asked AS a
        WHERE i.id = a.id AND a.ended_at BETWEEN a.began_at AND now() + interval '1 second'
     )
     SELECT ended_at BETWEEN began_at AND now() + interval '1 second' AS "isGood", was_over AS "wasOver" FROM asked`,
    [id, endedAt],
  );
  const [found] = rows;
  if (!found) return 'not_there';
  if (!found.isGood) return 'bad_end';
  return found.wasOver ? 'was_over' : 'closed';
}

/** With its notes, for one that was written by mistake. */
export async function deleteIncident(db: Queryable, id: number): Promise<boolean> {
  const { rowCount } = await db.query('DELETE FROM incidents WHERE id = $1', [id]);
  return rowCount === 1;
}

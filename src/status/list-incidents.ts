import type { Queryable } from '../db/database.ts';
import type { Incident } from './incident.ts';

type Row = {
  id: number;
  title_en: string;
  title_fr: string | null;
  began_at: Date;
  ended_at: Date | null;
  notes: { en: string; fr: string | null; at: string }[];
};

// So many fit a page that somebody reads on a phone.
const MAX_NOTES = 20;

/** The newest first: those that go on or ended within the last days. */
export async function listIncidents(
  db: Queryable,
  { limit, days }: { limit: number; days: number },
): Promise<Incident[]> {
  const { rows } = await db.query<Row>(
    `SELECT i.id, i.title_en, i.title_fr, i.began_at, i.ended_at,
            coalesce((SELECT json_agg(json_build_object('en', text_en, 'fr', text_fr, 'at', written_at) ORDER BY written_at, id)
                        FROM (SELECT * FROM incident_notes WHERE incident_id = i.id ORDER BY id DESC LIMIT ${MAX_NOTES}) AS n), '[]') AS notes
       FROM incidents AS i
      WHERE i.ended_at IS NULL OR i.ended_at > now() - make_interval(days => $2)
      ORDER BY i.began_at DESC, i.id DESC LIMIT $1`,
    [limit, days],
  );
  return rows.map((row) => ({
    id: row.id,
    title: { en: row.title_en, ...(row.title_fr !== null && { fr: row.title_fr }) },
    beganAt: row.began_at,
    endedAt: row.ended_at,
    notes: row.notes.map(({ en, fr, at }) => ({
      text: { en, ...(fr !== null && { fr }) },
      writtenAt: new Date(at),
    })),
  }));
}

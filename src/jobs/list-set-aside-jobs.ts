import type { Queryable } from '../db/database.ts';

/** Without the payload, which may hold personal data: the ids in it, by their names. */
export type SetAsideJob = {
  id: string;
  kind: string;
  attempts: number;
  lastError: string;
  createdAt: Date;
  setAsideAt: Date;
  ids: Record<string, string>;
};

const COLUMNS = `id, kind, attempts, last_error AS "lastError", created_at AS "createdAt", set_aside_at AS "setAsideAt",
  (SELECT coalesce(jsonb_object_agg(key, value), '{}')
     FROM jsonb_each_text(CASE jsonb_typeof(payload) WHEN 'object' THEN payload ELSE '{}' END)
    WHERE value ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$') AS ids`;

/** The jobs that were given up, the latest first. */
export async function listSetAsideJobs(db: Queryable, options: { limit: number }): Promise<SetAsideJob[]> {
  const { rows } = await db.query<SetAsideJob>(
    `SELECT ${COLUMNS} FROM jobs WHERE set_aside_at IS NOT NULL ORDER BY set_aside_at DESC, id DESC LIMIT $1`,
    [options.limit],
  );
  return rows;
}

export async function findSetAsideJob(db: Queryable, id: string): Promise<SetAsideJob | null> {
  const { rows } = await db.query<SetAsideJob>(
    `SELECT ${COLUMNS} FROM jobs WHERE set_aside_at IS NOT NULL AND id::text = lower($1)`,
    [id],
  );
  return rows[0] ?? null;
}

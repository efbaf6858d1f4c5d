import type { Queryable } from '../db/database.ts';

export async function findPersonByEmail(
  database: Queryable,
  email: string,
): Promise<{ personId: string } | null> {
  const { rows } = await database.query<{ personId: string }>(
    'SELECT id AS "personId" FROM people WHERE lower(email) = lower($1)',
    [email],
  );
  return rows[0] ?? null;
}

import type { Queryable } from '../../db/database.ts';
import type { Country } from '../../money/countries.ts';

type Owner = { email: string; name: string; hostName: string; country: Country };

/** Null: the person is an owner of this host no more. */
export async function findOwner(
  database: Queryable,
  { personId, hostId }: { personId: string; hostId: string },
): Promise<Owner | null> {
  const { rows } = await database.query<Owner>(
    `SELECT p.email, p.name, h.name AS "hostName", h.country
       FROM people AS p JOIN members AS m ON m.person_id = p.id AND m.role = 'owner' JOIN hosts AS h ON h.id = m.host_id
      WHERE p.id = $1 AND h.id = $2`,
    [personId, hostId],
  );
  return rows[0] ?? null;
}

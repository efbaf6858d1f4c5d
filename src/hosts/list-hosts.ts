import type { Queryable } from '../db/database.ts';
import type { Country } from '../money/countries.ts';

export type ListedHost = {
  hostId: string;
  name: string;
  country: Country;
  /** E-mails, the first owner first. */
  owners: string[];
  memberCount: number;
  eventCount: number;
  createdAt: Date;
  /** When the first owner's e-mail was confirmed. */
  confirmedAt: Date | null;
  suspendedAt: Date | null;
};

/** Every host of the platform, by name. */
export async function listHosts(database: Queryable): Promise<ListedHost[]> {
  const { rows } = await database.query<ListedHost>(
    `SELECT h.id AS "hostId", h.name, h.country,
            ARRAY(SELECT p.email FROM members AS m JOIN people AS p ON p.id = m.person_id
                   WHERE m.host_id = h.id AND m.role = 'owner' ORDER BY m.created_at, m.id) AS owners,
            (SELECT count(*) FROM members AS m WHERE m.host_id = h.id) AS "memberCount",
            (SELECT count(*) FROM events AS e WHERE e.host_id = h.id) AS "eventCount",
            h.created_at AS "createdAt", h.confirmed_at AS "confirmedAt", h.suspended_at AS "suspendedAt"
       FROM hosts AS h ORDER BY lower(h.name), h.id`,
  );
  return rows;
}

/** The other hosts of the owners of a host, and of whoever made it, by name. */
export async function listSharedHosts(
  database: Queryable,
  hostId: string,
): Promise<{ hostId: string; name: string }[]> {
  const { rows } = await database.query<{ hostId: string; name: string }>(
    `WITH people AS (SELECT person_id FROM members WHERE host_id = $1 AND role = 'owner'
                     UNION SELECT made_by FROM hosts WHERE id = $1 AND made_by IS NOT NULL)
     SELECT h.id AS "hostId", h.name FROM hosts AS h
      WHERE h.id <> $1 AND (h.made_by IN (SELECT person_id FROM people)
         OR EXISTS (SELECT 1 FROM members AS m JOIN people USING (person_id) WHERE m.host_id = h.id AND m.role = 'owner'))
      ORDER BY lower(h.name), h.id`,
    [hostId],
  );
  return rows;
}

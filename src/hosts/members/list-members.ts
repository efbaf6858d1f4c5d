import type { Queryable } from '../../db/database.ts';
import { ROLES, type Role } from '../../powers.ts';
import { HAS_FACTOR_SQL } from '../../people/factors/has-factor-sql.ts';

export type TeamMember = {
  memberId: string;
  personId: string;
  name: string;
  email: string;
  role: Role;
  /** Null: all of the host's. */
  eventIds: string[] | null;
  /** Has set up a second factor. */
  hasFactor: boolean;
  /** In this host. */
  lastSeenAt: Date | null;
  since: Date;
  version: number;
};

/** Owners first, then by name. */
export async function listMembers(database: Queryable, hostId: string): Promise<TeamMember[]> {
  const { rows } = await database.query<TeamMember>(
    `SELECT m.id AS "memberId", p.id AS "personId", p.name, p.email, m.role,
            CASE WHEN NOT m.has_all_events
                 THEN ARRAY(SELECT event_id FROM member_events WHERE member_id = m.id ORDER BY event_id) END AS "eventIds",
            ${HAS_FACTOR_SQL} AS "hasFactor",
            m.last_seen_at AS "lastSeenAt", m.created_at AS since, m.version
       FROM members AS m JOIN people AS p ON p.id = m.person_id
      WHERE m.host_id = $1
      ORDER BY array_position($2::text[], m.role), lower(p.name), lower(p.email)`,
    [hostId, ROLES],
  );
  return rows;
}

import type { Queryable } from '../../db/database.ts';
import type { Country } from '../../money/countries.ts';
import type { Role, VisitorRole } from '../../powers.ts';

/** A person in one host: a member, or a supporter while their visit lasts (hosts/support/find-visitors.ts). */
export type Member = {
  /** Null: a supporter. */
  memberId: string | null;
  personId: string;
  hostId: string;
  hostName: string;
  country: Country;
  role: VisitorRole;
  /** The events that the member may see; null: all of the host's. */
  eventIds: string[] | null;
  isHostConfirmed: boolean;
  isHostSuspended: boolean;
  /** Null: a member. */
  visit: { visitId: string; endsAt: Date } | null;
};

/** Null where the person is no member of that host, which may not exist. */
export async function findMember(
  database: Queryable,
  { hostId, personId }: { hostId: string; personId: string },
): Promise<Member | null> {
  const [member] = await findMembers(database, { hostId, personIds: [personId] });
  return member ?? null;
}

/** Those of the people who are members of the host. */
export async function findMembers(
  database: Queryable,
  { hostId, personIds }: { hostId: string; personIds: string[] },
): Promise<Member[]> {
  const { rows } = await database.query<Member>(
    `SELECT m.id AS "memberId", m.person_id AS "personId", h.id AS "hostId", h.name AS "hostName", h.country, m.role,
            CASE WHEN NOT m.has_all_events
                 THEN ARRAY(SELECT event_id FROM member_events WHERE member_id = m.id ORDER BY event_id) END AS "eventIds",
            h.confirmed_at IS NOT NULL AS "isHostConfirmed", h.suspended_at IS NOT NULL AS "isHostSuspended",
            NULL AS visit
       FROM members AS m JOIN hosts AS h ON h.id = m.host_id
      WHERE m.host_id = $1 AND m.person_id = ANY ($2)`,
    [hostId, personIds],
  );
  return rows;
}

/** The hosts that a person is a member of, by name; those that are suspended come last. */
export async function listHostsOf(
  database: Queryable,
  personId: string,
): Promise<{ hostId: string; name: string; role: Role }[]> {
  const { rows } = await database.query<{ hostId: string; name: string; role: Role }>(
    `SELECT h.id AS "hostId", h.name, m.role FROM members AS m JOIN hosts AS h ON h.id = m.host_id
      WHERE m.person_id = $1 ORDER BY h.suspended_at IS NOT NULL, lower(h.name), h.id`,
    [personId],
  );
  return rows;
}

/** The host that a person comes back to: where they worked last. Null where they are a member of none. */
export async function findHostToEnter(database: Queryable, personId: string): Promise<string | null> {
  const { rows } = await database.query<{ hostId: string }>(
    `SELECT h.id AS "hostId" FROM members AS m JOIN hosts AS h ON h.id = m.host_id
      WHERE m.person_id = $1
      ORDER BY h.suspended_at IS NOT NULL, m.last_seen_at DESC NULLS LAST, lower(h.name), h.id LIMIT 1`,
    [personId],
  );
  return rows[0]?.hostId ?? null;
}

import type { Queryable } from '../../db/database.ts';
import type { VisitorRole } from '../../powers.ts';
import { findMembers, type Member } from '../members/find-member.ts';
import { OPEN_VISIT } from './open-visit.ts';

type Visiting = Omit<Member, 'visit'> & { visitId: string; endsAt: Date };

/** Those of the people who may enter the host's dashboard: its members, and support while it is let in. A member is no supporter. */
export async function findVisitors(
  database: Queryable,
  { hostId, personIds }: { hostId: string; personIds: string[] },
): Promise<Member[]> {
  const members = await findMembers(database, { hostId, personIds });
  const others = personIds.filter((id) => !members.some(({ personId }) => personId === id));
  if (others.length === 0) return members;
  const { rows } = await database.query<Visiting>(
    `SELECT NULL AS "memberId", v.person_id AS "personId", h.id AS "hostId", h.name AS "hostName", h.country,
            'support' AS role, NULL AS "eventIds", h.confirmed_at IS NOT NULL AS "isHostConfirmed",
            h.suspended_at IS NOT NULL AS "isHostSuspended", v.id AS "visitId", v.ends_at AS "endsAt"
       FROM support_visits AS v JOIN hosts AS h ON h.id = v.host_id
      WHERE v.host_id = $1 AND v.person_id = ANY ($2) AND ${OPEN_VISIT}`,
    [hostId, others],
  );
  return [
    ...members,
    ...rows.map(({ visitId, endsAt, ...visitor }) => ({ ...visitor, visit: { visitId, endsAt } })),
  ];
}

export async function findVisitor(
  database: Queryable,
  { hostId, personId }: { hostId: string; personId: string },
): Promise<Member | null> {
  const [visitor] = await findVisitors(database, { hostId, personIds: [personId] });
  return visitor ?? null;
}

/** The hosts that a person can enter, by name: as a member, or as support. Those that are suspended come last. */
export async function listHostsToEnter(
  database: Queryable,
  personId: string,
): Promise<{ hostId: string; name: string; role: VisitorRole }[]> {
  const { rows } = await database.query<{ hostId: string; name: string; role: VisitorRole }>(
    `SELECT h.id AS "hostId", h.name, entered.role
       FROM (SELECT host_id, role FROM members WHERE person_id = $1
              UNION ALL SELECT v.host_id, 'support' FROM support_visits AS v
                         WHERE v.person_id = $1 AND ${OPEN_VISIT}
                           AND NOT EXISTS (SELECT 1 FROM members AS m WHERE m.host_id = v.host_id AND m.person_id = $1)) AS entered
       JOIN hosts AS h ON h.id = entered.host_id
      ORDER BY h.suspended_at IS NOT NULL, lower(h.name), h.id`,
    [personId],
  );
  return rows;
}

import type { Queryable } from '../../db/database.ts';
import type { Role } from '../../powers.ts';
import { Refusal } from '../../refusal.ts';

type Found = {
  personId: string;
  email: string;
  role: Role;
  eventIds: string[] | null;
  version: number;
};

/** A member of the host by its id, for somebody who manages the team. */
export async function findTeamMember(
  database: Queryable,
  { hostId, memberId }: { hostId: string; memberId: string },
): Promise<Found> {
  const { rows } = await database.query<Found>(
    `SELECT p.id AS "personId", p.email, m.role, m.version,
            CASE WHEN NOT m.has_all_events
                 THEN ARRAY(SELECT event_id FROM member_events WHERE member_id = m.id) END AS "eventIds"
       FROM members AS m JOIN people AS p ON p.id = m.person_id
      WHERE m.id = $1 AND m.host_id = $2`,
    [memberId, hostId],
  );
  const [member] = rows;
  if (!member) throw new Refusal('not_found', 'There is no such member of this host.');
  return member;
}

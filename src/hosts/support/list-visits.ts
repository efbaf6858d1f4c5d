import type { Queryable } from '../../db/database.ts';
import { OPEN_ASK, OPEN_VISIT } from './open-visit.ts';

export type ListedVisit = {
  visitId: string;
  hostId: string;
  hostName: string;
  /** The supporter. */
  email: string;
  name: string;
  reason: string;
  state: 'asked' | 'under_way' | 'over';
  askedAt: Date;
  allowedAt: Date | null;
  /** As people call them; null where nobody allowed it, or the account is gone. */
  allowedBy: string | null;
  /** The ask lapses then, or the visit ends. */
  endsAt: Date;
  endedAt: Date | null;
  endedHow: 'refused' | 'owner' | 'support' | 'operator' | 'time' | null;
  endedBy: string | null;
};

const NAME = (p: string): string => `coalesce(nullif(${p}.name, ''), ${p}.email)`;

/** Asks and visits, the newest first: of one host, or of all. With `isOpen`, those that wait for an answer or are under way. */
export async function listVisits(
  database: Queryable,
  { hostId, isOpen = false, limit }: { hostId: string | null; isOpen?: boolean; limit: number },
): Promise<ListedVisit[]> {
  const { rows } = await database.query<ListedVisit>(
    `SELECT v.id AS "visitId", v.host_id AS "hostId", h.name AS "hostName", p.email, p.name, v.reason,
            CASE WHEN ${OPEN_VISIT} THEN 'under_way' WHEN ${OPEN_ASK} THEN 'asked' ELSE 'over' END AS state,
            v.asked_at AS "askedAt", v.allowed_at AS "allowedAt", ${NAME('a')} AS "allowedBy", v.ends_at AS "endsAt",
            CASE WHEN v.ends_at <= now() THEN coalesce(v.ended_at, v.ends_at) ELSE v.ended_at END AS "endedAt",
            CASE WHEN v.ends_at <= now() THEN coalesce(v.ended_how, 'time') ELSE v.ended_how END AS "endedHow",
            ${NAME('e')} AS "endedBy"
       FROM support_visits AS v JOIN hosts AS h ON h.id = v.host_id JOIN people AS p ON p.id = v.person_id
       LEFT JOIN people AS a ON a.id = v.allowed_by LEFT JOIN people AS e ON e.id = v.ended_by
      WHERE ($1::uuid IS NULL OR v.host_id = $1) AND (NOT $2 OR (v.ended_at IS NULL AND v.ends_at > now()))
      ORDER BY v.asked_at DESC, v.id DESC LIMIT $3`,
    [hostId, isOpen, limit],
  );
  return rows;
}

import { firstIdAt } from '../db/first-id-at.ts';
import type { Queryable } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import { isUuid } from '../values/is-uuid.ts';
import type { Actor } from './actor.ts';
import { ACCESS_ACTIONS, CHANGE_KINDS, type ChangeKind } from './change-kinds.ts';

export type ChangeFilters = {
  personId: string | null;
  kind: ChangeKind | null;
  subjectId: string | null;
  /** The first and the last day, as `2026-11-15`, in the zone. */
  from: string | null;
  to: string | null;
  timezone: string;
};

export type ListedChange = {
  lineId: string;
  at: Date;
  action: string;
  actorKind: Actor['kind'];
  personId: string | null;
  /** As they are called now; null where nobody acted who has an account, or the account is gone. */
  personName: string | null;
  /** Of members and supporters only: where somebody who has left is reached now is none of the host's business. */
  personEmail: string | null;
  subjectId: string | null;
  subjectName: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  address: string | null;
};

// Ids are made by the processes' clocks, times by the database's. They differ by far less.
const CLOCK_MARGIN = `interval '1 hour'`;

const LINE = `id, at, action, actor_kind, person_id, subject_id, subject_name, before, after, host(client_address) AS address`;
const FROM = '($4::date::timestamp AT TIME ZONE $10)';
const UNTIL = '(($5::date + 1)::timestamp AT TIME ZONE $10)';
// $2 page size, $3 cursor, $4 and $5 first and last day, $6 things of the kind, $7 subject, $8 person, $10 zone.
const WANTED = `($3::uuid IS NULL OR id < $3)
     AND ($4::date IS NULL OR (at >= ${FROM} AND id >= ${firstIdAt(`(${FROM} - ${CLOCK_MARGIN})`)}))
     AND ($5::date IS NULL OR (at < ${UNTIL} AND id < ${firstIdAt(`(${UNTIL} + ${CLOCK_MARGIN})`)}))
     AND ($6::text[] IS NULL OR split_part(action, '.', 1) = ANY ($6))
     AND ($7::text IS NULL OR subject_id = $7)`;
const NEWEST = 'ORDER BY id DESC LIMIT $2';
// Of a line `l` and its member `m`.
const IS_KNOWN = `(m.id IS NOT NULL OR l.action IN ('support.look', 'support.leave'))`;

// Each part is a page at most, found by an index, newest first: what the host's members and others did to it; how its members
// got in since they are members; who tried in vain to get in as one of them.
const LINES = `
  (SELECT ${LINE} FROM audit_log WHERE host_id = $1 AND ($8::uuid IS NULL OR person_id = $8) AND ${WANTED} ${NEWEST})
  UNION ALL
  (SELECT own.* FROM members AS m CROSS JOIN LATERAL (
     SELECT ${LINE} FROM audit_log
      WHERE person_id = m.person_id AND host_id IS NULL AND action = ANY ($9) AND at >= m.created_at AND ${WANTED} ${NEWEST}
   ) AS own WHERE m.host_id = $1 AND ($8::uuid IS NULL OR m.person_id = $8))
  UNION ALL
  (SELECT tried.* FROM members AS m CROSS JOIN LATERAL (
     SELECT ${LINE} FROM audit_log
      WHERE subject_id = m.person_id::text AND person_id IS NULL AND host_id IS NULL AND action = ANY ($9)
        AND at >= m.created_at AND ${WANTED} ${NEWEST}
   ) AS tried WHERE m.host_id = $1 AND ($8::uuid IS NULL OR m.person_id = $8))`;

/** Lists the changes in a host, newest first, page by page. */
export async function listChanges(
  database: Queryable,
  input: { hostId: string; limit: number; cursor: string | null } & ChangeFilters,
): Promise<{ lines: ListedChange[]; nextCursor: string | null }> {
  const { hostId, limit, cursor, kind } = input;
  if (cursor !== null && !isUuid(cursor)) {
    throw new Refusal('invalid_cursor', 'cursor does not belong to this list: start from the beginning.');
  }
  const { rows } = await database.query<ListedChange>(
    `SELECT l.id AS "lineId", l.at, l.action, l.actor_kind AS "actorKind", l.person_id AS "personId",
            coalesce(nullif(p.name, ''), CASE WHEN ${IS_KNOWN} THEN p.email END) AS "personName",
            CASE WHEN ${IS_KNOWN} THEN p.email END AS "personEmail",
            l.subject_id AS "subjectId", l.subject_name AS "subjectName", l.before, l.after, l.address
       FROM (SELECT * FROM (${LINES}) AS lines ${NEWEST}) AS l
       LEFT JOIN people AS p ON p.id = l.person_id
       LEFT JOIN members AS m ON m.host_id = $1 AND m.person_id = l.person_id
      ORDER BY l.id DESC`,
    [
      hostId,
      limit + 1,
      cursor,
      input.from,
      input.to,
      kind && CHANGE_KINDS[kind],
      input.subjectId,
      input.personId,
      ACCESS_ACTIONS,
      input.timezone,
    ],
  );
  const lines = rows.slice(0, limit);
  return { lines, nextCursor: rows.length > limit ? (lines.at(-1)?.lineId ?? null) : null };
}

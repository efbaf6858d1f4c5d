import type { Queryable } from '../../db/database.ts';
import { OPEN_SESSION } from './sessions.ts';

export type ListedSession = {
  sessionId: string;
  startedAt: Date;
  lastUsedAt: Date;
  address: string | null;
  userAgent: string;
};

/** The person's sessions that still open something, the one that was used last first. */
export async function listSessions(database: Queryable, personId: string): Promise<ListedSession[]> {
  const { rows } = await database.query<ListedSession>(
    `SELECT id AS "sessionId", created_at AS "startedAt", last_used_at AS "lastUsedAt",
            host(client_address) AS address, user_agent AS "userAgent"
       FROM sessions AS s WHERE person_id = $1 AND ${OPEN_SESSION} ORDER BY last_used_at DESC, id`,
    [personId],
  );
  return rows;
}

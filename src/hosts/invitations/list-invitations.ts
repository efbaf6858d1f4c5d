import type { Queryable } from '../../db/database.ts';
import type { Role } from '../../powers.ts';

export type OpenInvitation = {
  invitationId: string;
  email: string;
  role: Role;
  /** Null: all of the host's. */
  eventIds: string[] | null;
  /** The sender, while they have an account. */
  invitedBy: string | null;
  createdAt: Date;
  expiresAt: Date;
  /** Nobody has accepted it in time: it can be sent again. */
  isExpired: boolean;
};

// More than are ever open: a host has a limit.
const MAX_LISTED = 200;

/** Those that nobody has accepted or withdrawn, the newest first. */
export async function listInvitations(database: Queryable, hostId: string): Promise<OpenInvitation[]> {
  const { rows } = await database.query<OpenInvitation>(
    `SELECT i.id AS "invitationId", i.email, i.role,
            CASE WHEN NOT i.has_all_events THEN i.event_ids END AS "eventIds",
            coalesce(nullif(p.name, ''), p.email) AS "invitedBy",
            i.created_at AS "createdAt", i.expires_at AS "expiresAt", i.expires_at <= now() AS "isExpired"
       FROM invitations AS i LEFT JOIN people AS p ON p.id = i.invited_by
      WHERE i.host_id = $1 AND i.accepted_at IS NULL AND i.withdrawn_at IS NULL
      ORDER BY i.created_at DESC, i.id DESC LIMIT ${MAX_LISTED}`,
    [hostId],
  );
  return rows;
}

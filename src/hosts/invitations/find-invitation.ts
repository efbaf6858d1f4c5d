import type { Queryable } from '../../db/database.ts';
import { findPersonByEmail } from '../../people/find-person.ts';
import { hashToken, isToken } from '../../people/sessions/session-token.ts';
import type { Role } from '../../powers.ts';

export type FoundInvitation = {
  invitationId: string;
  hostId: string;
  hostName: string;
  email: string;
  role: Role;
  /** Whether somebody has an account with this address. Only the holder of the link learns it, whose address it is. */
  isKnown: boolean;
};

/** Finds the invitation of a link. Null: unknown, used, withdrawn or expired, and nobody learns which. */
export async function findInvitation(database: Queryable, token: string): Promise<FoundInvitation | null> {
  if (!isToken(token)) return null;
  const { rows } = await database.query<Omit<FoundInvitation, 'isKnown'>>(
    `SELECT i.id AS "invitationId", i.host_id AS "hostId", h.name AS "hostName", i.email, i.role
       FROM invitations AS i JOIN hosts AS h ON h.id = i.host_id
      WHERE i.token_sha256 = $1 AND i.accepted_at IS NULL AND i.withdrawn_at IS NULL AND i.expires_at > now()
        AND h.suspended_at IS NULL`,
    [hashToken(token)],
  );
  const [found] = rows;
  return found ? { ...found, isKnown: (await findPersonByEmail(database, found.email)) !== null } : null;
}

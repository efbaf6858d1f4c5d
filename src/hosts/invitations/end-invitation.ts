import type { Transaction } from '../../db/database.ts';
import type { Role } from '../../powers.ts';
import { Refusal } from '../../refusal.ts';

type Ended = { email: string; role: Role; eventIds: string[] | null };

/** Its link is dead from now on. Under the lock of the team; answers what it was, with the events that still exist. */
export async function endInvitation(
  tx: Transaction,
  { hostId, invitationId }: { hostId: string; invitationId: string },
): Promise<Ended> {
  const { rows } = await tx.query<Ended>(
    `UPDATE invitations SET withdrawn_at = now()
      WHERE id = $1 AND host_id = $2 AND accepted_at IS NULL AND withdrawn_at IS NULL
      RETURNING email, role,
                CASE WHEN NOT has_all_events
                     THEN ARRAY(SELECT id FROM events WHERE id = ANY (event_ids) AND host_id = $2) END AS "eventIds"`,
    [invitationId, hostId],
  );
  const [ended] = rows;
  if (!ended) throw new Refusal('not_found', 'There is no such open invitation.');
  return ended;
}

import type { Transaction } from '../../db/database.ts';
import { endSessions } from '../../people/sessions.ts';

/**
 * Powers change at once: the person's sessions end, so that nothing goes on with the old ones. Who is no owner any more
 * leaves no open invitation behind by which somebody of their choice could come in later.
 */
export async function takeAwayPowers(
  tx: Transaction,
  { hostId, personId, isOwnerStill }: { hostId: string; personId: string; isOwnerStill: boolean },
): Promise<void> {
  await endSessions(tx, { personId });
  if (isOwnerStill) return;
  await tx.query(
    `UPDATE invitations SET withdrawn_at = now()
      WHERE host_id = $1 AND invited_by = $2 AND accepted_at IS NULL AND withdrawn_at IS NULL`,
    [hostId, personId],
  );
}

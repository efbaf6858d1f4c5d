import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import type { Role } from '../../powers.ts';

type Input = {
  hostId: string;
  actor: Actor;
  personId: string;
  /** Null: a member no more. */
  role: Role | null;
};

/**
 * Members who are owners no more leave no open invitation behind by which somebody of their choice could come in later. Their sessions stay:
 * every request reads anew what they may do, and they may work for other hosts.
 */
export async function takeAwayPowers(
  tx: Transaction,
  { hostId, actor, personId, role }: Input,
): Promise<void> {
  if (role === 'owner') return;
  const { rows } = await tx.query<{ id: string; email: string; role: Role }>(
    `UPDATE invitations SET withdrawn_at = now()
      WHERE host_id = $1 AND invited_by = $2 AND accepted_at IS NULL AND withdrawn_at IS NULL
      RETURNING id, email, role`,
    [hostId, personId],
  );
  for (const invitation of rows) {
    await recordChange(tx, {
      hostId,
      actor,
      action: 'invitation.withdraw',
      subject: { id: invitation.id, name: invitation.email },
      before: { role: invitation.role },
    });
  }
}

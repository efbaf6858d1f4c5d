import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import { endSessions } from '../../people/sessions.ts';
import type { Role } from '../../powers.ts';

type Input = {
  hostId: string;
  actor: Actor;
  personId: string;
  /** Null: a member no more. */
  role: Role | null;
};

/**
 * Powers change at once: the person's sessions end, so that nothing goes on with the old ones. Who is no owner any more
 * leaves no open invitation behind by which somebody of their choice could come in later.
 */
export async function takeAwayPowers(
  tx: Transaction,
  { hostId, actor, personId, role }: Input,
): Promise<void> {
  await endSessions(tx, { personId });
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

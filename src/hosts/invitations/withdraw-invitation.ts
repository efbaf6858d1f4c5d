import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import { lockTeam, requireTeamPower } from '../members/lock-team.ts';
import { endInvitation } from './end-invitation.ts';

export async function withdrawInvitation(
  tx: Transaction,
  { hostId, actor, invitationId }: { hostId: string; actor: Actor; invitationId: string },
): Promise<void> {
  await lockTeam(tx, hostId);
  await requireTeamPower(tx, { hostId, actor });
  const { email, role } = await endInvitation(tx, { hostId, invitationId });
  await recordChange(tx, {
    hostId,
    actor,
    action: 'invitation.withdraw',
    subject: { id: invitationId, name: email },
    before: { role },
  });
}

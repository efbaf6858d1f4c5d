import type { Actor } from '../../audit/actor.ts';
import type { Transaction } from '../../db/database.ts';
import { lockTeam, requireTeamPower } from '../members/lock-team.ts';
import { endInvitation } from './end-invitation.ts';
import { writeInvitation } from './write-invitation.ts';

/** The same invitation, with a new link and all its days again; the old link is dead at once. */
export async function sendInvitationAgain(
  tx: Transaction,
  { hostId, actor, invitationId }: { hostId: string; actor: Actor; invitationId: string },
): Promise<{ invitationId: string }> {
  await lockTeam(tx, hostId);
  await requireTeamPower(tx, { hostId, actor });
  const ended = await endInvitation(tx, { hostId, invitationId });
  return writeInvitation(tx, { hostId, actor, ...ended, action: 'invitation.send_again' });
}

import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import { enqueueOwnerNotice } from '../../people/mails/enqueue-owner-notice.ts';
import { endVisitOf } from '../support/end-visit.ts';
import { findTeamMember } from './find-team-member.ts';
import { lockTeam, requireAnOwner, requireTeamPower } from './lock-team.ts';
import { nameChosenEvents } from './member-events.ts';
import { takeAwayPowers } from './take-away-powers.ts';

/** The person stays, with their other hosts. Everybody may leave; to remove somebody else takes the power. */
export async function removeMember(
  tx: Transaction,
  { hostId, actor, memberId }: { hostId: string; actor: Actor; memberId: string },
): Promise<void> {
  await lockTeam(tx, hostId);
  const was = await findTeamMember(tx, { hostId, memberId });
  const isLeaving = actor.kind === 'member' && actor.personId === was.personId;
  if (!isLeaving) await requireTeamPower(tx, { hostId, actor });
  const before = { role: was.role, events: await nameChosenEvents(tx, was.eventIds) };
  await tx.query('DELETE FROM members WHERE id = $1', [memberId]);
  await requireAnOwner(tx, hostId);
  await takeAwayPowers(tx, { hostId, actor, personId: was.personId, role: null });
  await endVisitOf(tx, { hostId, actor, personId: was.personId });
  await recordChange(tx, {
    hostId,
    actor,
    action: isLeaving ? 'member.leave' : 'member.remove',
    subject: { id: memberId, name: was.email },
    before,
  });
  if (was.role === 'owner') {
    await enqueueOwnerNotice(tx, {
      hostId,
      actor,
      what: 'owner_removed',
      subject: was.email,
      alsoTo: [was.personId],
    });
  }
}

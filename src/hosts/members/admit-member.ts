import type { Actor } from '../../audit/actor.ts';
import type { Transaction } from '../../db/database.ts';
import { enqueueOwnerNotice } from '../../people/mails/enqueue-owner-notice.ts';
import type { Role } from '../../powers.ts';
import { addMember } from './add-member.ts';
import { lockTeam } from './lock-team.ts';

/** Somebody joins a host that others own already: those are told of a new owner. */
export async function admitMember(
  tx: Transaction,
  input: {
    hostId: string;
    actor: Actor;
    personId: string;
    email: string;
    role: Role;
    eventIds: string[] | null;
  },
): Promise<string> {
  const { email, ...member } = input;
  const { hostId, actor, role } = member;
  await lockTeam(tx, hostId);
  const memberId = await addMember(tx, member);
  if (role === 'owner') await enqueueOwnerNotice(tx, { hostId, actor, what: 'owner_added', subject: email });
  return memberId;
}

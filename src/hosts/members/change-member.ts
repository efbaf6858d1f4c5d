import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import { enqueueOwnerNotice } from '../../people/mails/enqueue-owner-notice.ts';
import type { Role } from '../../powers.ts';
import { invalidField, Refusal } from '../../refusal.ts';
import { findTeamMember } from './find-team-member.ts';
import { lockTeam, requireAnOwner, requireTeamPower } from './lock-team.ts';
import { checkChosenEvents, nameChosenEvents, writeChosenEvents } from './member-events.ts';
import { takeAwayPowers } from './take-away-powers.ts';

type Input = {
  hostId: string;
  actor: Actor;
  memberId: string;
  /** That the change was made on. Null: whatever it is, for the terminal. */
  version: number | null;
  role: Role;
  /** Null: all of the host's. */
  eventIds: string[] | null;
};

/** Another role, other events, or both. The new powers count at the next request of whoever is signed in. */
export async function changeMember(tx: Transaction, input: Input): Promise<{ version: number }> {
  const { hostId, actor, memberId, role } = input;
  await lockTeam(tx, hostId);
  await requireTeamPower(tx, { hostId, actor });
  const was = await findTeamMember(tx, { hostId, memberId });
  if (input.version !== null && input.version !== was.version) {
    throw new Refusal(
      'changed_meanwhile',
      'Somebody else has changed this member since you opened the page.',
    );
  }
  const eventIds = await checkChosenEvents(tx, { hostId, role, eventIds: input.eventIds });
  const before = { role: was.role, events: await nameChosenEvents(tx, was.eventIds) };
  const after = { role, events: await nameChosenEvents(tx, eventIds) };
  if (was.role === role && sameEvents(was.eventIds, eventIds)) {
    throw invalidField('role', 'and events are the same as before.');
  }
  // Owners always have all events, which a check holds: both in one statement.
  await tx.query('UPDATE members SET role = $2, has_all_events = $3, version = version + 1 WHERE id = $1', [
    memberId,
    role,
    eventIds === null,
  ]);
  await writeChosenEvents(tx, { memberId, eventIds });
  await requireAnOwner(tx, hostId);
  await takeAwayPowers(tx, { hostId, actor, personId: was.personId, role });
  await recordChange(tx, {
    hostId,
    actor,
    action: 'member.change',
    subject: { id: memberId, name: was.email },
    before,
    after,
  });
  if (was.role !== role && (was.role === 'owner' || role === 'owner')) {
    await enqueueOwnerNotice(tx, {
      hostId,
      actor,
      what: role === 'owner' ? 'owner_added' : 'role_changed',
      subject: was.email,
      alsoTo: [was.personId],
    });
  }
  return { version: was.version + 1 };
}

const sameEvents = (one: string[] | null, other: string[] | null): boolean =>
  one === null || other === null
    ? one === other
    : one.length === other.length && one.every((eventId) => other.includes(eventId));

import { randomUUIDv7 } from 'node:crypto';
import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import { enqueueInvitationMail } from '../../people/mails/enqueue-person-mail.ts';
import type { Role } from '../../powers.ts';
import { nameChosenEvents } from '../members/member-events.ts';
import { INVITATION_GOOD_DAYS, requireSpaceForInvitation } from './invitation-limits.ts';

export type NewInvitation = {
  hostId: string;
  actor: Actor;
  email: string;
  role: Role;
  /** Null: all of the host's. */
  eventIds: string[] | null;
};

/** Under the lock of the team. The link is made when the mail is sent. */
export async function writeInvitation(
  tx: Transaction,
  { action, ...input }: NewInvitation & { action: 'invitation.create' | 'invitation.send_again' },
): Promise<{ invitationId: string }> {
  const { hostId, actor, email, role, eventIds } = input;
  await requireSpaceForInvitation(tx, { hostId, email });
  const invitationId = randomUUIDv7();
  await tx.query(
    `INSERT INTO invitations (id, host_id, email, role, has_all_events, event_ids, invited_by, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, now() + interval '${INVITATION_GOOD_DAYS} days')`,
    [
      invitationId,
      hostId,
      email,
      role,
      eventIds === null,
      eventIds ?? [],
      actor.kind === 'member' ? actor.personId : null,
    ],
  );
  await enqueueInvitationMail(tx, { invitationId });
  await recordChange(tx, {
    hostId,
    actor,
    action,
    subject: { id: invitationId, name: email },
    after: { role, events: await nameChosenEvents(tx, eventIds) },
  });
  return { invitationId };
}

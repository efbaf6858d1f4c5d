import type { Transaction } from '../../db/database.ts';
import { invalidField, Refusal } from '../../refusal.ts';
import { comparableAddress } from '../../values/email-address.ts';
import { lockTeam, requireTeamPower } from '../members/lock-team.ts';
import { checkChosenEvents } from '../members/member-events.ts';
import { writeInvitation, type NewInvitation } from './write-invitation.ts';

/**
 * Somebody is asked to join. Whether the address is known to us from elsewhere is not looked at, so that neither the answer
 * nor its time can tell.
 */
export async function inviteMember(tx: Transaction, input: NewInvitation): Promise<{ invitationId: string }> {
  const { hostId, actor, role } = input;
  const email = comparableAddress(input.email);
  await lockTeam(tx, hostId);
  await requireTeamPower(tx, { hostId, actor });
  await requireConfirmedHost(tx, hostId);
  const eventIds = await checkChosenEvents(tx, { hostId, role, eventIds: input.eventIds });
  const { rowCount: members } = await tx.query(
    `SELECT 1 FROM members AS m JOIN people AS p ON p.id = m.person_id
      WHERE m.host_id = $1 AND lower(p.email) = ANY ($2)`,
    // A domain in another script may have been stored as it was typed.
    [hostId, [email, input.email.toLowerCase()]],
  );
  if (members) throw invalidField('email', 'belongs to someone who is already a member.');
  const { rowCount: open } = await tx.query(
    `SELECT 1 FROM invitations WHERE host_id = $1 AND lower(email) = $2
        AND accepted_at IS NULL AND withdrawn_at IS NULL AND expires_at > now()`,
    [hostId, email],
  );
  if (open) throw invalidField('email', 'already has an open invitation: send it again, or withdraw it.');
  // One that has expired makes room.
  await tx.query(
    `UPDATE invitations SET withdrawn_at = now() WHERE host_id = $1 AND lower(email) = $2
        AND accepted_at IS NULL AND withdrawn_at IS NULL`,
    [hostId, email],
  );
  return writeInvitation(tx, { ...input, email, eventIds, action: 'invitation.create' });
}

/** A host whose owner's address is not confirmed writes to nobody: it could be anybody's invention. */
async function requireConfirmedHost(tx: Transaction, hostId: string): Promise<void> {
  const { rowCount } = await tx.query(
    'SELECT 1 FROM hosts WHERE id = $1 AND confirmed_at IS NOT NULL AND suspended_at IS NULL',
    [hostId],
  );
  if (!rowCount) {
    throw new Refusal('not_allowed', 'Confirm your e-mail address first; then you can invite people.');
  }
}

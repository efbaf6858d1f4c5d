import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import { createPerson } from '../../people/create-person.ts';
import { hashToken } from '../../people/sessions/session-token.ts';
import { Refusal } from '../../refusal.ts';
import type { Role } from '../../powers.ts';
import { isSameAddress } from '../../values/email-address.ts';
import { admitMember } from '../members/admit-member.ts';
import { lockTeam } from '../members/lock-team.ts';
import { findInvitation } from './find-invitation.ts';

const UNIQUE_VIOLATION = '23505';

type Person = { personId: string; email: string };
type Accepted = { hostId: string; personId: string };

/** By somebody who is signed in with the address that was invited. */
export async function acceptInvitation(
  tx: Transaction,
  { token, person, address }: { token: string; person: Person; address: string },
): Promise<Accepted> {
  const taken = await takeInvitation(tx, token);
  if (!isSameAddress(taken.email, person.email)) {
    throw new Refusal('not_allowed', 'This invitation was sent to another address: sign in with that one.');
  }
  return join(tx, taken, person, address);
}

/** By somebody who is new here. The link has proved the address; the password hash is made before the transaction. */
export async function acceptAsNewPerson(
  tx: Transaction,
  {
    token,
    name,
    passwordHash,
    address,
  }: { token: string; name: string; passwordHash: string; address: string },
): Promise<Accepted> {
  const taken = await takeInvitation(tx, token);
  const { email } = taken;
  const personId = await createPerson(tx, { email, name, passwordHash, isEmailConfirmed: true }).catch(
    (error: Error & { code?: string }) => {
      throw error.code === UNIQUE_VIOLATION ? hasAccount() : error;
    },
  );
  return join(tx, taken, { personId, email }, address);
}

type Taken = { invitationId: string; hostId: string; email: string; role: Role; eventIds: string[] | null };

/** Used up from now on: a request of the same moment waits at the lock, and finds it used. */
async function takeInvitation(tx: Transaction, token: string): Promise<Taken> {
  const found = await findInvitation(tx, token);
  if (!found) throw invitationOver();
  const { hostId, invitationId } = found;
  await lockTeam(tx, hostId);
  const { rows } = await tx.query<Taken>(
    `UPDATE invitations SET accepted_at = now()
      WHERE id = $1 AND token_sha256 = $3 AND accepted_at IS NULL AND withdrawn_at IS NULL AND expires_at > now()
      RETURNING id AS "invitationId", host_id AS "hostId", email, role,
                CASE WHEN NOT has_all_events
                     THEN ARRAY(SELECT id FROM events WHERE id = ANY (event_ids) AND host_id = $2) END AS "eventIds"`,
    [invitationId, hostId, hashToken(token)],
  );
  const [taken] = rows;
  if (!taken) throw invitationOver();
  return taken;
}

async function join(
  tx: Transaction,
  { invitationId, hostId, email, role, eventIds }: Taken,
  { personId }: Person,
  address: string,
): Promise<Accepted> {
  const actor: Actor = { kind: 'member', personId, email, role, address };
  const { rowCount: isMember } = await tx.query(
    'SELECT 1 FROM members WHERE host_id = $1 AND person_id = $2',
    [hostId, personId],
  );
  // The operator may have been quicker. A role that somebody has is changed by a change, and not by an old invitation.
  if (!isMember) await admitMember(tx, { hostId, actor, personId, email, role, eventIds });
  await recordChange(tx, {
    hostId,
    actor,
    action: 'invitation.accept',
    subject: { id: invitationId, name: email },
  });
  return { hostId, personId };
}

const hasAccount = (): Refusal =>
  new Refusal('sign_in_required', 'You already have an account: sign in, then accept.');

/** The same words whatever it is that ended it. */
const invitationOver = (): Refusal =>
  new Refusal(
    'not_found',
    'This link has expired or been used: ask the person who invited you for a new one.',
  );

import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import { dropNewEmail } from '../change-email.ts';
import { enqueueJoinedMail } from '../mails/join-notices.ts';
import { endMailedTokens } from '../mails/make-mailed-token.ts';
import { endSessions, renewSession } from '../sessions/sessions.ts';

type Changed = { actor: Actor; personId: string; sessionId: string };

/** Every other session ends, this one goes on under a new token, and links that choose a password or an e-mail are good no more. */
export async function changePassword(
  tx: Transaction,
  { actor, personId, sessionId, passwordHash }: Changed & { passwordHash: string },
): Promise<{ token: string }> {
  await tx.query('UPDATE people SET password_hash = $2 WHERE id = $1', [personId, passwordHash]);
  await endMailedTokens(tx, { purpose: 'reset_password', personId });
  await dropNewEmail(tx, personId);
  await endSessions(tx, { personId, exceptSessionId: sessionId });
  await enqueueJoinedMail(tx, {
    key: `password_changed to ${personId}`,
    mail: { mail: 'password_changed', personId },
  });
  await recordChange(tx, { hostId: null, actor, action: 'person.change_password' });
  return { token: await renewSession(tx, { sessionId, hasPassedFactor: false }) };
}

/** The password was given again: for some minutes it counts as a sign-in. */
export async function renewSignIn(
  tx: Transaction,
  { actor, sessionId }: Changed,
): Promise<{ token: string }> {
  await tx.query('UPDATE sessions SET signed_in_at = now() WHERE id = $1', [sessionId]);
  await recordChange(tx, { hostId: null, actor, action: 'person.prove_password' });
  return { token: await renewSession(tx, { sessionId, hasPassedFactor: false }) };
}

import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { mailToPersonLimit } from '../../attempts/attempt-limits.ts';
import { tryAttempt } from '../../attempts/count-attempt.ts';
import { dropNewEmail } from '../change-email.ts';
import { confirmEmail } from '../confirm-email.ts';
import { findPerson, findPersonByEmail, type Person } from '../find-person.ts';
import { enqueuePersonMail } from '../mails/enqueue-person-mail.ts';
import { enqueueJoinedMail } from '../mails/join-notices.ts';
import { consumeMailedToken } from '../mailed-tokens.ts';
import { endSessions } from '../sessions/sessions.ts';

/** Mails a link where somebody has the e-mail. Whoever asks is told the same either way. */
export async function askForReset(
  database: Database,
  { email, actor }: { email: string; actor: Actor },
): Promise<void> {
  const mayMail = await tryAttempt(database, [mailToPersonLimit(email)]);
  const person = await findPersonByEmail(database, email);
  if (!mayMail || !person) return;
  const { personId } = person;
  await database.transaction(async (tx) => {
    await enqueuePersonMail(tx, { mail: 'reset_password', personId });
    await recordChange(tx, {
      hostId: null,
      actor,
      action: 'person.ask_for_reset',
      subject: { id: personId, name: person.email },
    });
  });
}

/**
 * The link proves the mailbox, and nothing else: whoever is signed in is signed out, the factor stays and is asked for. Null where
 * the link is good no more.
 */
export async function resetPassword(
  tx: Transaction,
  { token, passwordHash, actor }: { token: string; passwordHash: string; actor: Actor },
): Promise<Person | null> {
  const used = await consumeMailedToken(tx, { purpose: 'reset_password', token });
  if (!used) return null;
  const { personId, email } = used;
  // A link to an address that is the account's no more opens nothing.
  if (!(await confirmEmail(tx, { personId, email, actor }))) return null;
  await tx.query('UPDATE people SET password_hash = $2 WHERE id = $1', [personId, passwordHash]);
  await endSessions(tx, { personId });
  await dropNewEmail(tx, personId);
  await enqueueJoinedMail(tx, {
    key: `password_changed to ${personId}`,
    mail: { mail: 'password_changed', personId },
  });
  await recordChange(tx, {
    hostId: null,
    actor,
    action: 'person.reset_password',
    subject: { id: personId, name: email },
  });
  return findPerson(tx, personId);
}

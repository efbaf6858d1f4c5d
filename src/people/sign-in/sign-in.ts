import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { Refusal } from '../../refusal.ts';
import { uncountAttempt, countAttempt } from '../../attempts/count-attempt.ts';
import type { AttemptLimit } from '../../attempts/attempt-limits.ts';
import { findPersonByEmail, type Person } from '../find-person.ts';
import { checkPassword, hashPassword } from '../passwords/password-hash.ts';
import { hashToken, isToken } from '../sessions/session-token.ts';
import { startSession, type SessionOrigin } from '../sessions/sessions.ts';

export type SignInInput = SessionOrigin & {
  email: string;
  password: string;
  limits: readonly AttemptLimit[];
  /** Of the session that this browser has until now; it ends, whosever it is. */
  oldToken: string | null;
};

export type SignInOutcome =
  | { outcome: 'signed_in'; token: string; person: Person }
  /** The right password, and an e-mail that nobody has shown to be theirs. */
  | { outcome: 'unconfirmed'; person: Person }
  /** Nobody has the e-mail, or it is not the password: nobody is told which. */
  | { outcome: 'wrong' };

/** Between the look at a password and the session. */
export class PasswordChanged extends Refusal {
  constructor() {
    super('sign_in_required', 'Your password has just changed: sign in with the new one.');
  }
}

/** The same is done, in the same time, whether somebody has the e-mail or not. */
export async function signIn(database: Database, input: SignInInput): Promise<SignInOutcome> {
  const person = await checkSignIn(database, input);
  if (!person) return { outcome: 'wrong' };
  if (!person.isEmailConfirmed) return { outcome: 'unconfirmed', person };
  const token = await database
    .transaction((tx) => openSession(tx, { ...input, person }))
    .catch((error: unknown) => {
      if (error instanceof PasswordChanged) return null;
      throw error;
    });
  return token === null ? { outcome: 'wrong' } : { outcome: 'signed_in', token, person };
}

/** Finds the person with this e-mail and password; null, and a line in the audit log, if there is none. */
export async function checkSignIn(
  database: Database,
  input: Pick<SignInInput, 'email' | 'password' | 'limits' | 'address'>,
): Promise<Person | null> {
  const { email, password, limits, address } = input;
  await countAttempt(database, limits);
  const person = await findPersonByEmail(database, email);
  const { isRight, needsRehash } = await checkPassword(password, person?.passwordHash ?? null);
  if (!person || !isRight) {
    await database.transaction((tx) => recordFailure(tx, { person, address }));
    return null;
  }
  // While the password is known.
  const newHash = needsRehash ? await hashPassword(password) : null;
  const known = await database.transaction(async (tx) => {
    await uncountAttempt(tx, limits);
    if (newHash === null) return person;
    const { rowCount } = await tx.query(
      'UPDATE people SET password_hash = $3 WHERE id = $1 AND password_hash = $2',
      [person.personId, person.passwordHash, newHash],
    );
    return rowCount === 1 ? { ...person, passwordHash: newHash } : null;
  });
  // Two presses would hash it twice, and once is enough. Then it is not hashed again.
  return known ?? checkSignIn(database, input);
}

/**
 * A new session, and never one that was there before: a token that somebody planted in the browser opens nothing. Refused where
 * the password is another by now than the one that was given: who changes it ends all sessions, also those that begin at that moment.
 */
export async function openSession(
  tx: Transaction,
  {
    person,
    oldToken,
    hasPassedFactor = false,
    address,
    userAgent,
  }: SessionOrigin & { person: Person; oldToken: string | null; hasPassedFactor?: boolean },
): Promise<string> {
  const { personId, email } = person;
  const { rowCount } = await tx.query(
    'SELECT 1 FROM people WHERE id = $1 AND password_hash = $2 FOR NO KEY UPDATE',
    [personId, person.passwordHash],
  );
  if (!rowCount) throw new PasswordChanged();
  if (oldToken !== null && isToken(oldToken))
    await tx.query('DELETE FROM sessions WHERE token_sha256 = $1', [hashToken(oldToken)]);
  const actor: Actor = { kind: 'member', personId, email, role: null, address };
  await recordChange(tx, {
    hostId: null,
    actor,
    action: 'person.sign_in',
    subject: { id: personId, name: email },
    ...(hasPassedFactor && { after: { factor: 'passkey' } }),
  });
  return startSession(tx, { personId, hasPassedFactor, address, userAgent });
}

/** The typed text is not recorded: people type their password into the wrong field. */
async function recordFailure(
  tx: Transaction,
  { person, address }: { person: Person | null; address: string },
): Promise<void> {
  await recordChange(tx, {
    hostId: null,
    actor: { kind: 'stranger', address },
    action: 'person.sign_in_failed',
    ...(person && { subject: { id: person.personId, name: person.email } }),
  });
}

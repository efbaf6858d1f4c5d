import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import type { SecondStep } from '../factors/pass-second-step.ts';
import { findPerson } from '../find-person.ts';
import { passkeyNotAccepted, usePasskey, type PasskeyAnswer } from '../passkeys/use-passkey.ts';
import type { SessionOrigin } from '../sessions/sessions.ts';
import { openSession } from './sign-in.ts';

type Answered = Omit<PasskeyAnswer, 'asked'> & {
  actor: Actor;
  origin: SessionOrigin;
  /** Of the session that this browser has until now. */
  oldToken: string | null;
};

/**
 * Signs in the owner of a passkey, without an e-mail address or a password. The person has the passkey, and unlocks it by a
 * finger, a face or a PIN: that is both factors.
 */
export async function signInByPasskey(
  tx: Transaction,
  { actor, response, site, origin, oldToken }: Answered,
): Promise<SecondStep> {
  const used = await usePasskey(tx, { response, site, asked: null });
  const person = used && (await findPerson(tx, used.personId));
  if (!person) {
    await recordChange(tx, {
      hostId: null,
      actor,
      action: 'person.sign_in_failed',
      after: { factor: 'passkey' },
    });
    return { refusal: passkeyNotAccepted() };
  }
  return { token: await openSession(tx, { person, oldToken, hasPassedFactor: true, ...origin }) };
}

import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import { Refusal } from '../../refusal.ts';
import { findPerson } from '../find-person.ts';
import type { SessionOrigin } from '../sessions/sessions.ts';
import { openSession } from './sign-in.ts';
import { finishSecondStep, recordFailedStep, type SecondStep } from '../factors/pass-second-step.ts';
import type { PasskeySite } from '../passkeys/passkey-site.ts';
import { usePasskey } from '../passkeys/use-passkey.ts';

type Answered = { actor: Actor; response: AuthenticationResponseJSON; site: PasskeySite };

const notAccepted = (): Refusal =>
  new Refusal('validation_failed', 'The passkey was not accepted: try again, or use another one.');

/** The second step by one of the person's passkeys. They can't be guessed, so no wrong code makes one wait. */
export async function passByPasskey(
  tx: Transaction,
  { actor, response, site, ...asked }: Answered & { personId: string; sessionId: string },
): Promise<SecondStep> {
  const used = await usePasskey(tx, { response, site, asked });
  if (used) return finishSecondStep(tx, { ...asked, actor, factor: 'passkey' });
  await recordFailedStep(tx, { ...asked, actor, factor: 'passkey' });
  return { refusal: notAccepted() };
}

/**
 * Signs in whoever the passkey is of, with no e-mail address and no password: a thing that the person has, unlocked by what the
 * person is or knows, is both factors.
 */
export async function signInByPasskey(
  tx: Transaction,
  { actor, response, site, origin, oldToken }: Answered & { origin: SessionOrigin; oldToken: string | null },
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
    return { refusal: notAccepted() };
  }
  return { token: await openSession(tx, { person, oldToken, hasPassedFactor: true, ...origin }) };
}

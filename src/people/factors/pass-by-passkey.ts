import type { Actor } from '../../audit/actor.ts';
import type { Transaction } from '../../db/database.ts';
import { passkeyNotAccepted, usePasskey, type PasskeyAnswer } from '../passkeys/use-passkey.ts';
import { finishSecondStep, recordFailedStep, type SecondStep } from './pass-second-step.ts';

/** The second step by one of the person's passkeys. They can't be guessed, so no wrong code makes one wait. */
export async function passByPasskey(
  tx: Transaction,
  {
    actor,
    response,
    site,
    ...asked
  }: Omit<PasskeyAnswer, 'asked'> & { actor: Actor; personId: string; sessionId: string },
): Promise<SecondStep> {
  const used = await usePasskey(tx, { response, site, asked });
  if (used) return finishSecondStep(tx, { ...asked, actor, factor: 'passkey' });
  await recordFailedStep(tx, { ...asked, actor, factor: 'passkey' });
  return { refusal: passkeyNotAccepted() };
}

import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import { invalidField, type Refusal } from '../../refusal.ts';
import type { SecretKeys } from '../../secrets/secret-keys.ts';
import { renewSession } from '../sessions/sessions.ts';
import { countWrongCode, forgetWrongCodes, refuseEarlyCode } from './limit-codes.ts';
import { useRecoveryCode } from './recovery-codes.ts';
import { useTotpCode } from './use-totp-code.ts';

/** A refusal is told after the transaction: that it happened is on record. */
export type SecondStep = { token: string } | { refusal: Refusal };

type Asked = { actor: Actor; personId: string; sessionId: string };

/** A code of the authenticator app, or one of the recovery codes. After it the session has a new token, and the step is fresh. */
export async function passSecondStep(
  tx: Transaction,
  secretKeys: SecretKeys,
  { code, ...asked }: Asked & { code: string },
): Promise<SecondStep> {
  await refuseEarlyCode(tx, asked);
  const typed = code.replaceAll(/\s/g, '');
  const isOfApp = /^\d{6}$/.test(typed);
  const { personId } = asked;
  const isRight = isOfApp
    ? await useTotpCode(tx, secretKeys, { personId, code: typed })
    : await useRecoveryCode(tx, { personId, code: typed });
  if (isRight)
    return finishSecondStep(tx, { ...asked, factor: isOfApp ? 'authenticator_app' : 'recovery_code' });
  await countWrongCode(tx, asked);
  await recordFailedStep(tx, { ...asked, factor: 'code' });
  return { refusal: invalidField('code', 'is wrong or was already used: enter the newest code.') };
}

/** Finishes every passed step, whichever factor it was. */
export async function finishSecondStep(
  tx: Transaction,
  { actor, factor, ...tried }: Asked & { factor: 'authenticator_app' | 'recovery_code' | 'passkey' },
): Promise<{ token: string }> {
  await forgetWrongCodes(tx, tried);
  await recordChange(tx, { hostId: null, actor, action: 'second_step.pass', after: { factor } });
  return { token: await renewSession(tx, { sessionId: tried.sessionId, hasPassedFactor: true }) };
}

export async function recordFailedStep(
  tx: Transaction,
  { actor, factor }: Asked & { factor: 'code' | 'passkey' },
): Promise<void> {
  await recordChange(tx, { hostId: null, actor, action: 'second_step.fail', after: { factor } });
}

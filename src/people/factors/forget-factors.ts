import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import { Refusal } from '../../refusal.ts';
import type { Person } from '../find-person.ts';
import { enqueueFactorNotice } from '../mails/enqueue-owner-notice.ts';
import { endSessions } from '../sessions/sessions.ts';
import { forgetRecoveryCodes } from './recovery-codes.ts';
import { forgetTotp } from './remove-factor.ts';

export type ForgottenFactors = { hadApp: boolean; passkeys: number; sessionsEnded: number };

/**
 * Takes the app, all passkeys and the recovery codes away from somebody who has lost them all: from now on the password alone signs
 * them in, and where their role asks for a factor they set up a new one. Only who has checked who asks for it may do this.
 */
export async function forgetFactors(
  tx: Transaction,
  { actor, personId, email }: { actor: Actor } & Pick<Person, 'personId' | 'email'>,
): Promise<ForgottenFactors> {
  const hadApp = await forgetTotp(tx, personId);
  const { rows: passkeys } = await tx.query<{ name: string }>(
    'DELETE FROM passkeys WHERE person_id = $1 RETURNING name',
    [personId],
  );
  if (!hadApp && passkeys.length === 0) throw new Refusal('not_found', `${email} has no second factor.`);
  await forgetRecoveryCodes(tx, personId);
  const sessionsEnded = await endSessions(tx, { personId });
  await recordChange(tx, {
    hostId: null,
    actor,
    action: 'factor.forget',
    subject: { id: personId, name: email },
    before: { app: hadApp, passkeys: passkeys.map(({ name }) => name) },
  });
  await enqueueFactorNotice(tx, { personId, what: 'factors_forgotten', subject: email, actor });
  return { hadApp, passkeys: passkeys.length, sessionsEnded };
}

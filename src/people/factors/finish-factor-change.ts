import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import { Refusal } from '../../refusal.ts';
import { enqueueFactorNotice } from '../mails/enqueue-owner-notice.ts';
import { endSessions, renewSession } from '../sessions/sessions.ts';
import { forgetRecoveryCodes, makeRecoveryCodes } from './recovery-codes.ts';
import { HAS_FACTOR_SQL } from './has-factor-sql.ts';

/** The person who changes a factor, and their session. */
export type FactorChange = { actor: Actor; personId: string; sessionId: string };
/** Its name in the audit log and in mails. */
export type ChangedFactor = { id: string; name: string };

export const AUTHENTICATOR_APP: ChangedFactor = { id: 'authenticator_app', name: 'Authenticator app' };

/** Changes of factors are made one after the other. */
export async function lockFactors(tx: Transaction, personId: string): Promise<void> {
  await tx.query('SELECT 1 FROM people WHERE id = $1 FOR NO KEY UPDATE', [personId]);
}

/**
 * A factor was shown and is one from now on. The person's other sessions, which have not passed it, end. The first one comes
 * with recovery codes, which only this answer has.
 */
export async function finishAddedFactor(
  tx: Transaction,
  { factor, ...change }: FactorChange & { factor: ChangedFactor },
): Promise<{ token: string; recoveryCodes: string[] | null }> {
  const { rowCount } = await tx.query('SELECT 1 FROM recovery_codes WHERE person_id = $1 LIMIT 1', [
    change.personId,
  ]);
  const recoveryCodes = rowCount === 0 ? await makeRecoveryCodes(tx, change.personId) : null;
  const token = await finish(tx, { ...change, factor, action: 'factor.add', hasPassedFactor: true });
  return { token, recoveryCodes };
}

/** `mustKeepOne`: the person's role in some host asks for a factor. */
export async function finishRemovedFactor(
  tx: Transaction,
  { factor, mustKeepOne, ...change }: FactorChange & { factor: ChangedFactor; mustKeepOne: boolean },
): Promise<{ token: string }> {
  const { rows } = await tx.query<{ hasFactor: boolean }>(
    `SELECT ${HAS_FACTOR_SQL} AS "hasFactor" FROM people AS p WHERE p.id = $1`,
    [change.personId],
  );
  if (!rows[0]?.hasFactor) {
    if (mustKeepOne) {
      throw new Refusal(
        'not_allowed',
        'Owners, managers and finance members need a second factor: add another one before you remove this one one.',
      );
    }
    await forgetRecoveryCodes(tx, change.personId);
  }
  return { token: await finish(tx, { ...change, factor, action: 'factor.remove', hasPassedFactor: false }) };
}

/** New recovery codes, in the place of those that are left. */
export async function renewRecoveryCodes(
  tx: Transaction,
  change: FactorChange,
): Promise<{ token: string; recoveryCodes: string[] }> {
  await lockFactors(tx, change.personId);
  const recoveryCodes = await makeRecoveryCodes(tx, change.personId);
  const token = await finish(tx, {
    ...change,
    factor: { id: 'recovery_codes', name: 'Recovery codes' },
    action: 'factor.renew',
    hasPassedFactor: false,
  });
  return { token, recoveryCodes };
}

const NOTICES = {
  'factor.add': 'factor_added',
  'factor.remove': 'factor_removed',
  'factor.renew': 'recovery_codes_made',
} as const;

type Finished = FactorChange & {
  factor: ChangedFactor;
  action: keyof typeof NOTICES;
  hasPassedFactor: boolean;
};

async function finish(tx: Transaction, change: Finished): Promise<string> {
  const { actor, personId, sessionId, factor, action, hasPassedFactor } = change;
  await recordChange(tx, { hostId: null, actor, action, subject: factor });
  await enqueueFactorNotice(tx, { personId, what: NOTICES[action], subject: factor.name, actor });
  await endSessions(tx, { personId, exceptSessionId: sessionId });
  return renewSession(tx, { sessionId, hasPassedFactor });
}

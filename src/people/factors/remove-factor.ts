import type { Transaction } from '../../db/database.ts';
import { Refusal } from '../../refusal.ts';
import {
  AUTHENTICATOR_APP,
  finishRemovedFactor,
  lockFactors,
  type FactorChange,
} from './finish-factor-change.ts';

type Removal = FactorChange & { mustKeepOne: boolean };

/** Whether the person had an app. Locks the person's factors. */
export async function forgetTotp(tx: Transaction, personId: string): Promise<boolean> {
  await lockFactors(tx, personId);
  const { rowCount } = await tx.query(
    `UPDATE people SET totp_ciphertext = NULL, totp_sealed_by = NULL, totp_confirmed_at = NULL, totp_used_step = NULL
      WHERE id = $1 AND totp_confirmed_at IS NOT NULL`,
    [personId],
  );
  return rowCount === 1;
}

export async function removeTotp(tx: Transaction, removal: Removal): Promise<{ token: string }> {
  const hadApp = await forgetTotp(tx, removal.personId);
  if (!hadApp) throw new Refusal('not_found', 'You have no authenticator app to remove.');
  return finishRemovedFactor(tx, { ...removal, factor: AUTHENTICATOR_APP });
}

export async function removePasskey(
  tx: Transaction,
  { passkeyId, ...removal }: Removal & { passkeyId: string },
): Promise<{ token: string }> {
  await lockFactors(tx, removal.personId);
  const { rows } = await tx.query<{ name: string }>(
    'DELETE FROM passkeys WHERE id = $1 AND person_id = $2 RETURNING name',
    [passkeyId, removal.personId],
  );
  const [removed] = rows;
  if (!removed) throw noSuchPasskey();
  return finishRemovedFactor(tx, { ...removal, factor: { id: passkeyId, name: removed.name } });
}

export const noSuchPasskey = (): Refusal => new Refusal('not_found', 'You have no such passkey.');

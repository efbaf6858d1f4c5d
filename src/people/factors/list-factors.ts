import type { Queryable } from '../../db/database.ts';
import { countRecoveryCodes } from './recovery-codes.ts';

export type Factors = {
  /** Since when an authenticator app is one; null: none is. */
  totpSince: Date | null;
  passkeys: { passkeyId: string; name: string; createdAt: Date; lastUsedAt: Date | null }[];
  recoveryCodesLeft: number;
};

export async function listFactors(database: Queryable, personId: string): Promise<Factors> {
  const { rows } = await database.query<{ totpSince: Date | null }>(
    'SELECT totp_confirmed_at AS "totpSince" FROM people WHERE id = $1',
    [personId],
  );
  const { rows: passkeys } = await database.query<Factors['passkeys'][number]>(
    `SELECT id AS "passkeyId", name, created_at AS "createdAt", last_used_at AS "lastUsedAt"
       FROM passkeys WHERE person_id = $1 ORDER BY id`,
    [personId],
  );
  return {
    totpSince: rows[0]?.totpSince ?? null,
    passkeys,
    recoveryCodesLeft: await countRecoveryCodes(database, personId),
  };
}

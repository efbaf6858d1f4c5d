import type { Transaction } from '../../db/database.ts';
import { openSealed, type Sealed } from '../../secrets/sealed.ts';
import type { SecretKeys } from '../../secrets/secret-keys.ts';
import { stepOfCode } from './totp.ts';

type Row = Sealed & { atSeconds: number };

/** Whether the person's authenticator app shows this code now, and nobody has used it yet. From now on somebody has. */
export async function useTotpCode(
  tx: Transaction,
  secretKeys: SecretKeys,
  { personId, code }: { personId: string; code: string },
): Promise<boolean> {
  const { rows } = await tx.query<Row>(
    `SELECT totp_ciphertext AS box, totp_sealed_by AS "sealedBy", extract(epoch FROM now())::float8 AS "atSeconds"
       FROM people WHERE id = $1 AND totp_confirmed_at IS NOT NULL`,
    [personId],
  );
  const [row] = rows;
  if (!row) return false;
  const secret = openSealed(secretKeys, row, { purpose: 'authenticator-apps', owner: personId });
  const step = stepOfCode({ secret, code, atSeconds: row.atSeconds });
  if (step === null) return false;
  // The condition decides, and not what was read above: of two who send the same code at once, one is late. The secret is part
  // of it, in case the person has just taken another app.
  const { rowCount } = await tx.query(
    `UPDATE people SET totp_used_step = $2
      WHERE id = $1 AND totp_ciphertext = $3 AND (totp_used_step IS NULL OR totp_used_step < $2)`,
    [personId, step, row.box],
  );
  return rowCount === 1;
}

import type { Transaction } from '../../db/database.ts';
import { invalidField } from '../../refusal.ts';
import { openSealed, sealCurrent, SecretKeyMissing } from '../../secrets/sealed.ts';
import type { SecretKeys } from '../../secrets/secret-keys.ts';
import { AUTHENTICATOR_APP, finishAddedFactor, type FactorChange } from './finish-factor-change.ts';
import { makeTotpSecret, stepOfCode, totpAddress } from './totp.ts';

// Time to find the phone and install an app on it.
const SET_UP_MINUTES = 30;

type Asked = { personId: string; sessionId: string };

export type TotpSetUp = {
  /** To be typed into an app. */
  secret: string;
  /** The text of the QR code. */
  address: string;
  /** Comes back with the first code. */
  setUp: string;
};

/**
 * A secret for an authenticator app. Nothing of it is stored before a first code was typed in: until then the page keeps it,
 * sealed for this session, and an app that is in use goes on.
 */
export async function beginTotp(
  tx: Transaction,
  secretKeys: SecretKeys,
  { personId, sessionId, email }: Asked & { email: string },
): Promise<TotpSetUp> {
  const secret = makeTotpSecret();
  const { rows } = await tx.query<{ goodUntil: number }>(
    `SELECT extract(epoch FROM now() + interval '${SET_UP_MINUTES} minutes')::int AS "goodUntil"`,
  );
  const { box } = sealCurrent(secretKeys, {
    purpose: 'authenticator-set-up',
    owner: ownerOf({ personId, sessionId }),
    secret: JSON.stringify({ secret, goodUntil: rows[0]?.goodUntil }),
  });
  return { secret, address: totpAddress(secret, email), setUp: box.toString('base64url') };
}

/** The first right code makes the app a factor, and is used up by it. An app that was one before is not any more. */
export async function addTotp(
  tx: Transaction,
  secretKeys: SecretKeys,
  { setUp, code, ...change }: FactorChange & { setUp: string; code: string },
): Promise<{ token: string; recoveryCodes: string[] | null }> {
  const { personId, sessionId } = change;
  const { rows } = await tx.query<{ atSeconds: number }>(
    `SELECT extract(epoch FROM now())::float8 AS "atSeconds" FROM people WHERE id = $1 FOR NO KEY UPDATE`,
    [personId],
  );
  const atSeconds = rows[0]?.atSeconds ?? 0;
  const secret = openSetUp(secretKeys, { personId, sessionId, setUp, atSeconds });
  const step = stepOfCode({ secret, code, atSeconds });
  if (step === null) {
    throw invalidField('code', 'is not the code that the app shows now: enter the newest code.');
  }
  const { box, sealedBy } = sealCurrent(secretKeys, {
    purpose: 'authenticator-apps',
    owner: personId,
    secret,
  });
  await tx.query(
    `UPDATE people SET totp_ciphertext = $2, totp_sealed_by = $3, totp_confirmed_at = now(), totp_used_step = $4
      WHERE id = $1`,
    [personId, box, sealedBy, step],
  );
  return finishAddedFactor(tx, { ...change, factor: AUTHENTICATOR_APP });
}

const ownerOf = ({ personId, sessionId }: Asked): string => `${personId} ${sessionId}`;

function openSetUp(
  secretKeys: SecretKeys,
  { setUp, atSeconds, ...asked }: Asked & { setUp: string; atSeconds: number },
): string {
  try {
    const opened = openSealed(
      secretKeys,
      { box: Buffer.from(setUp, 'base64url'), sealedBy: null },
      { purpose: 'authenticator-set-up', owner: ownerOf(asked) },
    );
    const { secret, goodUntil } = JSON.parse(opened) as { secret: string; goodUntil: number };
    if (goodUntil >= atSeconds) return secret;
  } catch (error) {
    if (!(error instanceof SecretKeyMissing)) throw error;
  }
  throw invalidField('setUp', 'has expired: start again with a new QR code.');
}

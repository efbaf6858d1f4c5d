import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Transaction } from '../../db/database.ts';
import { Refusal } from '../../refusal.ts';
import { loadWebAuthn } from './load-webauthn.ts';
import { useChallenge } from './passkey-challenges.ts';
import type { PasskeySite } from './passkey-site.ts';

export type PasskeyAnswer = {
  response: AuthenticationResponseJSON;
  site: PasskeySite;
  /** The person of this second step; null at sign-in. */
  asked: { personId: string; sessionId: string } | null;
};

type Stored = { passkeyId: string; personId: string; publicKey: Buffer; signCount: number };

export const passkeyNotAccepted = (): Refusal =>
  new Refusal('validation_failed', 'The passkey was not accepted: try again, or use another one.');

/** Finds the person whose passkey has signed for this site and question; null if it can't be believed. */
export async function usePasskey(
  tx: Transaction,
  { response, site, asked }: PasskeyAnswer,
): Promise<{ passkeyId: string; personId: string } | null> {
  const { rows } = await tx.query<Stored>(
    `SELECT id AS "passkeyId", person_id AS "personId", public_key AS "publicKey", sign_count AS "signCount"
       FROM passkeys WHERE credential_id = $1`,
    [response.id],
  );
  const [passkey] = rows;
  if (!passkey || !isOf(passkey, { response, asked })) return null;
  const { passkeyId, personId } = passkey;
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) =>
      useChallenge(tx, {
        challenge,
        purpose: asked ? 'second_step' : 'sign_in',
        sessionId: asked?.sessionId ?? null,
      }),
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    credential: {
      id: response.id,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.signCount,
    },
    requireUserVerification: true,
  }).catch(() => null);
  if (!verified?.verified) return null;
  // An authenticator that counts never counts back: where it does, there are two of it. Those that are copied between a
  // person's devices don't count, and say 0.
  const { rowCount } = await tx.query(
    `UPDATE passkeys SET sign_count = $2, last_used_at = now()
      WHERE id = $1 AND (sign_count < $2 OR (sign_count = 0 AND $2 = 0))`,
    [passkeyId, verified.authenticationInfo.newCounter],
  );
  return rowCount === 1 ? { passkeyId, personId } : null;
}

/** The person who is asked, and the one whom the passkey was made for. */
function isOf({ personId }: Stored, { response, asked }: Omit<PasskeyAnswer, 'site'>): boolean {
  if (asked && asked.personId !== personId) return false;
  const { userHandle } = response.response;
  return userHandle === undefined || Buffer.from(userHandle, 'base64url').toString() === personId;
}

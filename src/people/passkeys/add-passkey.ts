import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { randomUUIDv7 } from 'node:crypto';
import type { Transaction } from '../../db/database.ts';
import { invalidField, Refusal } from '../../refusal.ts';
import { finishAddedFactor, lockFactors, type FactorChange } from '../factors/finish-factor-change.ts';
import { loadWebAuthn } from './load-webauthn.ts';
import { PASSKEY_ALGORITHMS } from './passkey-algorithms.ts';
import { useChallenge } from './passkey-challenges.ts';
import type { PasskeySite } from './passkey-site.ts';

// A person has a phone, a computer and a key or two. Each is listed in every question for one.
const MAX_PASSKEYS = 20;
const MAX_TRANSPORTS = 10;

export type NewPasskey = FactorChange & {
  site: PasskeySite;
  name: string;
  response: RegistrationResponseJSON;
};

/** The browser's answer to askForNewPasskey. */
export async function addPasskey(
  tx: Transaction,
  { site, name, response, ...change }: NewPasskey,
): Promise<{ token: string; recoveryCodes: string[] | null }> {
  const { personId, sessionId } = change;
  const { credential } = await verify(tx, { sessionId, site, response });
  await lockFactors(tx, personId);
  const { rows } = await tx.query<{ count: number }>(
    'SELECT count(*) AS count FROM passkeys WHERE person_id = $1',
    [personId],
  );
  if ((rows[0]?.count ?? 0) >= MAX_PASSKEYS) {
    throw invalidField(
      'name',
      `can’t be added: you already have ${MAX_PASSKEYS} passkeys. Remove one first.`,
    );
  }
  const passkeyId = randomUUIDv7();
  const { rowCount } = await tx.query(
    `INSERT INTO passkeys (id, person_id, credential_id, public_key, sign_count, transports, name)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (credential_id) DO NOTHING`,
    [
      passkeyId,
      personId,
      credential.id,
      credential.publicKey,
      credential.counter,
      (credential.transports ?? []).slice(0, MAX_TRANSPORTS),
      name,
    ],
  );
  if (rowCount === 0) throw notAccepted();
  return finishAddedFactor(tx, { ...change, factor: { id: passkeyId, name } });
}

async function verify(
  tx: Transaction,
  { sessionId, site, response }: Pick<NewPasskey, 'sessionId' | 'site' | 'response'>,
) {
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: (challenge) => useChallenge(tx, { challenge, purpose: 'add', sessionId }),
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
  }).catch(() => null);
  if (!verified?.verified) throw notAccepted();
  return verified.registrationInfo;
}

const notAccepted = (): Refusal =>
  new Refusal('validation_failed', 'The passkey was not accepted: start again on this site.');

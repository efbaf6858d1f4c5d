import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type { Transaction } from '../../db/database.ts';
import { loadWebAuthn } from './load-webauthn.ts';
import { PASSKEY_ALGORITHMS } from './passkey-algorithms.ts';
import { CHALLENGE_MINUTES, makeChallenge } from './passkey-challenges.ts';
import type { PasskeySite } from './passkey-site.ts';

const TIMEOUT_MS = CHALLENGE_MINUTES * 60_000;

type Known = { id: string; transports: string[] };

/**
 * The browser's request to an authenticator: a passkey that it finds by itself, so that people sign in without an e-mail address, and
 * that wants a finger, a face or a PIN each time, so that it is a factor and not only a thing that was found.
 */
export async function askForNewPasskey(
  tx: Transaction,
  { personId, sessionId, email, name, site }: Person & { sessionId: string; site: PasskeySite },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const challenge = await makeChallenge(tx, { purpose: 'add', sessionId });
  const { generateRegistrationOptions } = await loadWebAuthn();
  return generateRegistrationOptions({
    rpName: 'Tessera',
    rpID: site.rpId,
    userID: Buffer.from(personId),
    userName: email,
    userDisplayName: name || email,
    challenge: Buffer.from(challenge, 'base64url'),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
    excludeCredentials: await listCredentials(tx, personId),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

type Person = { personId: string; email: string; name: string };

/** One of the person's passkeys; or, where somebody wants to sign in, whichever the browser has for this site. */
export async function askForPasskey(
  tx: Transaction,
  { asked, site }: { asked: { personId: string; sessionId: string } | null; site: PasskeySite },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const challenge = await makeChallenge(tx, {
    purpose: asked ? 'second_step' : 'sign_in',
    sessionId: asked?.sessionId ?? null,
  });
  const { generateAuthenticationOptions } = await loadWebAuthn();
  return generateAuthenticationOptions({
    rpID: site.rpId,
    allowCredentials: asked ? await listCredentials(tx, asked.personId) : [],
    challenge: Buffer.from(challenge, 'base64url'),
    timeout: TIMEOUT_MS,
    userVerification: 'required',
  });
}

async function listCredentials(tx: Transaction, personId: string): Promise<Known[]> {
  const { rows } = await tx.query<Known>(
    'SELECT credential_id AS id, transports FROM passkeys WHERE person_id = $1 ORDER BY id',
    [personId],
  );
  return rows;
}

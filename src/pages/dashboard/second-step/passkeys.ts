import type { NewPasskeyBody, PasskeyBody } from './passkey-bodies.ts';
import type { Static } from 'typebox';

// Browsers can do this by themselves since 2025 (`PublicKeyCredential.parseCreationOptionsFromJSON`, `toJSON`); these few lines do
// it in all that have passkeys.
const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
const toText = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

type Known = { id: string; transports?: string[] };
const descriptorOf = ({ id, transports = [] }: Known): PublicKeyCredentialDescriptor => ({
  type: 'public-key',
  id: toBytes(id),
  transports: transports as AuthenticatorTransport[],
});

export const canUsePasskeys = (): boolean => 'PublicKeyCredential' in globalThis;

/** Asks the browser to make a passkey; null if the person declined. */
export async function createPasskey(
  options: PublicKeyCredentialCreationOptionsJSON,
): Promise<Omit<Static<typeof NewPasskeyBody>, 'name'> | null> {
  const made = await navigator.credentials
    .create({
      publicKey: {
        rp: options.rp,
        pubKeyCredParams: options.pubKeyCredParams,
        ...(options.timeout !== undefined && { timeout: options.timeout }),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        challenge: toBytes(options.challenge),
        user: { ...options.user, id: toBytes(options.user.id) },
        excludeCredentials: ((options.excludeCredentials ?? []) as Known[]).map(descriptorOf),
      },
    })
    .catch(notGiven);
  if (!(made instanceof PublicKeyCredential)) return null;
  const response = made.response as AuthenticatorAttestationResponse;
  return {
    id: made.id,
    clientDataJSON: toText(response.clientDataJSON),
    attestationObject: toText(response.attestationObject),
    transports: response.getTransports(),
  };
}

/** Asks for one of the browser's passkeys for this site; null if the person declined. */
export async function getPasskey(
  options: PublicKeyCredentialRequestOptionsJSON,
): Promise<Static<typeof PasskeyBody> | null> {
  const given = await navigator.credentials
    .get({
      publicKey: {
        ...(options.rpId !== undefined && { rpId: options.rpId }),
        ...(options.timeout !== undefined && { timeout: options.timeout }),
        userVerification: 'required',
        challenge: toBytes(options.challenge),
        allowCredentials: ((options.allowCredentials ?? []) as Known[]).map(descriptorOf),
      },
    })
    .catch(notGiven);
  if (!(given instanceof PublicKeyCredential)) return null;
  const response = given.response as AuthenticatorAssertionResponse;
  return {
    id: given.id,
    clientDataJSON: toText(response.clientDataJSON),
    authenticatorData: toText(response.authenticatorData),
    signature: toText(response.signature),
    ...(response.userHandle && { userHandle: toText(response.userHandle) }),
  };
}

/** Cancelled, timed out, not allowed, or there already: the browser has told the person. */
function notGiven(error: unknown): null {
  if (error instanceof DOMException) return null;
  throw error;
}

import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Static } from 'typebox';
import type { NewPasskeyBody, PasskeyBody } from '../passkey-bodies.ts';

/** A body as the library calls it. */
export const newPasskeyOf = ({
  id,
  clientDataJSON,
  attestationObject,
  transports,
}: Static<typeof NewPasskeyBody>): RegistrationResponseJSON => ({
  id,
  rawId: id,
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON, attestationObject, transports },
});

export const passkeyOf = ({
  id,
  userHandle,
  ...signed
}: Static<typeof PasskeyBody>): AuthenticationResponseJSON => ({
  id,
  rawId: id,
  type: 'public-key',
  clientExtensionResults: {},
  response: { ...signed, ...(userHandle !== undefined && { userHandle }) },
});

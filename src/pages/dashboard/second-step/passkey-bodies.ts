import { Array as List, Object as Body, Optional, String, type Static } from 'typebox';
import { PASSKEY_NAME } from './passkey-name-body.ts';

const Bytes = (maxLength: number) => String({ minLength: 1, maxLength, format: 'letters' });

/** A new passkey, as the browser gives it: bytes in base64url. */
export const NewPasskeyBody = Body(
  {
    name: PASSKEY_NAME,
    id: Bytes(1400),
    clientDataJSON: Bytes(2000),
    attestationObject: Bytes(8000),
    transports: List(String({ maxLength: 30 }), { maxItems: 10 }),
  },
  { additionalProperties: false },
);

/** The signature of a passkey. */
export const PasskeyBody = Body(
  {
    id: Bytes(1400),
    clientDataJSON: Bytes(2000),
    authenticatorData: Bytes(2000),
    signature: Bytes(6000),
    userHandle: Optional(Bytes(100)),
  },
  { additionalProperties: false },
);
export type PasskeyBody = Static<typeof PasskeyBody>;

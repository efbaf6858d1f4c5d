import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** The mistakes that an authenticator can be made to do. */
export type Mischief = {
  rpId?: string;
  origin?: string;
  challenge?: string;
  /** Nobody has put a finger on it, or typed a PIN. */
  isUnverified?: boolean;
  /** It counts: this is what it says. 0: it does not. */
  signCount?: number;
  type?: string;
};

type NewOptions = { challenge: string; rp: { id: string }; user: { id: string } };
type Options = { challenge: string; rpId: string };

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();
const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const uint16 = (value: number): Buffer => uint32(value).subarray(2);

// The few forms of CBOR that a passkey of this kind takes.
const cborText = (text: string): Buffer => Buffer.concat([Buffer.of(0x60 + text.length), Buffer.from(text)]);
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([Buffer.of(0x59), uint16(bytes.length), bytes]);

/**
 * A passkey of P-256 without a browser around it, which would never sign for another site. It signs the same as a real one;
 * real browsers with their own are in the tests of the pages.
 */
export function makeAuthenticator(site: { origin: string }) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let userHandle = '';

  const clientData = (type: string, challenge: string, mischief: Mischief): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: mischief.type ?? type,
        challenge: mischief.challenge ?? challenge,
        origin: mischief.origin ?? site.origin,
        crossOrigin: false,
      }),
    );
  const authenticatorData = (rpId: string, flags: number, mischief: Mischief): Buffer =>
    Buffer.concat([
      sha256(mischief.rpId ?? rpId),
      Buffer.of(flags | USER_PRESENT | (mischief.isUnverified ? 0 : USER_VERIFIED)),
      uint32(mischief.signCount ?? 0),
    ]);

  /** The key as COSE has it: kty EC2, alg ES256, crv P-256, x, y. */
  const coseKey = (): Buffer => {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    return Buffer.concat([
      Buffer.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20),
      Buffer.from(x, 'base64url'),
      Buffer.of(0x22, 0x58, 0x20),
      Buffer.from(y, 'base64url'),
    ]);
  };

  return {
    id: id.toString('base64url'),
    create({ challenge, rp, user }: NewOptions, mischief: Mischief = {}) {
      userHandle = user.id;
      const data = Buffer.concat([
        authenticatorData(rp.id, HAS_CREDENTIAL, mischief),
        Buffer.alloc(16),
        uint16(id.length),
        id,
        coseKey(),
      ]);
      const attestation = Buffer.concat([
        Buffer.of(0xa3),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.of(0xa0),
        cborText('authData'),
        cborBytes(data),
      ]);
      return {
        id: id.toString('base64url'),
        clientDataJSON: clientData('webauthn.create', challenge, mischief).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      };
    },
    get({ challenge, rpId }: Options, mischief: Mischief = {}) {
      const data = authenticatorData(rpId, 0, mischief);
      const client = clientData('webauthn.get', challenge, mischief);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        id: id.toString('base64url'),
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle,
      };
    },
  };
}

export type Authenticator = ReturnType<typeof makeAuthenticator>;

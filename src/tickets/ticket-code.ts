import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { createBoundedMap, type BoundedMap } from '../cache/bounded-map.ts';
import { deriveKey } from '../secrets/derive-key.ts';
import type { SecretKey } from '../secrets/secret-keys.ts';
import { toBase32 } from '../values/base32.ts';
import { CODE_VERSION, signedBytes, takeCodeApart, toUuid, uuidBytes } from '../rules/ticket-code.ts';

/** The public half of an event's key, in the forms that readers of tickets want: it checks codes with no network. */
export type EventVerifyKey = {
  raw: Buffer;
  spki: Buffer;
  jwk: { kty: 'OKP'; crv: 'Ed25519'; x: string };
};

type EventKeys = { privateKey: KeyObject; verifyKey: EventVerifyKey };

// The bytes before the 32 bytes of the seed, and of the public key, in the DER of an Ed25519 key (RFC 8410).
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');
// Deriving a key takes longer than signing with it. More events than this are not sold at one moment.
const MAX_EVENTS = 1_000;

const derivedKeys = new WeakMap<SecretKey, BoundedMap<string, EventKeys>>();

function keysOf(secretKey: SecretKey, eventId: string): EventKeys {
  let ofEvents = derivedKeys.get(secretKey);
  if (!ofEvents) derivedKeys.set(secretKey, (ofEvents = createBoundedMap({ max: MAX_EVENTS })));
  let keys = ofEvents.get(eventId);
  if (!keys) {
    const seed = deriveKey(secretKey.bytes, `tickets ${eventId}`);
    const privateKey = createPrivateKey({
      key: Buffer.concat([PKCS8_PREFIX, seed]),
      format: 'der',
      type: 'pkcs8',
    });
    keys = { privateKey, verifyKey: verifyKeyOf(createPublicKey(privateKey)) };
    ofEvents.set(eventId, keys);
  }
  return keys;
}

/**
 * The text in a ticket's QR code: a version, the ticket's serial and a signature over both and the event, by a key of
 * the event's own. Nothing of it is stored but the serial, so a stolen database makes no tickets.
 */
export function signTicketCode(secretKey: SecretKey, ticket: { eventId: string; serial: string }): string {
  const { privateKey } = keysOf(secretKey, ticket.eventId);
  const serial = uuidBytes(ticket.serial);
  const signature = sign(null, signedBytes(ticket.eventId, serial), privateKey);
  return toBase32(Buffer.concat([Buffer.of(CODE_VERSION), serial, signature]));
}

/**
 * The serial of a code that was signed for this event with one of these keys; null for every other text. Forgives lower
 * case, spaces and hyphens.
 */
export function readTicketCode(
  verifyKeys: Buffer[],
  { eventId, code }: { eventId: string; code: string },
): string | null {
  const parts = takeCodeApart(code);
  if (!parts) return null;
  const { signature } = parts;
  const serial = toUuid(parts.serial);
  return isSignedSerial(verifyKeys, { eventId, serial, signature }) ? serial : null;
}

/** Whether the signature is that of this ticket's code, by one of these keys. */
export function isSignedSerial(
  verifyKeys: Buffer[],
  { eventId, serial, signature }: { eventId: string; serial: string; signature: Uint8Array },
): boolean {
  const bytes = signedBytes(eventId, uuidBytes(serial));
  return verifyKeys.some((raw) => verify(null, bytes, toPublicKey(raw), signature));
}

const toPublicKey = (raw: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([SPKI_PREFIX, raw]), format: 'der', type: 'spki' });

/** The serial that a code claims to be of. Nobody has signed it yet: good for finding out which event to ask. */
export function claimedSerial(code: string): string | null {
  const parts = takeCodeApart(code);
  return parts && toUuid(parts.serial);
}

export function eventVerifyKey(secretKey: SecretKey, eventId: string): EventVerifyKey {
  return keysOf(secretKey, eventId).verifyKey;
}

function verifyKeyOf(publicKey: KeyObject): EventVerifyKey {
  const spki = publicKey.export({ format: 'der', type: 'spki' });
  const raw = spki.subarray(SPKI_PREFIX.length);
  return { raw, spki, jwk: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') } };
}

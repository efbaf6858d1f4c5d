import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { createBoundedMap, type BoundedMap } from '../cache/bounded-map.ts';
import { deriveKey } from '../secrets/derive-key.ts';
import type { SecretKey } from '../secrets/secret-keys.ts';
import { fromBase32, toBase32 } from './base32.ts';

/** The public half of an event's key, in the forms that readers of tickets want: it checks codes with no network. */
export type EventVerifyKey = {
  raw: Buffer;
  spki: Buffer;
  jwk: { kty: 'OKP'; crv: 'Ed25519'; x: string };
};

type EventKeys = { privateKey: KeyObject; verifyKey: EventVerifyKey };

const VERSION = 1;
const SERIAL_BYTES = 16;
const SIGNATURE_BYTES = 64;
const CODE_BYTES = 1 + SERIAL_BYTES + SIGNATURE_BYTES;
const CODE_CHARS = Math.ceil((CODE_BYTES * 8) / 5);
// Room for a hyphen or space after every character; anything longer is not worth looking at.
const MAX_TYPED_CHARS = 2 * CODE_CHARS;
// What comes before the 32 bytes of the seed, and of the public key, in the DER of an Ed25519 key (RFC 8410).
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
  const signature = sign(null, signedBytes(ticket), privateKey);
  return toBase32(Buffer.concat([Buffer.of(VERSION), uuidBytes(ticket.serial), signature]));
}

/**
 * The serial of a code that was signed for this event with one of these keys; null for every other text. Forgives lower
 * case, spaces and hyphens.
 */
export function readTicketCode(
  verifyKeys: Buffer[],
  { eventId, code }: { eventId: string; code: string },
): string | null {
  const parts = takeApart(code);
  if (!parts) return null;
  const { serial, signature } = parts;
  const bytes = signedBytes({ eventId, serial });
  return verifyKeys.some((raw) => verify(null, bytes, toPublicKey(raw), signature)) ? serial : null;
}

const toPublicKey = (raw: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([SPKI_PREFIX, raw]), format: 'der', type: 'spki' });

/** The serial that a code claims to be of. Nobody has signed it yet: good for finding out which event to ask. */
export function claimedSerial(code: string): string | null {
  return takeApart(code)?.serial ?? null;
}

export function eventVerifyKey(secretKey: SecretKey, eventId: string): EventVerifyKey {
  return keysOf(secretKey, eventId).verifyKey;
}

function verifyKeyOf(publicKey: KeyObject): EventVerifyKey {
  const spki = publicKey.export({ format: 'der', type: 'spki' });
  const raw = spki.subarray(SPKI_PREFIX.length);
  return { raw, spki, jwk: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') } };
}

/** What is signed. The event is not in the code, since the one who reads it knows which door it is. */
function signedBytes({ eventId, serial }: { eventId: string; serial: string }): Buffer {
  return Buffer.concat([Buffer.of(VERSION), uuidBytes(eventId), uuidBytes(serial)]);
}

function takeApart(typed: string): { serial: string; signature: Buffer } | null {
  if (typed.length > MAX_TYPED_CHARS) return null;
  const text = typed.replace(/[\s-]/g, '').toUpperCase();
  const bytes = text.length === CODE_CHARS ? fromBase32(text) : null;
  if (bytes?.[0] !== VERSION) return null;
  const hex = bytes.toString('hex', 1, 1 + SERIAL_BYTES);
  const serial = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { serial, signature: bytes.subarray(1 + SERIAL_BYTES) };
}

function uuidBytes(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}

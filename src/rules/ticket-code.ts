import { fromBase32 } from '../values/base32.ts';

// The parts of a ticket's code, for the server that signs it and for the phone at the door that checks it.

export const CODE_VERSION = 1;
const SERIAL_BYTES = 16;
const SIGNATURE_BYTES = 64;
const CODE_BYTES = 1 + SERIAL_BYTES + SIGNATURE_BYTES;
const CODE_CHARS = Math.ceil((CODE_BYTES * 8) / 5);
// Room for a hyphen or space after every character; anything longer is not worth looking at.
const MAX_TYPED_CHARS = 2 * CODE_CHARS;

export type CodeParts = { serial: Uint8Array<ArrayBuffer>; signature: Uint8Array<ArrayBuffer> };

/** The parts of a code; null for every other text. Nobody has checked the signature yet. Forgives lower case, spaces and hyphens. */
export function takeCodeApart(typed: string): CodeParts | null {
  if (typed.length > MAX_TYPED_CHARS) return null;
  const text = typed.replace(/[\s-]/g, '').toUpperCase();
  const bytes = text.length === CODE_CHARS ? fromBase32(text) : null;
  if (bytes?.[0] !== CODE_VERSION) return null;
  return { serial: bytes.slice(1, 1 + SERIAL_BYTES), signature: bytes.slice(1 + SERIAL_BYTES) };
}

/** The signed bytes. The event is not in the code, since the reader knows which door it is. */
export function signedBytes(eventId: string, serial: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.of(CODE_VERSION, ...uuidBytes(eventId), ...serial);
}

export function uuidBytes(uuid: string): Uint8Array<ArrayBuffer> {
  const hex = uuid.replaceAll('-', '');
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) => parseInt(hex.slice(2 * at, 2 * at + 2), 16));
}

export function toUuid(bytes: Uint8Array): string {
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

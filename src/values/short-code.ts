import { fromBase32, toBase32 } from './base32.ts';

// Eight letters of five bits each, which a person can read out and type.
const SHORT_CODE_BYTES = 5;
const SHORT_CODE_CHARS = 8;
// Room for a hyphen or space after every letter.
const MAX_TYPED_CHARS = 2 * SHORT_CODE_CHARS;

/** The eight letters of a ticket's short code, from the number of its row. */
export function toShortCode(number: bigint): string {
  const bytes = Uint8Array.from({ length: SHORT_CODE_BYTES }, (_, at) =>
    Number((number >> BigInt(8 * (SHORT_CODE_BYTES - 1 - at))) & 255n),
  );
  return toBase32(bytes);
}

/** The number that eight letters stand for. */
export function shortCodeNumber(shortCode: string): bigint | null {
  const bytes = shortCode.length === SHORT_CODE_CHARS ? fromBase32(shortCode) : null;
  return bytes && bytes.reduce((number, byte) => (number << 8n) | BigInt(byte), 0n);
}

/** As it is printed: `K7QM-2XRD`. */
export const showShortCode = (shortCode: string): string => `${shortCode.slice(0, 4)}-${shortCode.slice(4)}`;

/**
 * The eight letters that somebody typed; null for any other text. Forgives lower case, spaces, hyphens, and the letters that look like
 * digits: the alphabet has no I, L and O.
 */
export function readShortCode(typed: string): string | null {
  if (typed.length > MAX_TYPED_CHARS) return null;
  const letters = typed.replace(/[\s-]/g, '').toUpperCase().replace(/[IL]/g, '1').replaceAll('O', '0');
  return letters.length === SHORT_CODE_CHARS && fromBase32(letters) ? letters : null;
}

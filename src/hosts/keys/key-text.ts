import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

export type KeyType = 'public' | 'private';

const PREFIXES: Record<KeyType, string> = { public: 'pk_', private: 'sk_' };
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32; // 190 bits
const CHECKSUM_LENGTH = 6; // 62^6 > 2^32

/** `pk_` or `sk_`, 32 random characters, and a checksum: a mistyped key is recognized without asking the database. */
export function makeKey(type: KeyType): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => BASE62[randomInt(BASE62.length)]).join('');
  return PREFIXES[type] + random + checksum(PREFIXES[type] + random);
}

/** Null where the text can't be a key of ours. */
export function keyTypeOf(text: string): KeyType | null {
  const type = text.startsWith(PREFIXES.public)
    ? 'public'
    : text.startsWith(PREFIXES.private)
      ? 'private'
      : null;
  if (!type || text.length !== PREFIXES[type].length + RANDOM_LENGTH + CHECKSUM_LENGTH) return null;
  const body = text.slice(0, -CHECKSUM_LENGTH);
  return checksum(body) === text.slice(-CHECKSUM_LENGTH) ? type : null;
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let index = 0; index < CHECKSUM_LENGTH; index++) {
    digits = (BASE62[rest % 62] ?? '') + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

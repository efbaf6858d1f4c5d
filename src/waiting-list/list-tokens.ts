import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import { OFFER_CODE } from '../rules/waiting-list.ts';
import { deriveKey } from '../secrets/derive-key.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';

// An entry's id in 25 letters, and 24 more that nobody guesses: 124 bits. Lower case, and short enough for a promo code.
const ID_LETTERS = 25;
const MAC_LETTERS = 24;
const FORMS = { link: /^l[0-9a-z]{49}$/, offer: OFFER_CODE };
const BASE = 36n;

type Kind = keyof typeof FORMS;

/** The secrets that are mailed to somebody on a waiting list: the link of the entry, and the code of its offer. Neither is stored anywhere. */
export function createListTokens(secretKeys: SecretKeys) {
  const keyOf = (bytes: Buffer): KeyObject => createSecretKey(deriveKey(bytes, 'waiting-lists'));
  const current = keyOf(secretKeys.current.bytes);
  // From before a change of the secret key.
  const accepted = secretKeys.accepted.map(({ bytes }) => keyOf(bytes));

  function read(kind: Kind, token: string): string | null {
    if (!FORMS[kind].test(token)) return null;
    const entryId = readId(token.slice(1, 1 + ID_LETTERS));
    if (entryId === null) return null;
    const given = Buffer.from(token);
    return accepted.some((key) => timingSafeEqual(Buffer.from(write(key, kind, entryId)), given))
      ? entryId
      : null;
  }

  return {
    writeLink: (entryId: string) => write(current, 'link', entryId),
    readLink: (token: string) => read('link', token),
    writeOffer: (entryId: string) => write(current, 'offer', entryId),
    /** As somebody may have typed it. Null: it is none of ours, which costs no look-up. */
    readOffer: (code: string) => read('offer', code.trim().toLowerCase()),
  };
}

export type ListTokens = ReturnType<typeof createListTokens>;

function write(key: KeyObject, kind: Kind, entryId: string): string {
  const mac = createHmac('sha256', key).update(`${kind} ${entryId}`).digest('hex');
  const number = BigInt(`0x${mac}`) % BASE ** BigInt(MAC_LETTERS);
  const id = BigInt(`0x${entryId.replaceAll('-', '')}`);
  return (kind === 'link' ? 'l' : 'w') + letters(id, ID_LETTERS) + letters(number, MAC_LETTERS);
}

const letters = (number: bigint, length: number): string =>
  number.toString(Number(BASE)).padStart(length, '0');

function readId(text: string): string | null {
  let number = 0n;
  for (const letter of text) number = number * BASE + BigInt(Number.parseInt(letter, Number(BASE)));
  const hex = number.toString(16).padStart(32, '0');
  return hex.length > 32 ? null : hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

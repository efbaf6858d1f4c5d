import { createCipheriv, createHash, hkdfSync, randomFillSync } from 'node:crypto';
import {
  FIND_BYTES,
  HKDF_INFO,
  IV_BYTES,
  KEY_BYTES,
  shortText,
  writeGuest,
  type SealedGuest,
} from '../rules/guest-entry.ts';

/** The keys to an entry: whoever has the ticket's serial, and nobody else, finds it by the one and opens it with the other. */
function entryKeys(eventId: string, serial: string): { find: Buffer; key: Buffer } {
  const secret = Buffer.from(serial.replaceAll('-', ''), 'hex');
  const derived = Buffer.from(hkdfSync('sha256', secret, eventId, HKDF_INFO, FIND_BYTES + KEY_BYTES));
  return { find: derived.subarray(0, FIND_BYTES), key: derived.subarray(FIND_BYTES) };
}

export const findOf = (eventId: string, serial: string): string =>
  entryKeys(eventId, serial).find.toString('base64url');

/**
 * A guest, sealed for whoever reads the ticket's code. A new nonce each time: the same key seals other words when the name on the ticket
 * is changed.
 */
export function sealEntry(
  eventId: string,
  { serial, guest, room }: { serial: string; guest: SealedGuest; room: number },
): { find: string; sealed: string } {
  const { find, key } = entryKeys(eventId, serial);
  const iv = randomFillSync(Buffer.allocUnsafe(IV_BYTES));
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(find);
  const plain = writeGuest(guest, room);
  const sealed = Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  return { find: find.toString('base64url'), sealed: sealed.toString('base64url') };
}

/** As `shortOf` of rules/guest-entry.ts, at once. */
export const shortOf = (eventId: string, shortNumber: number): string =>
  createHash('sha256').update(shortText(eventId, shortNumber)).digest('hex').slice(0, 7);

import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import { deriveKey } from '../secrets/derive-key.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { isUuid } from '../values/is-uuid.ts';
import { normaliseWaitingEmail } from '../rules/waiting-room.ts';

// 132 bits: nobody guesses one.
const MAC_CHARACTERS = 22;

// 128 bits: no two addresses begin alike.
const HASH_PART_BYTES = 16;

/** The link that was mailed to an address, for an entry. */
export type Confirmation = { entryId: string; hashPart: Buffer; expiresAt: Date };

export type Admission = { entryId: string; expiresAt: Date };

/** The waiting room's tokens: each is for one event, and none can be used as another. */
export function createRoomTokens(secretKeys: SecretKeys) {
  // Objects, which Node reads once: of bytes it makes them anew for every token.
  const keyOf = (bytes: Buffer): KeyObject => createSecretKey(deriveKey(bytes, 'waiting-rooms'));
  const current = keyOf(secretKeys.current.bytes);
  // Tokens from before a change of the secret key still work.
  const accepted = secretKeys.accepted.map(({ bytes }) => keyOf(bytes));

  const write = (kind: string, eventId: string, what: string): string =>
    `${what}.${macOf(current, kind, eventId, what)}`;

  /** Reads a signed token; null if it is not ours, or another event's. */
  function read(kind: string, eventId: string, token: string): string | null {
    const dot = token.lastIndexOf('.');
    if (dot < 1 || token.length > 200) return null;
    const [what, given] = [token.slice(0, dot), Buffer.from(token.slice(dot + 1))];
    const isOurs = accepted.some((key) => {
      const right = Buffer.from(macOf(key, kind, eventId, what));
      return given.length === right.length && timingSafeEqual(right, given);
    });
    return isOurs ? what : null;
  }

  function readId(kind: 'entry' | 'device', eventId: string, token: string): string | null {
    const id = read(kind, eventId, token);
    return id !== null && isUuid(id) ? id : null;
  }

  return {
    writeEntry: (eventId: string, entryId: string) => write('entry', eventId, entryId),
    readEntry: (eventId: string, token: string) => readId('entry', eventId, token),
    /** Only who was refused with a device's id can show its place. */
    writeDevice: (eventId: string, deviceId: string) => write('device', eventId, deviceId),
    readDevice: (eventId: string, token: string) => readId('device', eventId, token),
    writeAdmission: (eventId: string, { entryId, expiresAt }: Admission) =>
      write('admission', eventId, `${entryId}.${secondsOf(expiresAt)}`),
    readAdmission(eventId: string, token: string): Admission | null {
      const [entryId = '', expiry = ''] = read('admission', eventId, token)?.split('.') ?? [];
      if (!isUuid(entryId)) return null;
      return { entryId, expiresAt: timeIn(expiry) };
    },
    writeConfirmation: (eventId: string, { entryId, hashPart, expiresAt }: Confirmation) =>
      write('confirmation', eventId, [entryId, hashPart.toString('hex'), secondsOf(expiresAt)].join('.')),
    readConfirmation(eventId: string, token: string): Confirmation | null {
      const [entryId = '', hash = '', expiry = ''] = read('confirmation', eventId, token)?.split('.') ?? [];
      if (!isUuid(entryId)) return null;
      return { entryId, hashPart: Buffer.from(hash, 'hex'), expiresAt: timeIn(expiry) };
    },
    /** How the hash of an address begins. */
    hashPart: (eventId: string, email: string): Buffer =>
      emailHash(current, eventId, email).subarray(0, HASH_PART_BYTES),
    /** No address is stored: only whether it is the same one can be told. */
    hashEmail: (eventId: string, email: string): Buffer => emailHash(current, eventId, email),
    isEmail: (hash: Buffer, eventId: string, email: string): boolean =>
      accepted.some((key) => emailHash(key, eventId, email).equals(hash)),
  };
}

export type RoomTokens = ReturnType<typeof createRoomTokens>;

const secondsOf = (time: Date): string => Math.floor(time.getTime() / 1_000).toString(36);
const timeIn = (seconds: string): Date => new Date(Number.parseInt(seconds, 36) * 1_000);

const macOf = (key: KeyObject, kind: string, eventId: string, what: string): string =>
  createHmac('sha256', key).update(`${kind} ${eventId} ${what}`).digest('base64url').slice(0, MAC_CHARACTERS);

const emailHash = (key: KeyObject, eventId: string, email: string): Buffer =>
  createHmac('sha256', key)
    .update(`email ${eventId} ${normaliseWaitingEmail(email)}`)
    .digest();

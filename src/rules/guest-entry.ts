// The scanner's page runs this too: nothing here may need Node.
import { readDoorAnswers, writeDoorAnswers, type DoorAnswer } from './door-answers.ts';
import { toShortCode } from './short-code.ts';

/**
 * A phone's entry for a guest: enough to let them in without a network, and nobody's name. Only the ticket's code finds and opens the
 * entry: both keys are made of the serial in the code. See docs/decisions/check-in.md.
 */
export type GuestEntry = {
  /** Made of the ticket's serial: 16 bytes, base64url. */
  find: string;
  /** The guest, as `openEntry` reads it, base64url. Null for the code of a ticket that was passed on, which lets nobody in. */
  sealed: string | null;
  /** Seven hex digits of a hash of the short code: it finds entries, rarely more than one, and gives no code back. */
  short: string | null;
  state: 'good' | 'in' | 'out' | 'void' | 'dead';
  /** When the guest came in or went out, as ISO text; null for other states. */
  at: string | null;
};

/** The sealed part. Long texts are cut: the whole is told online. */
export type SealedGuest = {
  ticketId: string;
  ticketTypeId: string;
  firstName: string;
  lastName: string;
  seat: { section: string; row: string; seat: string } | null;
  orderReference: string;
  /** The answers that the host shows at the doors. Older programs don't know it. */
  asked?: DoorAnswer[];
};

export const FIND_BYTES = 16;
export const KEY_BYTES = 32;
export const IV_BYTES = 12;
/**
 * One size for all, so that the length of an entry tells nothing of a name: two ids, and the texts in so many bytes each. Where answers are
 * shown, they come behind it, in as many bytes for each guest of the event.
 */
export const PLAIN_BYTES = 192;
export const TEXT_BYTES = [40, 40, 32, 8, 8, 23] as const;
export const HKDF_INFO = 'tessera guest list';

const SHORT_DIGITS = 7;

export type EntryKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** `serial`: the 16 bytes in the ticket's code. */
export async function entryKeys(
  eventId: string,
  serial: Uint8Array<ArrayBuffer>,
): Promise<{ find: string; key: EntryKey }> {
  const secret = await crypto.subtle.importKey('raw', serial, 'HKDF', false, ['deriveBits']);
  const encoder = new TextEncoder();
  const derived = await crypto.subtle.deriveBits(
    { name: 'HKDF', hash: 'SHA-256', salt: encoder.encode(eventId), info: encoder.encode(HKDF_INFO) },
    secret,
    (FIND_BYTES + KEY_BYTES) * 8,
  );
  const key = await crypto.subtle.importKey('raw', derived.slice(FIND_BYTES), 'AES-GCM', false, ['decrypt']);
  return { find: toBase64Url(new Uint8Array(derived, 0, FIND_BYTES)), key };
}

/** Throws where the key is another ticket's, or the entry was tampered with. */
export async function openEntry(
  { find, sealed }: { find: string; sealed: string },
  key: EntryKey,
): Promise<SealedGuest> {
  const bytes = fromBase64Url(sealed);
  const plain = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv: bytes.subarray(0, IV_BYTES), additionalData: fromBase64Url(find) },
    key,
    bytes.subarray(IV_BYTES),
  );
  return readGuest(new Uint8Array(plain));
}

/** The `short` of the entry that a typed code belongs to. */
export async function shortOf(eventId: string, shortNumber: number): Promise<string> {
  const digest = await crypto.subtle.digest(
    'SHA-256',
    new TextEncoder().encode(shortText(eventId, shortNumber)),
  );
  const start = new DataView(digest).getUint32(0);
  return start.toString(16).padStart(8, '0').slice(0, SHORT_DIGITS);
}

/** The text that is hashed for `short`. */
export const shortText = (eventId: string, shortNumber: number): string =>
  `${eventId} ${toShortCode(shortNumber)}`;

/** The guest as bytes: what each text has too much of is cut, at a character. `room`: for answers, behind the rest. */
export function writeGuest(guest: SealedGuest, room: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(PLAIN_BYTES + room);
  bytes.set(uuidToBytes(guest.ticketId), 0);
  bytes.set(uuidToBytes(guest.ticketTypeId), 16);
  const { seat } = guest;
  const texts = [
    guest.firstName,
    guest.lastName,
    seat?.section ?? '',
    seat?.row ?? '',
    seat?.seat ?? '',
    guest.orderReference,
  ];
  let at = 32;
  for (const [index, max] of TEXT_BYTES.entries()) {
    const { written } = new TextEncoder().encodeInto(
      texts[index] ?? '',
      bytes.subarray(at + 1, at + 1 + max),
    );
    bytes[at] = written;
    at += 1 + written;
  }
  writeDoorAnswers(bytes.subarray(PLAIN_BYTES), guest.asked ?? []);
  return bytes;
}

function readGuest(bytes: Uint8Array): SealedGuest {
  let at = 32;
  const nextText = (): string => {
    const length = bytes[at] ?? 0;
    const text = new TextDecoder().decode(bytes.subarray(at + 1, at + 1 + length));
    at += 1 + length;
    return text;
  };
  const firstName = nextText();
  const lastName = nextText();
  const seat = { section: nextText(), row: nextText(), seat: nextText() };
  return {
    ticketId: bytesToUuid(bytes.subarray(0, 16)),
    ticketTypeId: bytesToUuid(bytes.subarray(16, 32)),
    firstName,
    lastName,
    seat: seat.section + seat.row + seat.seat === '' ? null : seat,
    orderReference: nextText(),
    asked: readDoorAnswers(bytes.subarray(PLAIN_BYTES)),
  };
}

function uuidToBytes(uuid: string): Uint8Array {
  const hex = uuid.replaceAll('-', '');
  return Uint8Array.from({ length: 16 }, (_, index) =>
    Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16),
  );
}

function bytesToUuid(bytes: Uint8Array): string {
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

// Not every phone at a door has a browser with Uint8Array.fromBase64.
function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}

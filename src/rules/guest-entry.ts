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
  /** The id of the door where the guest came in; left out of entries that an older server made. */
  door?: string | null;
  /** The payment is disputed, and the host lets nobody in by it; left out of all others. */
  isDisputed?: true;
  /** The buyer has put it on sale again; left out of all others. */
  isForResale?: true;
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
 * One size for all guests of an event, so that the length of an entry tells nothing of a name: two ids, and the texts. Long texts share the
 * space that short ones leave. The less there is to load, the sooner a phone has its list.
 */
const PLAIN_BYTES = 128;
/** Answers begin here, where they are shown, in as many bytes for each guest: phones with an older program look for them here. */
const ANSWERS_AT = 192;
const IDS_BYTES = 32;
const MAX_TEXT_BYTES = [40, 40, 32, 8, 8, 23] as const;
export const HKDF_INFO = 'tessera guest list';

const SHORT_DIGITS = 7;

const encoder = new TextEncoder();

export type EntryKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** `serial`: the 16 bytes in the ticket's code. */
export async function entryKeys(
  eventId: string,
  serial: Uint8Array<ArrayBuffer>,
): Promise<{ find: string; key: EntryKey }> {
  const secret = await crypto.subtle.importKey('raw', serial, 'HKDF', false, ['deriveBits']);
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
  const bytes = new Uint8Array(room === 0 ? PLAIN_BYTES : ANSWERS_AT + room);
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
  const wanted = texts.map((text, index) =>
    Math.min(encoder.encode(text).length, MAX_TEXT_BYTES[index] ?? 0),
  );
  const space = Math.min(bytes.length, ANSWERS_AT) - IDS_BYTES - texts.length;
  let at = IDS_BYTES;
  for (const [index, max] of shareBytes(wanted, space).entries()) {
    const { written } = encoder.encodeInto(texts[index] ?? '', bytes.subarray(at + 1, at + 1 + max));
    bytes[at] = written;
    at += 1 + written;
  }
  writeDoorAnswers(bytes.subarray(ANSWERS_AT), guest.asked ?? []);
  return bytes;
}

/** Short texts stay whole; the longest share what is left. An order's reference, which comes last, is never cut. */
function shareBytes(wanted: readonly number[], space: number): number[] {
  const given = [...wanted];
  let left = space - (wanted.at(-1) ?? 0);
  const shortestFirst = [...wanted.slice(0, -1).entries()].sort(([, one], [, other]) => one - other);
  for (const [nr, [index, bytes]] of shortestFirst.entries()) {
    given[index] = Math.min(bytes, Math.floor(left / (shortestFirst.length - nr)));
    left -= given[index];
  }
  return given;
}

function readGuest(bytes: Uint8Array): SealedGuest {
  let at = IDS_BYTES;
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
    asked: readDoorAnswers(bytes.subarray(ANSWERS_AT)),
  };
}

function uuidToBytes(uuid: string): Uint8Array {
  const hex = uuid.replaceAll('-', '');
  const bytes = new Uint8Array(16);
  for (let index = 0; index < bytes.length; index++)
    bytes[index] = Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16);
  return bytes;
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

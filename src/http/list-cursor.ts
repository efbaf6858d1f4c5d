import { createHmac, timingSafeEqual } from 'node:crypto';
import { Refusal } from '../refusal.ts';

/** The end of a page: behind this event, newest first. It stays right when events are added or removed around it. */
export type ListPosition = { createdAtMs: number; id: string };

const VERSION = 1;
const TAG_BYTES = 12;
const BYTES = 1 + 8 + 16 + TAG_BYTES;
const MAX_CHARACTERS = 2 * BYTES;

/** Signed together with the list it was issued for (host and filters): another list, or a changed byte, is refused. */
export function writeCursor(key: Buffer, list: string, position: ListPosition): string {
  const bytes = Buffer.alloc(BYTES - TAG_BYTES);
  bytes.writeUInt8(VERSION, 0);
  bytes.writeBigInt64BE(BigInt(position.createdAtMs), 1);
  bytes.write(position.id.replaceAll('-', ''), 9, 'hex');
  return Buffer.concat([bytes, tagOf(key, list, bytes)]).toString('base64url');
}

/** `keys` are all whose cursors are good: one that was issued before the secret key was changed still works. */
export function readCursor(keys: Buffer[], list: string, cursor: string): ListPosition {
  if (cursor.length > MAX_CHARACTERS) throw invalidCursor();
  const bytes = Buffer.from(cursor, 'base64url');
  // Decoding ignores characters that don't belong: only exactly the text that we issued is accepted.
  if (bytes.length !== BYTES || bytes.toString('base64url') !== cursor) throw invalidCursor();
  const content = bytes.subarray(0, BYTES - TAG_BYTES);
  const tag = bytes.subarray(BYTES - TAG_BYTES);
  if (!keys.some((key) => timingSafeEqual(tagOf(key, list, content), tag))) throw invalidCursor();
  const id = content.toString('hex', 9, 25).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { createdAtMs: Number(content.readBigInt64BE(1)), id };
}

function tagOf(key: Buffer, list: string, content: Buffer): Buffer {
  return createHmac('sha256', key).update(content).update(list).digest().subarray(0, TAG_BYTES);
}

const invalidCursor = (): Refusal =>
  new Refusal(
    'invalid_cursor',
    'cursor must be the unchanged nextCursor of an earlier answer to the same list.',
    { field: 'cursor' },
  );

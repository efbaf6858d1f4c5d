import { Refusal } from '../refusal.ts';
import { isUuid } from '../values/is-uuid.ts';

/** The end of a page of guests: the way of searching that found its last guest, the key, and the ticket. */
export type GuestPosition = { rank: number; key: string; ticketId: string };

const MAX_RANK = 2;
// The longest name or address, in the longest of scripts, and what JSON writes around it.
const MAX_CURSOR_CHARACTERS = 3_000;

/** Not signed: it says where to go on in a list that its reader may see, and nothing else. */
export const writePosition = ({ rank, key, ticketId }: GuestPosition): string =>
  Buffer.from(JSON.stringify([rank, key, ticketId])).toString('base64url');

export function readPosition(cursor: string): GuestPosition {
  const position = cursor.length <= MAX_CURSOR_CHARACTERS ? parse(cursor) : null;
  if (position) return position;
  throw new Refusal('invalid_cursor', 'cursor must be the unchanged nextCursor of an earlier answer.', {
    field: 'cursor',
  });
}

function parse(cursor: string): GuestPosition | null {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return null;
  }
  if (!Array.isArray(parts)) return null;
  const [rank, key, ticketId] = parts as unknown[];
  if (!Number.isInteger(rank) || Number(rank) < 0 || Number(rank) > MAX_RANK) return null;
  if (typeof key !== 'string' || key.includes('\0') || !key.isWellFormed()) return null;
  return typeof ticketId === 'string' && isUuid(ticketId) ? { rank: Number(rank), key, ticketId } : null;
}

import type { Person } from '../../../../tickets/read-order.ts';
import { isEmailAddress } from '../../../../values/email-address.ts';
import { readRename } from './read-rename.ts';

/** The ticket and its new holder from a form's body; null if that is nobody's name or address, or names no ticket. */
export function readPassOn(body: unknown): { position: number; to: Person } | null {
  const named = readRename(body);
  const email = (body as { email?: unknown } | null)?.email;
  if (!named || typeof email !== 'string' || !isEmailAddress(email.trim())) return null;
  const { position, ...name } = named;
  return { position, to: { ...name, email: email.trim() } };
}

/** The tickets that are ticked in the form, by their positions: `ticket3=on`. */
export function readPositions(body: unknown): number[] {
  return Object.keys(typeof body === 'object' && body !== null ? body : {}).flatMap((name) => {
    const [, position] = /^ticket(\d{1,5})$/.exec(name) ?? [];
    return position === undefined ? [] : [Number(position)];
  });
}

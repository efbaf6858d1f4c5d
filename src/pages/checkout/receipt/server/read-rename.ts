import { isPersonName } from '../../../../values/person-name.ts';

// As orders have it.
const MAX_NAME_CHARACTERS = 100;

/** The ticket and its new name from a form's body; null if that is not a name, or names no ticket. */
export function readRename(body: unknown): { position: number; firstName: string; lastName: string } | null {
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const position = String(fields['position']);
  const firstName = readName(fields['firstName']);
  const lastName = readName(fields['lastName']);
  if (!/^\d{1,5}$/.test(position) || firstName === null || lastName === null) return null;
  return { position: Number(position), firstName, lastName };
}

function readName(typed: unknown): string | null {
  if (typeof typed !== 'string') return null;
  const name = typed.trim();
  return Array.from(name).length <= MAX_NAME_CHARACTERS && isPersonName(name) ? name : null;
}

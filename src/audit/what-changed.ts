import { createHash } from 'node:crypto';

type Fields = Record<string, unknown>;

// A line of the audit log holds 16 KiB, of which a list may take this much, and each text this much.
const MAX_LIST_CHARACTERS = 6_000;
const MAX_TEXT_CHARACTERS = 300;

/** The names of the fields that are not the same on both sides. */
export const changedFields = <Name extends string>(
  before: Record<Name, unknown>,
  after: Record<Name, unknown>,
  names: readonly Name[],
): Name[] => names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));

/**
 * Fields as the log shows them: of a long text its beginning, its length, and a digest by which the whole is recognised.
 */
export function showFields<Name extends string>(of: Record<Name, unknown>, names: readonly Name[]): Fields {
  return Object.fromEntries(names.map((name) => [name, show(of[name])]));
}

function show(value: unknown): unknown {
  if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
    return shorten(value.join(' '), MAX_LIST_CHARACTERS);
  return typeof value === 'string' ? shorten(value, MAX_TEXT_CHARACTERS) : value;
}

function shorten(text: string, maxCharacters: number): string {
  const characters = Array.from(text);
  if (characters.length <= maxCharacters) return text;
  const digest = createHash('sha256').update(text).digest('hex');
  return `${characters.slice(0, maxCharacters).join('')}… (${characters.length} characters, SHA-256 ${digest})`;
}

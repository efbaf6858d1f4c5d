import { fingerprint } from '../../../values/fingerprint.ts';

/** The unsaved changes of a form: each field as it is now, and as it was before. */
export type Changes = {
  /** The time of the last change, in milliseconds. */
  at: number;
  base: Record<string, unknown>;
  values: Record<string, unknown>;
};

/** The storage for changes that outlive the tab. It may be blocked, full or missing. */
export type KeptStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

export type Kept = {
  read(now: number): Changes | null;
  /** Null: nothing to keep. */
  write(changes: Changes | null): void;
};

const PREFIX = 'tessera-kept-1:';
const MAX_AGE_MS = 7 * 24 * 3_600_000;
const MAX_CHARACTERS = 200_000;

/** The key of one person's changes to one form. Other people at the same browser don't find them. */
export function keptChanges(
  storage: () => KeptStorage,
  { email, keepAs, schema }: { email: string; keepAs: string; schema: object },
): Kept {
  const key = `${prefixOf(email)}${keepAs}`;
  // A form with other fields could not use them.
  const form = fingerprint(JSON.stringify(schema));
  return {
    read: (now) =>
      attempt(() => {
        forgetOld(storage(), now);
        const text = storage().getItem(key);
        const found = text === null ? null : parse(text);
        return found?.form === form ? { at: found.at, base: found.base, values: found.values } : null;
      }) ?? null,
    write: (changes) => {
      const text = changes && JSON.stringify({ form, ...changes });
      const isKept = text !== null && text.length <= MAX_CHARACTERS;
      attempt(() => (isKept ? storage().setItem(key, text) : storage().removeItem(key)));
    },
  };
}

/** Removes all unsaved changes of a person who signs out: the next person is somebody else. */
export function forgetChangesOf(storage: () => KeptStorage, email: string): void {
  attempt(() => forgetWhere(storage(), (key) => key.startsWith(prefixOf(email))));
}

function forgetOld(storage: KeptStorage, now: number): void {
  forgetWhere(storage, (key) => {
    const found = parse(storage.getItem(key) ?? '');
    // A clock that was set back a little must not lose anything.
    return !found || Math.abs(now - found.at) > MAX_AGE_MS;
  });
}

function forgetWhere(storage: KeptStorage, isOver: (key: string) => boolean): void {
  const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
  for (const key of keys) if (key.startsWith(PREFIX) && isOver(key)) storage.removeItem(key);
}

function parse(text: string): (Changes & { form: string }) | null {
  const found = attempt((): unknown => JSON.parse(text));
  if (typeof found !== 'object' || found === null) return null;
  const { form, at, base, values } = found as Partial<Changes & { form: string }>;
  const isWhole = typeof form === 'string' && typeof at === 'number' && isFields(base) && isFields(values);
  return isWhole ? { form, at, base, values } : null;
}

const isFields = (given: unknown): given is Record<string, unknown> =>
  typeof given === 'object' && given !== null && !Array.isArray(given);

// The address must not be readable in the storage later.
const prefixOf = (email: string): string => `${PREFIX}${fingerprint(email.toLowerCase())}:`;

// Reading `localStorage` throws if a browser blocks it, so it is passed as a function.
function attempt<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}

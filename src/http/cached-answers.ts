import { createBoundedMap } from '../cache/bounded-map.ts';
import { createCachedAnswer, type CachedAnswer } from './cached-answer.ts';

export type Fresh = {
  payload: unknown;
  /** After this long it is stale even if nothing changes. */ validForMs: number;
};

/** Asks for one answer, as often as it is wanted: under which name it is kept is worked out once. */
export type AskCached = () => CachedAnswer | Promise<CachedAnswer>;

type Entry = { answer: CachedAnswer; version: number; goodUntilMs: number; bytes: number };

/** Even with nothing changed, an answer is made anew after this long: a bug can make it stale for no longer. */
const MAX_AGE_MS = 60_000;
const ENTRY_OVERHEAD_BYTES = 2_000;
// With both encodings an answer takes less than three times its bytes: it stays below the half that the map can store.
const MAX_SHARE = 8;

/** Answers cached per scope (a host), dropped all at once when the scope changes. */
export function createCachedAnswers(options: { maxBytes: number; now?: () => number }) {
  const now = options.now ?? (() => performance.now());
  const entries = createBoundedMap<string, Entry>({ max: options.maxBytes, weigh: ({ bytes }) => bytes });
  // A change counts its scope's version up. What was read under an earlier version is never sent again.
  const versions = new Map<string, number>();
  let everyVersion = 0;
  const underWay = new Map<string, { version: number; answer: Promise<CachedAnswer> }>();

  const versionOf = (scope: string): number => everyVersion + (versions.get(scope) ?? 0);

  function store(key: string, entry: Omit<Entry, 'bytes'>): void {
    const { body, encodedBytes } = entry.answer;
    const bytes = body.length + encodedBytes() + key.length * 2 + ENTRY_OVERHEAD_BYTES;
    // One huge answer is not worth all the others.
    if (body.length <= options.maxBytes / MAX_SHARE) entries.set(key, { ...entry, bytes });
  }

  /** An encoding was made for it: it weighs more. */
  function weighAnew(key: string, answer: CachedAnswer): void {
    const entry = entries.get(key);
    if (entry?.answer === answer) store(key, entry);
  }

  async function make(key: string, version: number, load: () => Promise<Fresh>): Promise<CachedAnswer> {
    const { payload, validForMs } = await load();
    const body = Buffer.from(JSON.stringify({ data: payload, status: true }));
    const goodUntilMs = now() + Math.min(validForMs, MAX_AGE_MS);
    // Most answers are what they were before: what was encoded then is not encoded again.
    const earlier = entries.get(key)?.answer;
    const answer: CachedAnswer = earlier?.body.equals(body)
      ? earlier
      : createCachedAnswer(body, () => weighAnew(key, answer));
    store(key, { answer, version, goodUntilMs });
    return answer;
  }

  return {
    /** Each call gets the cached answer, or a promise of it. Those who ask while it is being made get the same one. */
    prepare(scope: string, what: string, load: () => Promise<Fresh>): AskCached {
      const key = `${scope} ${what}`;
      return () => {
        const version = versionOf(scope);
        const entry = entries.get(key);
        if (entry?.version === version && entry.goodUntilMs > now()) return entry.answer;
        const pending = underWay.get(key);
        if (pending?.version === version) return pending.answer;
        const answer = make(key, version, load).finally(() => {
          if (underWay.get(key)?.answer === answer) underWay.delete(key);
        });
        underWay.set(key, { version, answer });
        return answer;
      };
    },
    drop(scope: string): void {
      versions.set(scope, (versions.get(scope) ?? 0) + 1);
    },
    dropAll(): void {
      everyVersion += 1;
      entries.clear();
    },
    bytes: (): number => entries.entries().reduce((sum, [, { bytes }]) => sum + bytes, 0),
  };
}

import { createBoundedMap } from '../cache/bounded-map.ts';
import { etagOf } from './conditional.ts';

/** An answer as it goes over the wire, made once and sent many times. */
export type CachedAnswer = { body: Buffer; etag: string };

export type Fresh = {
  payload: unknown;
  /** After this long it is stale even if nothing changes. */ validForMs: number;
};

type Entry = CachedAnswer & { version: number; goodUntilMs: number; bytes: number };

/** Even with nothing changed, an answer is made anew after this long: a bug can make it stale for no longer. */
const MAX_AGE_MS = 60_000;
const ENTRY_OVERHEAD_BYTES = 500;

/** Answers cached per scope (a host), dropped all at once when the scope changes. */
export function createCachedAnswers(options: { maxBytes: number; now?: () => number }) {
  const now = options.now ?? (() => performance.now());
  const entries = createBoundedMap<string, Entry>({ max: options.maxBytes, weigh: ({ bytes }) => bytes });
  // A change counts its scope's version up. What was read under an earlier version is never sent again.
  const versions = new Map<string, number>();
  let everyVersion = 0;
  const underWay = new Map<string, { version: number; answer: Promise<CachedAnswer> }>();

  const versionOf = (scope: string): number => everyVersion + (versions.get(scope) ?? 0);

  async function make(key: string, version: number, load: () => Promise<Fresh>): Promise<CachedAnswer> {
    const { payload, validForMs } = await load();
    const body = Buffer.from(JSON.stringify({ data: payload, status: true }));
    const bytes = body.length + key.length * 2 + ENTRY_OVERHEAD_BYTES;
    const goodUntilMs = now() + Math.min(validForMs, MAX_AGE_MS);
    const entry: Entry = { body, etag: etagOf(body), version, goodUntilMs, bytes };
    // One huge answer is not worth all the others.
    if (bytes <= options.maxBytes / 4) entries.set(key, entry);
    return entry;
  }

  return {
    /** The cached answer, or a promise of it. Those who ask while it is being made get the same one. */
    answer(scope: string, what: string, load: () => Promise<Fresh>): CachedAnswer | Promise<CachedAnswer> {
      const key = `${scope} ${what}`;
      const version = versionOf(scope);
      const entry = entries.get(key);
      if (entry?.version === version && entry.goodUntilMs > now()) return entry;
      const pending = underWay.get(key);
      if (pending?.version === version) return pending.answer;
      const answer = make(key, version, load).finally(() => {
        if (underWay.get(key)?.answer === answer) underWay.delete(key);
      });
      underWay.set(key, { version, answer });
      return answer;
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
